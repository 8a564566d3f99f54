-- The id and the secret of the hall, from which the keys of its tables follow; the hosts of a desk share them.
--
-- A host reads the hall's and offers its own, in a row that no other host sees or waits for. The desk takes the first.

create table if not exists tenbo.hall_secret (
  single boolean primary key default true check (single),
  hall text not null,
  secret text not null
);

create table if not exists tenbo.hall_offer (
  host text collate "C" primary key default session_user,
  hall text not null,
  secret text not null,
  at timestamptz not null default clock_timestamp()
);

alter table tenbo.hall_offer enable row level security;
drop policy if exists itself on tenbo.hall_offer;
create policy itself on tenbo.hall_offer for all to tenbo_host
  using (host = session_user) with check (host = session_user);

grant select on tenbo.hall_secret to tenbo_host;
grant select, insert on tenbo.hall_offer to tenbo_host;
