-- What one member of staff lets go alone on a UTC day (docs/spec/manage.md): limits that two people set, each with its history, and the
-- entries that are summed.

create table ledger.release_limit (
  id bigint generated always as identity primary key,
  day_cents bigint not null check (day_cents between 0 and 100000000),
  client_cents bigint not null check (client_cents between 0 and 25000000),
  -- Who proposed and who approved it stands there.
  proposal_id uuid not null unique references ledger.proposal,
  at timestamptz(3) not null,
  constraint release_limit_sound check (client_cents <= day_cents)
);

create index entry_released on ledger.entry (actor_id, at) where event in (1, 7, 8, 11);
