-- The id that a client's own program gave an order (docs/spec/trading.md, T78): of that client one order ever. A row for each order that has one.
create table ledger.client_order_id (
  book smallint not null,
  client_id uuid not null,
  client_order_id text not null check (client_order_id ~ '^[!-~]{1,128}$'),
  order_id uuid not null,
  primary key (book, client_id, client_order_id)
);
comment on index ledger.client_order_id_pkey is 'A client''s order by the id that their program gave it, and the rule that no second one has it.';
create unique index client_order_id_order on ledger.client_order_id (book, order_id);
comment on index ledger.client_order_id_order is 'The id that a client''s program gave an order: beside it in a list, and one at most.';
