-- Adjustments are few among the entries, and staff list them by themselves.
create index entry_adjustments on ledger.entry (number) where event = 9;
