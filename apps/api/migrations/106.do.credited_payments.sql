-- One payment is credited once, ever, whoever claims it: reserved here in the batch that credits it, so that no index of the clients' own rows has to
-- know about those of others.
create table ledger.credited_payment (
  method ledger.deposit_method not null,
  txid text not null check (txid = lower(txid)),
  output_index integer not null,
  deposit_id uuid not null,
  constraint payment_credited_once primary key (method, txid, output_index)
);
insert into ledger.credited_payment (method, txid, output_index, deposit_id)
select method, lower(txid), output_index, id from ledger.deposit where status = 'approved' and txid is not null and output_index is not null;
drop index ledger.deposit_output_credited;
grant select on ledger.credited_payment to clearbook_app;
