-- Two orders of a client that cancel one another name each other. The column costs an order by itself nothing but a bit.
alter table ledger.working_order add column oco_id uuid check (oco_id <> id);
create index order_linked on ledger.working_order (oco_id) where oco_id is not null and ended_at is null;
comment on index ledger.order_linked is 'The order that one cancels as it ends (ORDER_LINKED_TO).';
