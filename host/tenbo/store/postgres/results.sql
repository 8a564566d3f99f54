-- Results that were worked out once, as host/tenbo/store/cached_results.py tells; hosts have nothing to do with them.

create table tenbo.result (
  session integer not null,
  place integer not null,
  token text not null,
  stream text collate "C" not null,
  seq bigint not null,
  hash bytea not null,
  body text not null,
  primary key (session, place)
);
