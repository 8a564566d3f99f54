-- What a host cannot do, even with a stolen password: write as another role, keep others waiting, tell what is no JSON.
--
-- Rights follow the role that a host came in as (session_user): SET ROLE to the group of all hosts changes nothing.
-- Locks are rows and tables on which hosts have no rights: a lock that any role may name would hold the desk.

drop policy if exists own_streams on tenbo.event;
drop policy if exists own_and_desk on tenbo.event;
drop policy if exists own_and_desk on tenbo.head;
drop policy if exists itself on tenbo.host;
drop policy if exists itself on tenbo.taken;
drop policy if exists for_it on tenbo.command;
drop policy if exists its_own on tenbo.claim;
drop policy if exists its_own on tenbo.outcome;
drop policy if exists itself on tenbo.station;

create policy own_streams on tenbo.event for insert to tenbo_host with check (tenbo.whose(stream) = session_user);
create policy own_and_desk on tenbo.event for select to tenbo_host using (tenbo.whose(stream) in ('', session_user));
create policy own_and_desk on tenbo.head for select to tenbo_host using (tenbo.whose(stream) in ('', session_user));
create policy itself on tenbo.host for all to tenbo_host using (name = session_user) with check (name = session_user);
create policy itself on tenbo.taken for all to tenbo_host using (host = session_user) with check (host = session_user);
create policy for_it on tenbo.command for select to tenbo_host using (host = session_user);
create policy its_own on tenbo.claim for insert to tenbo_host
  with check (who = session_user and exists (select from tenbo.command as its where its.n = claim.n));
create policy its_own on tenbo.outcome for insert to tenbo_host
  with check (who = session_user and exists (select from tenbo.command as its where its.n = outcome.n));
create policy itself on tenbo.station for all to tenbo_host
  using (host = session_user) with check (host = session_user);

-- Who may update or delete rows of a table at will may also lock the whole of it.
revoke update on tenbo.host from tenbo_host;
grant update (seen, ahead_ms, round_trip_ms, why) on tenbo.host to tenbo_host;
revoke update, delete on tenbo.station from tenbo_host;
grant update (view) on tenbo.station to tenbo_host;

create or replace function tenbo.unplug_others(devices text[]) returns void
language sql security definer set search_path = pg_catalog as $$
  delete from tenbo.station where host = session_user and device <> all (devices);
$$;

alter table tenbo.station drop constraint if exists view_is_read;
alter table tenbo.outcome drop constraint if exists answer_is_read;
alter table tenbo.station add constraint view_is_read check (json_typeof(view::json) = 'object') not valid;
alter table tenbo.outcome add constraint answer_is_read check (answer::json is not null) not valid;

-- A writer of a stream waits here for those that write to it now: the row of its end is locked until they are done.
create or replace function tenbo.lock_stream(name text) returns void
language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tenbo.whose(name) <> session_user
    and exists (
      select from pg_auth_members as its join pg_roles as one on one.oid = its.member
      where one.rolname = session_user and its.roleid = 'tenbo_host'::regrole and not its.admin_option)
    and not (name = 'desk' and (select refill.open from tenbo.refill))
  then
    raise insufficient_privilege using message = 'permission denied for ' || name;
  end if;
  perform from tenbo.head where head.stream = name for update;
  if not found then
    insert into tenbo.head (stream, seq, hash) values (name, -1, '') on conflict do nothing;
    perform from tenbo.head where head.stream = name for update;
  end if;
end $$;

-- Brackets that stand in each other deeper than this are read by no program of ours, nor are numbers of so many digits.
create or replace function tenbo.is_shallow(body text) returns boolean
language plpgsql immutable parallel safe set search_path = pg_catalog as $$
declare
  brackets text := translate(body, translate(body, '[]{}', ''), '');
begin
  if length(brackets) <= 200 then
    return true;
  end if;
  brackets := regexp_replace(regexp_replace(body, '"([^"\\]|\\.)*"', '', 'g'), '[^][{}]', '', 'g');
  for depth in 1..100 loop
    brackets := replace(replace(brackets, '[]', ''), '{}', '');
    exit when brackets = '';
  end loop;
  return brackets = '';
end $$;
