-- Since when a position that an order opened was held: from after the quote that filled the order, which may be written down much later (docs/spec/trading.md,
-- T27, and docs/spec/corporate-actions.md, Q3). It was read from when its stops counted, which its client can move. No amendment has moved it where that is earlier.
alter table ledger.trade add column held_since timestamptz(3);
update ledger.trade set held_since = protected_at where order_id is not null and protected_at <= opened_at + interval '1 ms'
  and exists (select from ledger.working_order o where o.book = trade.book and o.id = trade.order_id and o.time_in_force::text not in ('ioc', 'fok'));
