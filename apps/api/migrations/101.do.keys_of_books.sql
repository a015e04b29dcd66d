-- L32: every row of a client stands in the client's book. It is first in the key of its table, in every unique index and in every foreign key between such
-- tables, so that no row can name one of another book.
do $$
declare
  v_tables constant text[] := '{party, command, deposit, withdrawal, quote, quote_second, trade, client_order, fill, financing, trade_amendment, exposure, loan, purchase, copy, copy_skip, copy_share, hold, client_limit, time_out, manual_trade, statement_mark}';
  v_table text;
  v_key text;
  v_name text;
  v_comment text;
  r record;
begin
  for r in select conrelid::regclass as of, conname from pg_constraint
    where contype = 'f' and confrelid = any(array(select ('ledger.' || t)::regclass::oid from unnest(v_tables) t))
  loop
    execute format('alter table %s drop constraint %I', r.of, r.conname);
  end loop;
  foreach v_table in array v_tables loop
    if v_table <> 'party' then
      execute format('alter table ledger.%I add column book smallint', v_table);
      -- Until now there was one.
      execute format('update ledger.%I set book = 1', v_table);
      execute format('alter table ledger.%I alter column book set not null', v_table);
    end if;
    select c.conname, obj_description(c.conindid), string_agg(quote_ident(a.attname), ', ' order by k.place) into v_name, v_comment, v_key
    from pg_constraint c, unnest(c.conkey) with ordinality as k(attnum, place), pg_attribute a
    where c.conrelid = ('ledger.' || v_table)::regclass and c.contype = 'p' and a.attrelid = c.conrelid and a.attnum = k.attnum group by c.conname, c.conindid;
    execute format('alter table ledger.%I drop constraint %I, add constraint %I primary key (book, %s)', v_table, v_name, v_name, v_key);
    if v_comment is not null then
      execute format('comment on index ledger.%I is %L', v_name, v_comment);
    end if;
  end loop;
end
$$;
-- Staff's answers stand with staff.
update ledger.command c set book = 0 from ledger.party p where p.id = c.party_id and p.kind = 'staff';

alter table ledger.party_book add unique (book, id);
alter table ledger.party add foreign key (book, id) references ledger.party_book (book, id);
alter table ledger.deposit add foreign key (book, client_id) references ledger.party;
alter table ledger.withdrawal add foreign key (book, client_id) references ledger.party;
alter table ledger.loan add foreign key (book, client_id) references ledger.party, add foreign key (book, id) references ledger.deposit;
alter table ledger.hold add foreign key (book, client_id) references ledger.party;
alter table ledger.client_limit add foreign key (book, client_id) references ledger.party;
alter table ledger.time_out add foreign key (book, client_id) references ledger.party;
alter table ledger.copy add foreign key (book, client_id) references ledger.party;
alter table ledger.copy_skip add foreign key (book, copy_id) references ledger.copy;
alter table ledger.copy_share add foreign key (book, copy_id) references ledger.copy;
alter table ledger.financing add foreign key (book, trade_id) references ledger.trade;
alter table ledger.trade_amendment add foreign key (book, trade_id) references ledger.trade;
alter table ledger.manual_trade add foreign key (book, client_id) references ledger.party, add foreign key (book, trade_id) references ledger.trade;
alter table ledger.quote_second add foreign key (book, quote_id) references ledger.quote;

-- People whom rows of other books or of the site name.
alter table ledger.copy add foreign key (lead_id) references ledger.party_book;
alter table ledger.hold add foreign key (placed_by) references ledger.party_book, add foreign key (set_by) references ledger.party_book,
  add foreign key (lifted_by) references ledger.party_book;
alter table ledger.trader add foreign key (client_id) references ledger.party_book;
alter table ledger.proposal add foreign key (client_id) references ledger.party_book, add foreign key (proposed_by) references ledger.party_book,
  add foreign key (decided_by) references ledger.party_book;
alter table ledger.site_change add foreign key (ended_by) references ledger.party_book;
alter table app.erasure add foreign key (client_id) references ledger.party_book;

drop index ledger.loan_open;
create unique index loan_open on ledger.loan (book, client_id) where status in ('pending', 'approved');
drop index ledger.copy_one_each;
create unique index copy_one_each on ledger.copy (book, client_id, trader_id) where status <> 'stopped';
drop index ledger.trade_mirror;
create unique index trade_mirror on ledger.trade (book, copy_id, lead_trade_id) where copy_id is not null;
comment on index ledger.trade_mirror is 'A rule, and no query: a trader''s trade is mirrored once in a copy. Rows of copies alone are in it.';
drop index ledger.manual_trade_of;
create unique index manual_trade_of on ledger.manual_trade (book, trade_id) where trade_id is not null;

-- All that writes rows is told the book: the functions are made anew.
do $$
declare
  r record;
begin
  for r in select p.oid::regprocedure as of from pg_proc p where p.pronamespace = 'ledger'::regnamespace and p.prokind = 'f'
    and (p.proname ~ '^(check|follow|verify|put|read)_' or p.proname = 'commit_batch')
  loop
    execute format('drop function %s', r.of);
  end loop;
end
$$;
