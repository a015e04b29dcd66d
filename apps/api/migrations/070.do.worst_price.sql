-- The worst price at which a market order may fill, where its client named one.
alter table ledger.client_order add column worst_price bigint check (worst_price > 0);
alter type ledger.opened_trade add attribute worst_price bigint;
