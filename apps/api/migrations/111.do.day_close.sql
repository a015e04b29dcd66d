-- The close of a day (docs/spec/reconciliation.md, RC6 and RC7): one person prepares it, another signs it. Only what sql/features/day_close.sql writes is here,
-- and nothing of it is changed or taken out: of a day the last row counts.
create table ledger.day_mark (
  number bigint generated always as identity primary key,
  day date not null,
  state text not null check (state in ('prepared', 'sent_back', 'closed')),
  staff_id uuid not null references ledger.party_book,
  at timestamptz(3) not null,
  -- The trial balance of the day and how far each book was, and the differences with what was said of each. Null where it was sent back.
  figures jsonb,
  differences jsonb,
  reason text check (length(reason) between 1 and 500),
  constraint day_mark_sound check ((state = 'sent_back') = (figures is null) and (state = 'sent_back') = (reason is not null) and (figures is null) = (differences is null))
);
create unique index day_mark_closed on ledger.day_mark (day) where state = 'closed';
create index day_mark_day on ledger.day_mark (day desc, number desc);
comment on index ledger.day_mark_day is 'How far a day''s close is: its last row.';
create trigger day_mark_kept before update or delete or truncate on ledger.day_mark for each statement execute function ledger.keep_log();
