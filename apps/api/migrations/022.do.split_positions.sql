-- What splits make of trades and of orders that wait (docs/spec/corporate-actions.md, Q9 to Q12).
alter type ledger.closed_by add value 'split';

-- Shares held for each share bought: every new rate multiplied, and every old one. Not in lowest terms, so that nothing leads back to none.
alter table ledger.trade add column splits_num bigint not null default 1 check (splits_num > 0), add column splits_den bigint not null default 1 check (splits_den > 0);
alter table ledger.trade drop constraint trade_sound;
alter table ledger.trade add constraint trade_sound check (lots > 0 and open_lots >= 0 and open_lots::numeric * splits_den <= lots::numeric * splits_num
  and collateral_left between 0 and collateral + greatest(dividends, 0)
  and required_margin_left >= 0 and required_margin > 0 and required_margin <= collateral and leverage_hundredths > 0 and shortfall >= 0
  and (status = 'closed') = (open_lots = 0) and (open_lots > 0 or (collateral_left = 0 and required_margin_left = 0)));

-- Trades that had the same splits are summed together: their results are as exact as they were.
alter table ledger.exposure add column splits_num bigint not null default 1, add column splits_den bigint not null default 1;
alter table ledger.exposure drop constraint exposure_pkey;
alter table ledger.exposure add primary key (book, client_id, symbol, side, splits_num, splits_den);
comment on index ledger.exposure_pkey is 'What a client has open of an instrument and a side, summed: moved by every open and close, and read for limits and margins.';

create table ledger.trade_split (
  book smallint not null,
  action_id uuid not null references ledger.corporate_action,
  trade_id uuid not null,
  client_id uuid not null,
  lots_before bigint not null check (lots_before > 0),
  lots bigint not null check (lots > 0),
  splits_before_num bigint not null,
  splits_before_den bigint not null,
  splits_num bigint not null,
  splits_den bigint not null,
  at timestamptz(3) not null,
  primary key (book, action_id, trade_id),
  foreign key (book, trade_id) references ledger.trade
);
comment on index ledger.trade_split_pkey is 'Whether a trade had its split: once each, and before any of it is closed at a later quote.';
-- Each split follows another one, or none.
create unique index trade_split_chain on ledger.trade_split (book, trade_id, splits_before_num, splits_before_den);
comment on index ledger.trade_split_chain is 'A trade''s splits one after another, compared with its row whenever that is written. And a rule: none is applied twice.';

create table ledger.order_split (
  book smallint not null,
  action_id uuid not null references ledger.corporate_action,
  order_id uuid not null,
  client_id uuid not null,
  lots_before bigint not null check (lots_before > 0),
  lots bigint not null check (lots > 0),
  limit_price_before bigint,
  limit_price bigint,
  stop_price_before bigint,
  stop_price bigint,
  at timestamptz(3) not null,
  primary key (book, action_id, order_id)
);
comment on index ledger.order_split_pkey is 'Whether a waiting order had its split, once each: what was said of it then.';
