-- What waits, by client: for whoever watches prices, page by page and client by client, and for a client's own limit. And the day orders by when they end.
drop index ledger.order_working;
create index order_working on ledger.client_order (client_id, id) where time_in_force is not null and ended_at is null;
create index order_day on ledger.client_order (expires_at) where time_in_force = 'day' and ended_at is null;
