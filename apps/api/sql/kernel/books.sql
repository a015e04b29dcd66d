-- Version 8, text f86d1a1f9eab.
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

-- Whether a moment is now by the clock of the books, behind which a process may be by a minute: nothing that needs notice is dated back.
create or replace function ledger.is_now(p_at timestamptz) returns boolean
language sql stable set search_path = ledger, pg_temp as
$$ select not exists (select from ledger.head h where h.book = any(ledger.books()) and h.at > p_at + interval '1 minute') $$;

-- L31: staff stand in book 0. Whoever is let in by proposal (follow_proposal) gets the role that it names right behind this one (change_roles). Granted to
-- nobody: the owner of the database opens staff for the host (`npm run staff`).
create or replace function ledger.open_staff(p_id uuid) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  insert into ledger.party_book (id, book) values (p_id, 0);
  insert into ledger.party (book, id, kind) values (0, p_id, 'staff');
  insert into ledger.role_given (staff_id, role, at) values (p_id, 'owner', clock_timestamp());
end
$$;

-- L31: a person's row in the books, made in the transaction that makes their account. A client comes into the open book with the fewest, and stays there.
-- Nobody is in two: the first row says in which.
create or replace function ledger.open_party(p_id uuid, p_kind text) returns void
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_book smallint;
begin
  if p_kind = 'staff' then
    -- G45: two whom the server made by itself could decide each other's proposals, so it makes only the first one, who has nobody to propose them. In demo
    -- mode nothing takes a second person, and its desk is opened at the start.
    if not exists (select from app.instance where mode = 'demo') then
      if current_setting('transaction_isolation') <> 'read committed' then
        raise exception 'ledger: opening staff needs READ COMMITTED isolation' using errcode = 'CB018';
      end if;
      -- Of two who come at the same time, the later one sees the earlier one.
      lock table ledger.role_given in share row exclusive mode;
      if exists (select from ledger.party p where p.book = 0 and p.kind = 'staff') then
        raise exception 'ledger: staff come and go by proposal' using errcode = 'CB093';
      end if;
    end if;
    perform ledger.open_staff(p_id);
    return;
  end if;
  update ledger.book b set clients = b.clients + 1
  where b.book = (select o.book from ledger.book o where o.open order by o.clients, o.book limit 1) returning b.book into strict v_book;
  insert into ledger.party_book (id, book) values (p_id, v_book);
  insert into ledger.party (book, id, kind) values (v_book, p_id, p_kind::ledger.party_kind);
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
