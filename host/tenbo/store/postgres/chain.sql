-- Each stream is a chain: rows go on where their stream ends, or the whole statement is refused.
--
-- All rows of a statement are looked at together, in a few questions however many they are: hosts that fill a database
-- again send hundreds in one. The client leaves out a row that is there already, and checks that it is the same
-- (host/tenbo/store/postgres/store.py); what is looked at here is new.

drop trigger if exists event_follows on tenbo.event;
drop trigger if exists event_told on tenbo.event;

-- The same hash as on every host (host/tenbo/store/chain.py), over the name that the stream has there. Not immutable,
-- as what turns texts into bytes is not: so it is written out where it is used, which takes half the time of a call.
create or replace function tenbo.digest(prev bytea, stream text, seq bigint, ts_ms bigint, kind text, body text)
returns bytea language sql stable parallel safe
return sha256(
  int4send(octet_length(prev)) || prev
  || int4send(octet_length(convert_to(stream, 'UTF8'))) || convert_to(stream, 'UTF8')
  || int4send(8) || int8send(seq) || int4send(8) || int8send(ts_ms)
  || int4send(octet_length(convert_to(kind, 'UTF8'))) || convert_to(kind, 'UTF8')
  || int4send(octet_length(convert_to(body, 'UTF8'))) || convert_to(body, 'UTF8')
);

create or replace function tenbo.follows() returns trigger language plpgsql as $$
declare
  wrong record;
  is_read boolean := false;
begin
  -- Who else adds to one of these streams waits until we are done, and then sees what we have added.
  perform tenbo.lock_stream(names.stream)
    from (select distinct fresh.stream from fresh order by fresh.stream) as names;
  with ends as materialized (
    select names.stream, regexp_replace(names.stream, '^from/[^/]+/', '') as origin,
      coalesce(head.seq, -1) as seq, coalesce(head.hash, ''::bytea) as hash
    from (select distinct fresh.stream from fresh) as names left join tenbo.head on head.stream = names.stream
  ), told as (
    select fresh.*, ends.origin,
      lag(fresh.seq, 1, ends.seq) over its as last_seq, lag(fresh.hash, 1, ends.hash) over its as last_hash
    from fresh join ends on ends.stream = fresh.stream
    window its as (partition by fresh.stream order by fresh.seq)
  )
  select told.stream, told.seq, told.last_seq, told.seq > told.last_seq and told.prev = told.last_hash as goes_on
    into wrong from told
    where told.seq <= told.last_seq or told.prev <> told.last_hash
      or told.hash <> tenbo.digest(told.prev, told.origin, told.seq, told.ts_ms, told.kind, told.body)
    order by told.stream, told.seq limit 1;
  if found and wrong.goes_on then
    raise exception '% % was changed in transit or on its host', wrong.stream, wrong.seq
      using errcode = 'TN001';
  elsif found then
    raise exception '% % %', wrong.stream, wrong.seq,
      case when wrong.last_seq < 0 then 'is not the first event, but nothing before it is stored'
        else format('does not follow the last stored event, %s', wrong.last_seq) end
      using errcode = 'TN001';
  end if;
  begin
    select coalesce(bool_and(
        fresh.body::json is not null and fresh.body !~ '([0-9]{250}){4}' and tenbo.is_shallow(fresh.body)), true)
      into is_read from fresh;
  exception when data_exception or statement_too_complex then
    is_read := false;
  end;
  if not is_read then
    raise exception '% has an event that is no JSON', (select min(fresh.stream) from fresh) using errcode = 'TN001';
  end if;
  return null;
end $$;

-- Heads follow the rows, and every listener is notified; what has changed is always selected, never taken from here.
create or replace function tenbo.told() returns trigger
language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into tenbo.head as known (stream, seq, hash, start)
    select fresh.stream, max(fresh.seq), (array_agg(fresh.hash order by fresh.seq desc))[1],
      max(fresh.seq) filter (where fresh.kind = 'start')
    from fresh group by fresh.stream
    on conflict (stream) do update
      set seq = excluded.seq, hash = excluded.hash, start = coalesce(excluded.start, known.start);
  perform pg_notify('tenbo', names.stream) from (select distinct fresh.stream from fresh) as names;
  return null;
end $$;

-- In the order of their names: the heads are still the old ones when the chain is looked at.
create trigger event_follows after insert on tenbo.event referencing new table as fresh
  for each statement execute function tenbo.follows();
create trigger event_told after insert on tenbo.event referencing new table as fresh
  for each statement execute function tenbo.told();
