-- Deposits and withdrawals of one state by amount (docs/spec/manage.md, G95): the largest of a few are found without reading those of every state.
create index deposit_status_amount on ledger.deposit (status, amount, id);
comment on index ledger.deposit_status_amount is 'Deposits in one state by their amount, for Manage''s table.';
create index withdrawal_status_amount on ledger.withdrawal (status, amount, id);
comment on index ledger.withdrawal_status_amount is 'Withdrawals in one state by their amount, for Manage''s table.';
