-- The trade that was closed in the same commit to turn the position round (docs/spec/actions.md, J6).
alter table ledger.trade add column reverses uuid;
