-- A host's password makes no temporary tables, which would fill the disk of the desk without a row that anybody sees.
--
-- The right to them is everybody's by default, and each database's own. Its owner keeps it.

do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;
