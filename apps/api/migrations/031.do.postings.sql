-- A journal entry carries its postings in its own row: an entry never changes, so nothing is lost, and the busiest write of the product has
-- two rows and two index entries less. `ledger.posting` is the same list as before, one line a posting.
alter table ledger.entry add column accounts smallint[], add column amounts bigint[];
update ledger.entry e set accounts = p.accounts, amounts = p.amounts
from (select entry_number, array_agg(account order by line) as accounts, array_agg(amount order by line) as amounts from ledger.posting group by entry_number) as p
where p.entry_number = e.number;
alter table ledger.entry alter column accounts set not null, alter column amounts set not null;

drop view ledger.trial_balance;
drop table ledger.posting;

-- Debits are positive, credits negative, in cents.
create view ledger.posting as
select e.number as entry_number, p.line::int as line, p.account, case when p.account < 10 then e.client_id end as party_id, p.amount
from ledger.entry e, unnest(e.accounts, e.amounts) with ordinality as p(account, amount, line);

-- The trial balance: for every account, what the postings say and what the running totals say. All columns are debits minus credits.
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
grant select on ledger.posting, ledger.trial_balance to clearbook_app;

-- The lines of one entry while a batch is checked and written.
create type ledger.posted as (accounts smallint[], amounts bigint[]);

-- PostgreSQL's own sum of bigints is reckoned in numeric, at several times the cost. Beyond a bigint this one is an error.
create aggregate ledger.total(bigint) (sfunc = int8pl, stype = bigint, initcond = '0');

-- What a batch writes most is handed to the door in these shapes: read at a fraction of what JSON costs.
create type ledger.opened_trade as (
  -- Its entry's number inside the batch.
  e int,
  id uuid, client_id uuid, symbol text, side ledger.side, lots bigint, collateral bigint, required_margin bigint, leverage_hundredths int,
  entry_price bigint, entry_quote_id text, opened_at timestamptz, order_id uuid, fill_id uuid, conversion_quote_id text,
  copy_id uuid, lead_trade_id uuid, equity_at_open bigint, waited boolean,
  stop_loss bigint, take_profit bigint, trailing_distance bigint, trailing_peak bigint, protected_at timestamptz
);
create type app.letter as (
  id uuid, user_id uuid, to_address text, template text, values jsonb, subject_id uuid, at timestamptz, hidden boolean, quiet boolean
);

-- Their parameters change; apps/api/doors has them as they are now.
drop function if exists app.write_letters(jsonb);
drop function ledger.commit_batch(timestamptz, smallint[], uuid[], uuid[], uuid[], bigint[], int[], smallint[], bigint[], uuid[], text[], text[], text[], json, json, json, jsonb, text[]);
