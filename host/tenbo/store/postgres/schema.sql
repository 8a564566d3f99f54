-- The collected store in PostgreSQL: what every host has told, as that host has it, and what the desk has decided.
--
-- A host is a role. It adds rows to its own streams (from/HOST/..., after a restored backup from/HOST~2/...), reads
-- those and the desk's, and changes nothing. No role changes or removes an event, not even the owner of the tables.

create schema tenbo;

create table tenbo.version (number integer not null);
insert into tenbo.version values (8);

create table tenbo.event (
  stream text collate "C" not null,
  seq bigint not null check (seq >= 0),
  ts_ms bigint not null check (ts_ms >= 0),
  kind text not null,
  body text not null,
  prev bytea not null,
  hash bytea not null,
  primary key (stream, seq)
);
create index event_of_kind on tenbo.event (kind, stream, seq);

-- The end of each stream and its newest start, kept by a trigger: what a host goes on from, and what a desk asks most.
create table tenbo.head (
  stream text collate "C" primary key,
  seq bigint not null,
  hash bytea not null,
  start bigint
);

create table tenbo.player (
  id bigint primary key,
  first text not null,
  last text not null,
  ema text not null,
  country text not null,
  shown text not null,
  club text not null,
  team text not null,
  newcomer text not null,
  salt bytea not null
);

create table tenbo.device_key (device text primary key, key text not null, state text not null);

-- How each host does: when it was here last by the database's clock, and by how much its own clock is ahead.
create table tenbo.host (
  name text collate "C" primary key default session_user,
  seen timestamptz not null default clock_timestamp(),
  ahead_ms bigint not null,
  round_trip_ms bigint not null,
  why text not null default ''
);

-- Up to which of the desk's records a host has taken them over: a row for each time that it has.
create table tenbo.taken (
  host text collate "C" not null default session_user,
  seq bigint not null,
  at timestamptz not null default clock_timestamp(),
  primary key (host, seq)
);

-- While it is open, hosts may give back what the desk had decided, to a database that was made again.
create table tenbo.refill (open boolean not null);
insert into tenbo.refill values (false);

create function tenbo.whose(stream text) returns text language sql immutable parallel safe
return case when stream like 'from/%' then split_part(split_part(stream, '/', 2), '~', 1) else '' end;

create function tenbo.stays() returns trigger language plpgsql as $$
begin
  raise exception 'an event is never changed and never removed' using errcode = 'TN002';
end $$;

create trigger event_stays before update or delete on tenbo.event for each row execute function tenbo.stays();
create trigger event_remains before truncate on tenbo.event for each statement execute function tenbo.stays();

alter table tenbo.event enable row level security;
alter table tenbo.head enable row level security;
alter table tenbo.host enable row level security;
alter table tenbo.taken enable row level security;

create policy own_streams on tenbo.event for insert to tenbo_host with check (tenbo.whose(stream) = current_user);
create policy given_back on tenbo.event for insert to tenbo_host
  with check (stream = 'desk' and (select refill.open from tenbo.refill));
create policy own_and_desk on tenbo.event for select to tenbo_host using (tenbo.whose(stream) in ('', current_user));
create policy own_and_desk on tenbo.head for select to tenbo_host using (tenbo.whose(stream) in ('', current_user));
create policy itself on tenbo.host for all to tenbo_host using (name = current_user) with check (name = current_user);
create policy itself on tenbo.taken for all to tenbo_host using (host = current_user) with check (host = current_user);

grant usage on schema tenbo to tenbo_host;
grant select on tenbo.version, tenbo.refill to tenbo_host;
grant select, insert on tenbo.event to tenbo_host;
grant select on tenbo.head to tenbo_host;
grant select, insert, update on tenbo.host to tenbo_host;
grant select, insert on tenbo.taken to tenbo_host;
