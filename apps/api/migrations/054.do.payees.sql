-- Where a withdrawal goes, as a digest that only the server can work out (docs/spec/funding.md, F54): a client's code is asked for where they
-- were never paid before. Withdrawals from before this have none.
alter table ledger.withdrawal add column payee text check (length(payee) between 1 and 100);
create index withdrawal_paid_to on ledger.withdrawal (client_id, payee) where status = 'approved' and payee is not null;
