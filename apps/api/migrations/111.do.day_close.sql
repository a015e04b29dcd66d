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

-- RC4: what was signed stays what it was. Whoever undoes a match waits for whoever signs, and finds the day closed.
create function app.keep_signed_match() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  v_closed date;
begin
  lock table ledger.day_mark in share mode;
  select max(m.day) into v_closed from ledger.day_mark m where m.state = 'closed';
  if (select l.day from app.statement_line l where l.id = old.line_id) <= v_closed
    or (select (o.at at time zone 'UTC')::date from ledger.outside_movements('-infinity', 'infinity') o where o.kind = old.kind and o.id = old.record_id) <= v_closed then
    raise exception 'RC4: a match of a closed day' using errcode = 'CB129';
  end if;
  return old;
end $$;
create trigger statement_match_signed before delete on app.statement_match for each row execute function app.keep_signed_match();
