-- In which order rows have come here: which of two tellings was there first no host's clock can say.

alter table tenbo.event add column arrived bigint generated always as identity;
