-- The Manage area: tables that stay quick with a million rows.

-- All pieces of one, two and three characters of a text, in lower case: what an index needs to find an e-mail by any part of it.
create function app.pieces(p_text text) returns text[]
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select coalesce(array_agg(distinct substr(t.word, i, n)), '{}')
  from (select lower(p_text) as word) t cross join generate_series(1, 3) as n cross join lateral generate_series(1, length(t.word) - n + 1) as i
$$;
grant execute on function app.pieces(text) to clearbook_app;
create index user_email_pieces on app.user using gin (app.pieces(email));

-- Every thousandth key of a long list, oldest first: the total and any page are found from here, without counting or skipping the rows
-- before it. Rows are only ever added to these lists, at their end; the job that keeps this map counts everything afresh now and then.
create table app.page_map (
  list text not null check (length(list) <= 40),
  step int not null check (step > 0),
  key text not null check (length(key) <= 40),
  primary key (list, step)
);

create index trade_client on ledger.trade (client_id, id);
create index deposit_status on ledger.deposit (status, id);
create index withdrawal_status on ledger.withdrawal (status, id);
create index party_blocked on ledger.party (id) where status <> 'active';
create index audit_actor on ledger.audit (actor_id, number);
create index audit_action on ledger.audit (action, number);

-- Results that staff wrote down by hand. `id` is the subject of the adjustment that carries the money. With a trade: what was added when staff
-- closed it. Without one: a trade of its own, which no quote stands behind and no performance figure counts.
create table ledger.manual_trade (
  id uuid primary key,
  client_id uuid not null references ledger.party,
  trade_id uuid references ledger.trade,
  symbol text not null,
  side ledger.side not null,
  lots bigint not null check (lots > 0),
  -- For the client, in cents: a loss is negative. What is added to a trade never is.
  amount bigint not null check (amount <> 0 and (trade_id is null or amount > 0)),
  at timestamptz(3) not null
);
create index manual_trade_client on ledger.manual_trade (client_id, at desc, id desc) where trade_id is null;
create unique index manual_trade_of on ledger.manual_trade (trade_id) where trade_id is not null;

-- Accounts that were closed and whose owner's data is to be erased. Written with the closing; a job does the rest and says when it was done.
create table app.erasure (
  client_id uuid primary key references ledger.party,
  asked_at timestamptz(3) not null,
  done_at timestamptz(3)
);
create index erasure_open on app.erasure (asked_at) where done_at is null;
-- Stored files whose rows are gone: their bytes are still to be removed.
create table app.file_to_remove (id uuid primary key);
