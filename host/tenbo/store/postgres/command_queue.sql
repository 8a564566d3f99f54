-- What the desk has hosts do, and what each says of it: rows that are added, never changed.
--
-- A host sees the commands for itself alone. The first claim of a command wins: the host that begins, or the desk
-- (an empty name) that takes it back. A command that records nothing is done without a claim.

create table tenbo.command (
  n bigint generated always as identity primary key,
  key text not null unique,
  host text collate "C" not null,
  device text not null,
  name text not null,
  fields text not null,
  desk text not null,
  -- Whether it was left for a host that was cut off: no desk waits for the answer.
  is_left boolean not null default false,
  written timestamptz not null default clock_timestamp(),
  until timestamptz not null
);
create index command_of_host on tenbo.command (host, n);

create table tenbo.claim (
  n bigint primary key references tenbo.command on delete cascade,
  who text collate "C" not null,
  ledger text not null default '',
  last bigint not null default -1,
  at timestamptz not null default clock_timestamp()
);

create table tenbo.outcome (
  n bigint primary key references tenbo.command on delete cascade,
  who text collate "C" not null,
  done boolean not null,
  answer text not null,
  at timestamptz not null default clock_timestamp()
);

-- The tables that are plugged in at each host, as it sees them.
create table tenbo.station (
  host text collate "C" not null,
  device text not null,
  view text not null,
  primary key (host, device)
);

create function tenbo.commanded() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_notify('tenbo_for_' || names.host, '') from (select distinct fresh.host from fresh) as names;
  return null;
end $$;

create function tenbo.answered() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_notify('tenbo_outcome', '');
  return null;
end $$;

create function tenbo.seen() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  perform pg_notify('tenbo_station', '');
  return null;
end $$;

create trigger command_told after insert on tenbo.command referencing new table as fresh
  for each statement execute function tenbo.commanded();
create trigger outcome_told after insert on tenbo.outcome for each statement execute function tenbo.answered();
create trigger station_told after insert or update or delete on tenbo.station
  for each statement execute function tenbo.seen();

alter table tenbo.command enable row level security;
alter table tenbo.claim enable row level security;
alter table tenbo.outcome enable row level security;
alter table tenbo.station enable row level security;

create policy for_it on tenbo.command for select to tenbo_host using (host = current_user);
create policy for_it on tenbo.claim for select to tenbo_host
  using (exists (select from tenbo.command as its where its.n = claim.n));
create policy its_own on tenbo.claim for insert to tenbo_host
  with check (who = current_user and exists (select from tenbo.command as its where its.n = claim.n));
create policy for_it on tenbo.outcome for select to tenbo_host
  using (exists (select from tenbo.command as its where its.n = outcome.n));
create policy its_own on tenbo.outcome for insert to tenbo_host
  with check (who = current_user and exists (select from tenbo.command as its where its.n = outcome.n));
create policy itself on tenbo.station for all to tenbo_host using (host = current_user) with check (host = current_user);

grant select on tenbo.command to tenbo_host;
grant select, insert on tenbo.claim, tenbo.outcome to tenbo_host;
grant select, insert, update, delete on tenbo.station to tenbo_host;
