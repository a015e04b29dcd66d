-- A profit share goes from the copier to the trader in two entries that never wait for each other: the copier's puts it into an account of the house,
-- the trader's takes it out. A bot's stays in fees, as before.
insert into ledger.account_kind (code, name, normal_side, owner) values (30, 'clearing', 'C', 'house');
-- It has a balance wherever fees have one.
insert into ledger.house_balance select (jsonb_populate_record(b, '{"account": 30, "upto": 0, "amount": 0}')).* from ledger.house_balance b where b.account = 25;
delete from ledger.posting_rule r using ledger.event_rule e, ledger.account_kind a
where e.code = r.event and a.code = r.account and e.name = 'profit_share' and a.name = 'fees' and r.side = 'D';
insert into ledger.posting_rule (event, account, side)
select e.code, a.code, side from ledger.event_rule e, ledger.account_kind a, unnest(array['D', 'C']) as side where e.name = 'profit_share' and a.name = 'clearing';
select ledger.seal_posting_rules();

-- What was taken and is on its way to the trader: written in the copier's commit, never changed, and removed some time after it was paid. It belongs
-- to no client: the copier's side writes it, and the trader's reads it.
create table ledger.share_due (
  id uuid primary key,
  copy_id uuid not null,
  month date not null,
  lead_id uuid not null,
  amount bigint not null check (amount > 0),
  at timestamptz(3) not null
);
create index share_due_lead on ledger.share_due (lead_id);

-- What reached the trader, under the id that it was due by: once.
create table ledger.share_paid (
  book smallint not null,
  id uuid not null,
  copy_id uuid not null,
  month date not null,
  lead_id uuid not null,
  amount bigint not null check (amount > 0),
  at timestamptz(3) not null,
  primary key (book, id),
  foreign key (book, lead_id) references ledger.party
);

-- What the clearing account holds, and what is due out of it: the same at every moment, and nothing while nothing is under way.
create view ledger.clearing as
select -h.debit_balance as held,
  (select coalesce(sum(d.amount), 0) from ledger.share_due d where not exists (select from ledger.share_paid p join ledger.party_book k on k.id = d.lead_id and k.book = p.book where p.id = d.id)) as due
from ledger.house_account h where h.name = 'clearing';
grant select on ledger.share_due, ledger.share_paid, ledger.clearing to clearbook_app;

-- The entries about one row are all of one client. The functions that take these sums are made again with the others.
drop type ledger.subject_sums cascade;
create type ledger.subject_sums as (
  subject uuid,
  -- Whose entries they are, and who made them.
  client uuid, actor uuid,
  -- How many there are, and a bit for each event among them; only those whose event is about a row count as served by it.
  entries int, about_row int, events bigint,
  -- Debits less credits, in cents: of the client's accounts, and of the house's.
  cash bigint, margin bigint, withdrawing bigint, loan bigint,
  trading bigint, shortfall bigint, custody bigint,
  -- A bit for each account among them; and what each entry moved of the margin, in their order.
  accounts bigint, margins bigint[]
);
create function ledger.no_sums() returns ledger.subject_sums
language sql immutable as
$$ select row(null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}')::ledger.subject_sums $$;
