-- Clients in books (docs/adr/0016): a book is a set of clients that share one journal, with consecutive numbers, one clock and one head row.
-- Book 0 is the site's own: its staff. It has no journal, because nobody of staff has money here.
create table ledger.book (
  book smallint primary key check (book >= 0),
  -- Whether new clients come into it, and how many ever did.
  open boolean not null,
  clients bigint not null default 0,
  at timestamptz(3) not null default now(),
  check (book > 0 or not open)
);
insert into ledger.book (book, open, clients)
select 0, false, 0 union all select 1, true, count(*) from ledger.party where kind = 'client';

-- Whose books are in which, once and for ever: this is what is looked up, and what keeps one person out of two books.
create table ledger.party_book (
  id uuid primary key,
  book smallint not null references ledger.book
);
insert into ledger.party_book (id, book) select id, case kind when 'client' then 1 else 0 end from ledger.party;

alter table ledger.party add column book smallint references ledger.book;
update ledger.party set book = case kind when 'client' then 1 else 0 end;
alter table ledger.party alter column book set not null;
drop function ledger.open_party(uuid, text);

alter table ledger.head drop column only_row, add column book smallint not null default 1 primary key references ledger.book check (book > 0);
alter table ledger.head alter column book drop default;

drop view ledger.trial_balance;
drop view ledger.posting;
drop view ledger.house_account;
alter table ledger.entry add column book smallint not null default 1;
alter table ledger.entry alter column book drop default, drop constraint entry_pkey, add primary key (book, number);
comment on index ledger.entry_pkey is 'One entry by its number, and a book in its order: statements, proofs, and the engine that reads on from where it was.';
drop index ledger.entry_corrects;
create index entry_corrects on ledger.entry (book, corrects) where corrects is not null;
comment on index ledger.entry_corrects is 'What corrected an entry. Corrections alone are in it.';
-- Numbers of several books do not follow one another: the list of all of them goes by time.
drop index ledger.entry_adjustments;
create index entry_adjustments on ledger.entry (at, book, number) where event = 9;
comment on index ledger.entry_adjustments is 'Adjustments, newest first, for staff. Adjustments alone are in it.';

alter table ledger.house_delta add column book smallint not null default 1;
alter table ledger.house_delta alter column book drop default;
alter table ledger.house_balance add column book smallint not null default 1 references ledger.book;
alter table ledger.house_balance alter column book drop default, drop constraint house_balance_pkey, add primary key (book, account);

-- Debits are positive, credits negative, in cents.
create view ledger.posting as
select e.book, e.number as entry_number, p.line::int as line, p.account, case when p.account < 10 then e.client_id end as party_id, p.amount
from ledger.entry e, unnest(e.accounts, e.amounts) with ordinality as p(account, amount, line);

-- House accounts as they stand, over all books, folded or not.
create view ledger.house_account as
select k.code, k.name, k.normal_side,
  (select sum(b.amount) from ledger.house_balance b where b.account = k.code) + coalesce((select sum(d.amount) from ledger.house_delta d where d.account = k.code), 0) as debit_balance
from ledger.account_kind k where k.owner = 'house';

-- The trial balance: for every account, what the postings of all books say and what the running totals say. All columns are debits minus credits.
create view ledger.trial_balance as
select k.name as account, coalesce(p.amount, 0) as postings,
  case k.name
    when 'cash' then -(select coalesce(sum(cash), 0) from ledger.party)
    when 'margin' then -(select coalesce(sum(margin), 0) from ledger.party)
    when 'withdrawing' then -(select coalesce(sum(withdrawing), 0) from ledger.party)
    when 'loan' then (select coalesce(sum(loan), 0) from ledger.party)
    else (select debit_balance from ledger.house_account h where h.code = k.code)
  end as running_total
from ledger.account_kind k
left join (select account, sum(amount) as amount from ledger.posting group by account) p on p.account = k.code
order by k.code;
grant select on ledger.posting, ledger.house_account, ledger.trial_balance to clearbook_app;

-- The book is part of an entry's canonical bytes.
drop function ledger.canonical_entry(bigint);
drop function ledger.fold_house();
update ledger.entry set canonical = substring(canonical for 2) || int2send(book) || substring(canonical from 3);

-- What people and pages are told with a batch.
create type app.told as (notifications app.letter[], invalidation text);
drop function if exists ledger.commit_batch(timestamptz, ledger.entry_draft[], ledger.answer_draft[], ledger.batch_rows, app.letter[], text[]);
drop function if exists ledger.check_entries(ledger.entry_draft[]);
drop function if exists ledger.move_balances(ledger.checked_entry[], timestamptz);
drop function if exists ledger.number_entries(ledger.checked_entry[], timestamptz);
drop function if exists ledger.check_releases(bigint, int, timestamptz);
