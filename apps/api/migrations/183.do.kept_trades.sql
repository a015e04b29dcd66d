-- C18: what each trade that a client kept would have brought as its copy stopped, by the quotes that say so (docs/spec/copying.md). Once each: a trade is of
-- one copy, and that stops once.
create table ledger.kept_trade (
  book smallint not null,
  trade_id uuid not null,
  copy_id uuid not null,
  quote_id text not null,
  conversion_quote_id text,
  value bigint not null,
  at timestamptz(3) not null,
  primary key (book, trade_id),
  foreign key (book, trade_id) references ledger.trade,
  foreign key (book, copy_id) references ledger.copy,
  foreign key (book, quote_id) references ledger.quote,
  foreign key (book, conversion_quote_id) references ledger.quote
);
-- What a copy is settled on as it stops, and its lines in the archive.
create index kept_trade_copy on ledger.kept_trade (book, copy_id);
