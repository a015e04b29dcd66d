-- Until when every quote has been looked at and what it set off is decided (docs/spec/watch.md, W16): one row, moved on by ledger.advance_watch alone.
create table ledger.watch (
  id boolean primary key default true check (id),
  until timestamptz(3)
);
insert into ledger.watch default values;

-- Since when quotes count for a trailing stop: when it was set or its best price was seen, where that is not when its trade's stops were last changed (T25).
alter table ledger.trade add column trailing_since timestamptz(3);
