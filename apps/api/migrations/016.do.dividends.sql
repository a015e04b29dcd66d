-- What companies do to their shares, as a source announced it (docs/spec/corporate-actions.md): appended by ledger.record_corporate_action alone, well
-- before it takes effect, and never changed. The site's, and read from every book.
create table ledger.corporate_action (
  id uuid primary key,
  type text not null check (type = 'cash_dividend'),
  symbol text not null,
  -- Dollars a share, in units of 1e-10.
  rate bigint not null check (rate > 0),
  -- In New York: the first day on which the share trades without it.
  ex_date date not null,
  effective_at timestamptz(3) not null,
  source text not null check (length(source) between 1 and 200),
  source_time timestamptz(3) not null,
  recorded_at timestamptz(3) not null,
  constraint corporate_action_sound check (effective_at = (ex_date + time '09:25') at time zone 'America/New_York' and effective_at >= recorded_at + interval '24 hours'
    and source_time <= recorded_at and extract(isodow from ex_date) < 6),
  -- A second source that says it again, or says something else, changes nothing.
  constraint corporate_action_once unique (symbol, ex_date, type)
);
comment on index ledger.corporate_action_pkey is 'One action by its id, with each dividend that is booked.';
comment on index ledger.corporate_action_once is 'What concerns a share, by its ex-date: once a closing is filled, and for the lists of what is ahead. And a rule: an action is announced once.';
-- Whoever owns the table is refused as well: what clients were told is what happens.
create function ledger.keep_corporate_action() returns trigger
language plpgsql set search_path = pg_catalog as
$$
begin
  raise exception 'ledger: what was announced is never changed' using errcode = 'CB110';
end
$$;
create trigger corporate_action_kept before update or delete or truncate on ledger.corporate_action for each statement execute function ledger.keep_corporate_action();

-- What a dividend brought a trade or cost it, once a trade.
create table ledger.dividend (
  book smallint not null,
  action_id uuid not null references ledger.corporate_action,
  trade_id uuid not null,
  client_id uuid not null,
  lots bigint not null check (lots > 0),
  -- For the client: what is paid is negative. What moved is less where no more was left of the collateral.
  amount bigint not null,
  moved bigint not null,
  at timestamptz(3) not null,
  primary key (book, action_id, trade_id),
  foreign key (book, trade_id) references ledger.trade,
  constraint dividend_sound check (case when amount < 0 then moved between amount and 0 else moved = amount end)
);
comment on index ledger.dividend_pkey is 'Whether a trade had its dividend: once each, and before it is closed.';
create index dividend_trade on ledger.dividend (trade_id);
comment on index ledger.dividend_trade is 'What dividends moved of a trade, compared with its row whenever that is written.';
create index dividend_client on ledger.dividend (client_id, at desc);
comment on index ledger.dividend_client is 'A client''s dividends, newest first, and their sums by year.';

-- Who was told of an action that is ahead.
create table app.action_notice (
  action_id uuid not null references ledger.corporate_action,
  client_id uuid not null references ledger.party_book,
  at timestamptz(3) not null,
  primary key (action_id, client_id)
);

alter table ledger.trade add column dividends bigint not null default 0;
alter table ledger.trade drop constraint trade_sound;
-- A dividend that was received lies in the collateral.
alter table ledger.trade add constraint trade_sound check (lots > 0 and open_lots between 0 and lots and collateral_left between 0 and collateral + greatest(dividends, 0)
  and required_margin_left >= 0 and required_margin > 0 and required_margin <= collateral and leverage_hundredths > 0 and shortfall >= 0
  and (status = 'closed') = (open_lots = 0) and (open_lots > 0 or (collateral_left = 0 and required_margin_left = 0)));

insert into ledger.account_kind (code, name, normal_side, owner) values (31, 'dividends', 'C', 'house');
insert into ledger.house_balance (book, account) select book, 31 from ledger.book where book > 0;
insert into ledger.event_rule (code, name, subject, to_status, demo_only) values (18, 'dividend', 'trade_financed', null, false);
insert into ledger.posting_rule (event, account, side)
select 18, a.code, r.side from (values ('margin', 'D'), ('margin', 'C'), ('dividends', 'D'), ('dividends', 'C')) as r(account, side) join ledger.account_kind a on a.name = r.account;
select ledger.seal_posting_rules();
