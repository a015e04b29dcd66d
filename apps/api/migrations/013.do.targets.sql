-- Parts of a trade that are closed at prices of their own, nearest first (docs/spec/actions.md, J14): [{"price", "lots"}], whole numbers as text.
alter table ledger.trade add column targets jsonb check (jsonb_typeof(targets) = 'array');
alter table ledger.working_order add column targets jsonb check (jsonb_typeof(targets) = 'array');

-- They are changed as a stop and a take profit are, and the change is kept.
alter table ledger.trade_amendment add column targets_before jsonb, add column targets jsonb,
  drop constraint amendment_changes,
  add constraint amendment_changes check (
    (stop_loss, take_profit, trailing_distance, targets) is distinct from (stop_loss_before, take_profit_before, trailing_distance_before, targets_before));
