-- Version 4, text 5d4497bd5f48.
-- L31: one more book, into which new clients come from now on.
create or replace function ledger.add_book() returns smallint
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_book smallint;
begin
  lock table ledger.book in share row exclusive mode;
  insert into ledger.book (book, open) select max(b.book) + 1, true from ledger.book b returning book into v_book;
  -- RC6: nothing is written into a closed day.
  insert into ledger.head (book, number, at)
  select v_book, 0, coalesce((select (max(m.day) + 1)::timestamp at time zone 'UTC' from ledger.day_mark m where m.state = 'closed'), 'epoch');
  insert into ledger.house_balance (book, account) select v_book, code from ledger.account_kind where owner = 'house';
  return v_book;
end
$$;

-- L31: a person's row in the books, made in the transaction that makes their account. A client comes into the open book with the fewest, and stays there;
-- staff stand in book 0. Nobody is in two: the first row says in which.
create or replace function ledger.open_party(p_id uuid, p_kind text) returns void
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_book smallint := 0;
begin
  if p_kind = 'client' then
    update ledger.book b set clients = b.clients + 1
    where b.book = (select o.book from ledger.book o where o.open order by o.clients, o.book limit 1) returning b.book into strict v_book;
  end if;
  insert into ledger.party_book (id, book) values (p_id, v_book);
  insert into ledger.party (book, id, kind) values (v_book, p_id, p_kind::ledger.party_kind);
  -- Whom a proposal lets in gets the role that it names right behind this one (change_roles).
  if p_kind = 'staff' then
    insert into ledger.role_given (staff_id, role, at) values (p_id, 'owner', clock_timestamp());
  end if;
end
$$;
grant execute on function ledger.open_party(uuid, text) to clearbook_app;

-- In which book somebody is; null for nobody.
create or replace function ledger.book_of(p_id uuid) returns smallint
language sql stable set search_path = ledger, pg_temp as
$$ select k.book from ledger.party_book k where k.id = p_id $$;
grant execute on function ledger.book_of(uuid) to clearbook_app;

-- All of them, for the few sums that go over every client: who uses it says that it means to.
create or replace function ledger.books() returns smallint[]
language sql stable set search_path = ledger, pg_temp as
$$ select array_agg(b.book) from ledger.book b $$;
grant execute on function ledger.books() to clearbook_app;

-- Folds what batches appended for house accounts into their balances. Safe to run at any time, by any process.
create or replace function ledger.fold_house() returns void
language sql security definer set search_path = ledger, pg_temp as
$$
  with gone as (delete from ledger.house_delta d where d.book = any(ledger.books()) returning d.book, d.account, d.upto, d.amount),
       sums as (select book, account, max(upto) as upto, sum(amount) as amount from gone group by book, account)
  update ledger.house_balance b set amount = b.amount + s.amount, upto = greatest(b.upto, s.upto) from sums s where b.book = s.book and b.account = s.account
$$;
grant execute on function ledger.fold_house() to clearbook_app;
