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
