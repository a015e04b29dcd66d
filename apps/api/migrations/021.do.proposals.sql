-- What one member of staff proposes and another one decides (docs/spec/manage.md, G40 and on).

create type ledger.proposal_kind as enum ('adjust', 'record_trade', 'add_to_trade', 'approve_payout', 'add_staff', 'remove_staff');
create type ledger.proposal_status as enum ('waiting', 'approved', 'declined', 'refused');

create table ledger.proposal (
  id uuid primary key,
  kind ledger.proposal_kind not null,
  -- Whose books it is about; null where it is about staff.
  client_id uuid references ledger.party,
  -- The payout, the trade, or the member of staff; who is to be added has no party yet.
  subject_id uuid,
  -- What it would move, in cents.
  amount bigint check (amount > 0),
  -- Exactly what would be done: ids, codes and sums. The reason and an address stand in app.note, where they can be erased.
  act jsonb not null,
  proposed_by uuid not null references ledger.party,
  proposed_at timestamptz(3) not null,
  -- Still waiting after this, it has lapsed: nobody has to write that down.
  lapses_at timestamptz(3) not null,
  status ledger.proposal_status not null default 'waiting',
  decided_by uuid references ledger.party,
  decided_at timestamptz(3),
  -- What the rules said, where they refused what was approved.
  refusal jsonb,
  constraint proposal_sound check (
    (kind in ('add_staff', 'remove_staff')) = (client_id is null) and (client_id is null) = (amount is null)
    and (kind in ('adjust', 'record_trade') or subject_id is not null)
    and lapses_at = proposed_at + interval '7 days'
    and (status = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)
    -- Two people, and nobody about themselves.
    and (decided_by is null or decided_by <> proposed_by and decided_by is distinct from client_id)
    and (status = 'refused') = (refusal is not null))
);
create index proposal_status on ledger.proposal (status, id);
create index proposal_subject on ledger.proposal (subject_id) where subject_id is not null;

-- Why a proposal was declined.
alter table app.note drop constraint note_kind_check;
alter table app.note add constraint note_kind_check check (kind in ('reason', 'destination', 'loan', 'answer'));

-- The host lets a member of staff in again whose access had been ended (`npm run staff -- add EMAIL`).
create function ledger.reopen_staff(p_id uuid) returns void
language sql security definer set search_path = ledger, pg_temp as
$$ update ledger.party set status = 'active' where id = p_id and kind = 'staff' and status = 'closed' $$;
grant execute on function ledger.reopen_staff(uuid) to clearbook_app;
