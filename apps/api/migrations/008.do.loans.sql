-- Loans. An application is a deposit with method Loan that waits for a decision, and a row here under the same id; both are written by
-- ledger.write_loans and by nothing else.
create type ledger.loan_status as enum ('pending', 'approved', 'rejected', 'repaid', 'written_off');

create table ledger.loan (
  id uuid primary key references ledger.deposit,
  client_id uuid not null references ledger.party,
  level smallint not null,
  amount bigint not null,
  term_days smallint not null,
  status ledger.loan_status not null default 'pending',
  -- Still owed, and what was charged, repaid and written off so far: sums of the loan's entries, kept by the door.
  principal bigint not null default 0 check (principal >= 0),
  interest bigint not null default 0 check (interest >= 0),
  charged bigint not null default 0 check (charged >= 0),
  repaid bigint not null default 0 check (repaid >= 0),
  written_off bigint not null default 0 check (written_off >= 0),
  -- UTC days: lent on, due on, and the last one whose interest was charged or passed over.
  approved_on date,
  due_on date,
  interest_through date,
  -- While set, the positions that were open at that moment are being closed.
  called_at timestamptz(3),
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid,
  closed_at timestamptz(3),
  -- The levels that exist.
  constraint loan_level check ((level, amount, term_days) in ((1, 200000000, 25), (2, 500000000, 90))),
  -- Nothing appears or vanishes: what was lent and charged is owed, repaid or written off.
  constraint loan_sound check (
    case when status in ('pending', 'rejected') then principal + interest + charged + repaid + written_off = 0 and approved_on is null
    else amount + charged = principal + interest + repaid + written_off and due_on = approved_on + term_days
      and interest_through between approved_on and due_on end
    and (status = 'approved') = (principal + interest > 0)
    and (status = 'written_off') = (written_off > 0)
    and (called_at is null or status = 'approved')
    and (status = 'pending') = (decided_at is null) and (status in ('repaid', 'written_off')) = (closed_at is not null)
  )
);
-- One open loan a client, whatever the server says.
create unique index loan_open on ledger.loan (client_id) where status in ('pending', 'approved');
create index loan_client on ledger.loan (client_id, id);
create index loan_due on ledger.loan (interest_through, id) where status = 'approved';
-- A loan's own entries, for its history.
create index entry_loan on ledger.entry (subject_id, number) where event between 11 and 14;

-- A loan has no address, no coins, no rate, no proof and no payment that could be credited twice.
alter type ledger.deposit_method add value 'loan';
alter table ledger.deposit
  alter column address drop not null, alter column pay_units drop not null, alter column rate drop not null,
  alter column rate_source drop not null, alter column expires_at drop not null,
  drop constraint deposit_check,
  add constraint deposit_sound check (
    case when method::text = 'loan' then
      num_nonnulls(address, pay_units, rate, rate_source, expires_at, proof_file, proof_at, received_units, receipt_rate, txid, output_index) = 0
      and status in ('pending', 'approved', 'rejected') and (status = 'approved') = (credited is not null)
    else
      num_nonnulls(address, pay_units, rate, rate_source, expires_at) = 5
      and (status in ('approved')) = (credited is not null and txid is not null and output_index is not null)
    end
  );

-- What an applicant wrote about themselves (income, goals) is a note of its own kind.
alter table app.note drop constraint note_kind_check;
alter table app.note add constraint note_kind_check check (kind in ('reason', 'destination', 'loan'));
