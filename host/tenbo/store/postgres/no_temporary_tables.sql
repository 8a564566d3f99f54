-- A host's password makes no temporary tables, which would fill the disk of the desk without a row that the desk sees.
--
-- The right to them belongs to every role by default, and is each database's own. Its owner keeps it.

do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;
