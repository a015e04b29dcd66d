-- What staff stop for everybody in an emergency, and let go on (docs/spec/switches.md). Nothing is changed or taken out: the last word of a name counts.
create table ledger.switch_change (
  number bigint generated always as identity primary key,
  id uuid not null unique,
  name text not null check (name in ('trading', 'forex', 'crypto', 'stocks', 'deposits', 'sign_up', 'copying')),
  stopped boolean not null,
  banner text not null check (length(banner) <= 200 and stopped = (banner <> '')),
  reason text not null check (length(reason) between 1 and 500),
  staff_id uuid not null references ledger.party_book,
  at timestamptz(3) not null
);
create index switch_change_name on ledger.switch_change (name, number desc);
comment on index ledger.switch_change_name is 'What is stopped now: the last row of each name.';
create trigger switch_change_kept before update or delete or truncate on ledger.switch_change for each statement execute function ledger.keep_log();
