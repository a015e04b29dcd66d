-- What two people set for everybody, from a moment on (docs/spec/configuration.md). Nothing is changed or taken out: of the versions of one thing that are in
-- effect, the one whose effect began last counts.
create table ledger.config_version (
  number bigint generated always as identity primary key,
  proposal_id uuid not null unique references ledger.proposal,
  item text not null check (length(item) between 1 and 40),
  key text not null check (length(key) <= 40),
  value jsonb not null check (jsonb_typeof(value) = 'object'),
  effective_at timestamptz(3) not null,
  proposed_by uuid not null references ledger.party_book,
  approved_by uuid not null references ledger.party_book,
  reason text not null check (length(reason) between 1 and 500),
  reverts uuid references ledger.config_version (proposal_id),
  at timestamptz(3) not null,
  constraint config_version_by_two check (proposed_by <> approved_by),
  constraint config_version_not_before check (effective_at >= at)
);
create index config_version_in_force on ledger.config_version (item, key, effective_at desc, number desc);
comment on index ledger.config_version_in_force is 'The value in effect of each thing, and what is to come.';
create trigger config_version_kept before update or delete or truncate on ledger.config_version for each statement execute function ledger.keep_log();

-- Each version is a change of terms, and so a leaf of the log.
alter table ledger.terms_change drop constraint terms_change_source_check,
  add constraint terms_change_source_check check (source in ('fees', 'wallets', 'package', 'signal_plan', 'release_limit', 'trader', 'configuration'));
create function ledger.note_configured() returns trigger
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_key text := trim(new.item || ' ' || new.key);
begin
  insert into ledger.terms_change (at, source, row_key, before, after)
  values (new.at, 'configuration', v_key,
    (select c.after from ledger.terms_change c where c.source = 'configuration' and c.row_key = v_key order by c.number desc limit 1),
    jsonb_build_object('value', new.value, 'effective_at', new.effective_at, 'proposal_id', new.proposal_id));
  return null;
end
$$;
create trigger config_version_noted after insert on ledger.config_version for each row execute function ledger.note_configured();
create index terms_change_configuration on ledger.terms_change (row_key, number) where source = 'configuration';
comment on index ledger.terms_change_configuration is 'What was said of a thing before: its last change.';

-- What all clients of a book have open of an instrument, summed: moved by every commit that moves a trade, and summed over the books for limits. In today's shares, so
-- that splits, which are part of the key, change no sum over it. Nothing is required of a sum: one that were too low must not keep anybody from closing.
create table ledger.instrument_volume (
  book smallint not null,
  symbol text not null,
  side ledger.side not null,
  splits_num bigint not null,
  splits_den bigint not null,
  lots bigint not null,
  primary key (book, symbol, side, splits_num, splits_den)
);
comment on index ledger.instrument_volume_pkey is 'What clients have open of an instrument, which a limit is held against.';
alter table ledger.instrument_volume set (fillfactor = 50);
-- How a commit moves it: what it opens, and all that it adds or takes.
create type ledger.volume_move as (symbol text, side ledger.side, splits_num bigint, splits_den bigint, opened bigint, moved bigint);
-- What is traded meanwhile would be in neither.
lock table ledger.exposure in share row exclusive mode;
insert into ledger.instrument_volume (book, symbol, side, splits_num, splits_den, lots)
select book, symbol, side, splits_num, splits_den, sum(lots) from ledger.exposure group by 1, 2, 3, 4, 5;
