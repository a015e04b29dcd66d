-- Market orders are listed with all others.
drop index ledger.order_client;
create index order_client on ledger.client_order (client_id, id);
