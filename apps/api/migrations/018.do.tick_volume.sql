-- How many quotes made the hour so far: its tick volume. Null where a minute in it was recorded before quotes were counted, since a part is not the whole.
alter table ledger.bar_hour add column ticks bigint constraint bar_hour_ticks check (ticks > 0);
