-- Holds on a client's money: what delays the approval of their withdrawals, and nothing else (docs/spec/funding.md, F33 to F40).

create type ledger.hold_code as enum ('aml_review', 'court_order', 'security_cooling');

create table ledger.hold (
  id uuid primary key,
  client_id uuid not null references ledger.party,
  code ledger.hold_code not null,
  -- What the client reads and can name; never about the person.
  reference text not null,
  placed_by uuid not null references ledger.party,
  placed_at timestamptz(3) not null,
  -- Who set the end that holds now, by placing or by renewing, and when.
  set_by uuid not null references ledger.party,
  set_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  renewals smallint not null default 0,
  lifted_by uuid references ledger.party,
  lifted_at timestamptz(3),
  -- Under which the reason is kept.
  lift_note uuid,
  constraint hold_reference check (reference = btrim(reference) and length(reference) between 1 and 120),
  constraint hold_end check (ends_at > set_at and ends_at <= set_at + interval '720 hours'),
  constraint hold_by_others check (client_id not in (placed_by, set_by) and lifted_by is distinct from client_id),
  constraint hold_renewed check (set_at >= placed_at and (renewals > 0 or set_at = placed_at and set_by = placed_by)),
  constraint hold_lifted check ((lifted_at is null) = (lifted_by is null) and (lifted_at is null) = (lift_note is null) and (lifted_at is null or lifted_at between set_at and ends_at))
);
create index hold_client on ledger.hold (client_id, placed_at);
