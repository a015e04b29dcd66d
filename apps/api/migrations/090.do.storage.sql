-- Which version of each door the database has: an older program leaves a newer door alone (docs/spec/operations.md, O53).
alter table public.door add column version integer not null default 0;

-- Where the tiny write goes that shows whether the database still takes any (apps/api/doors/probe_storage.sql). It never keeps a row, and
-- vacuuming often lets the next probe need new space again.
create table app.storage_probe (padding text) with (autovacuum_vacuum_threshold = 10, autovacuum_vacuum_scale_factor = 0);
alter table app.storage_probe alter column padding set storage plain;
