create type ledger.proposal_status as enum ('waiting', 'approved', 'declined', 'refused');

-- What this database is for: made once, at the first start.

create table app.instance (
  the_only_row boolean primary key default true check (the_only_row),
  mode text not null check (mode in ('demo', 'live')),
  market_source text not null check (market_source in ('simulated', 'replay', 'live')),
  market_seed text not null check (length(market_seed) between 1 and 128),
  seed_given boolean not null,
  generator_version integer not null check (generator_version > 0),
  created_at timestamptz not null default now()
);
comment on column app.instance.market_seed is 'Secret: whoever knows it knows every simulated price to come.';

create function app.instance_keeps_its_mode() returns trigger
language plpgsql set search_path = pg_catalog as
$$
begin
  if tg_op = 'DELETE' or new.mode <> old.mode then
    raise exception 'the mode of a database never changes';
  end if;
  return new;
end
$$;

create trigger instance_keeps_its_mode before delete or update on app.instance for each row execute function app.instance_keeps_its_mode();
revoke insert, update, delete, truncate on app.instance from clearbook_app;

-- The site's settings: one row, made here.
create table app.settings (
  the_only_row boolean primary key default true check (the_only_row),
  sitename text not null default 'Clearbook' check (length(sitename) between 1 and 60),
  favicon_file uuid references app.file,
  miniwithdrawal_cents bigint not null default 1000 check (miniwithdrawal_cents between 0 and 10000),
  withdrawal_fee_bps integer not null default 100 check (withdrawal_fee_bps between 0 and 500),
  updated_at timestamptz(3) not null,
  fee_before_bps integer check (fee_before_bps between 0 and 500),
  fee_from timestamptz(3),
  -- When the settings and the wallet addresses were first saved (docs/spec/manage.md, G64): null until then.
  created_at timestamptz(3),
  constraint settings_fee_sound check ((fee_before_bps is null) = (fee_from is null) and (fee_before_bps is null or fee_before_bps < withdrawal_fee_bps))
);
insert into app.settings (updated_at) values (now());
revoke insert, delete on app.settings from clearbook_app;

-- Where live deposits are paid to: one row. In demo mode clients see DEMO addresses, whatever is saved here.
create table app.wallets (
  the_only_row boolean primary key default true check (the_only_row),
  bitcoin text not null default '',
  ethereum text not null default '',
  usdt text not null default '',
  updated_at timestamptz(3),
  created_at timestamptz(3)
);
insert into app.wallets default values;
revoke insert, delete on app.wallets from clearbook_app;

create table ledger.proposal (
  id uuid primary key,
  kind text not null,
  -- Whose books it is about; null where it is about staff.
  client_id uuid references ledger.party_book,
  -- The payout, the trade, or the member of staff; who is to be added has no party yet.
  subject_id uuid,
  -- What it would move, in cents.
  amount bigint check (amount > 0),
  command jsonb not null,
  proposed_by uuid not null references ledger.party_book,
  proposed_at timestamptz(3) not null,
  -- Still waiting after this, it has lapsed: nobody has to write that down.
  lapses_at timestamptz(3) not null,
  status ledger.proposal_status not null default 'waiting',
  decided_by uuid references ledger.party_book,
  decided_at timestamptz(3),
  -- What the rules said, where they refused what was approved.
  refusal jsonb,
  constraint proposal_sound check (
  lapses_at = proposed_at + interval '7 days'
  and (status = 'waiting') = (decided_by is null) and (decided_by is null) = (decided_at is null)
  and (decided_by is null or decided_by <> proposed_by and decided_by is distinct from client_id)
  and (status = 'refused') = (refusal is not null))
);
create index proposal_status on ledger.proposal (status, id);
create index proposal_subject on ledger.proposal (subject_id) where subject_id is not null;

-- In live mode two people change where deposits go and what withdrawals cost (docs/spec/manage.md): what they decided, each with its
-- proposal, whose act holds the values.
create table ledger.site_change (
  id bigint primary key generated always as identity,
  kind text not null check (kind in ('set_wallets', 'set_fees')),
  proposal_id uuid not null unique references ledger.proposal,
  at timestamptz(3) not null,
  -- New addresses take effect a day later.
  applies_from timestamptz(3) not null,
  -- Stopped, or replaced by others, before that.
  ended_at timestamptz(3),
  ended_by uuid references ledger.party_book,
  fee_before_bps integer,
  fee_from timestamptz(3),
  constraint site_change_fee_sound check (num_nonnulls(fee_before_bps, fee_from) = 0 or kind = 'set_fees' and num_nulls(fee_before_bps, fee_from) = 0),
  constraint site_change_sound check (
    applies_from >= at + case kind when 'set_wallets' then interval '24 hours' else interval '0' end
    and (ended_at is null) = (ended_by is null) and ended_at < applies_from)
);
create index site_change_of_kind on ledger.site_change (kind, id desc);

-- Nobody changes them past that, whoever asks the database.
create function app.site_takes_two() returns trigger
language plpgsql set search_path = app, pg_temp as
$$
begin
  if not exists (select 1 from app.instance where mode = 'live') then
    return new;
  end if;
  if tg_table_name = 'wallets' then
    if (new.bitcoin, new.ethereum, new.usdt) is distinct from (old.bitcoin, old.ethereum, old.usdt) then
      raise exception 'wallets: deposit addresses that no two people changed' using errcode = 'CB096';
    end if;
  elsif (new.withdrawal_fee_bps, new.miniwithdrawal_cents) is distinct from (old.withdrawal_fee_bps, old.miniwithdrawal_cents)
    and not exists (
      select 1 from (select c.proposal_id from ledger.site_change c where c.kind = 'set_fees' order by c.id desc limit 1) as c
      join ledger.proposal p on p.id = c.proposal_id
      where (p.command ->> 'feeBps')::int = new.withdrawal_fee_bps and (p.command ->> 'minimum')::bigint = new.miniwithdrawal_cents)
  then
    raise exception 'settings: a fee or a minimum that no two people changed' using errcode = 'CB096';
  end if;
  return new;
end
$$;

create trigger wallets_take_two before update on app.wallets for each row execute function app.site_takes_two();
create trigger fees_take_two before update on app.settings for each row execute function app.site_takes_two();

create function app.fee_has_notice() returns trigger
language plpgsql set search_path = app, pg_temp as
$$
declare
  v_present integer := case when new.updated_at < old.fee_from then old.fee_before_bps else old.withdrawal_fee_bps end;
begin
  if new.withdrawal_fee_bps > v_present
    and (new.withdrawal_fee_bps, new.fee_before_bps, new.fee_from) is distinct from (old.withdrawal_fee_bps, old.fee_before_bps, old.fee_from)
    and (new.fee_from >= new.updated_at + interval '30 days' and new.fee_before_bps <= v_present) is not true
    and exists (select 1 from app.instance where mode = 'live')
  then
    raise exception 'settings: a fee is raised before its notice is over' using errcode = 'CB073';
  end if;
  return new;
end
$$;

create trigger fee_has_notice before update on app.settings for each row execute function app.fee_has_notice();

-- Which key seals: a server that was started with another one says so at once, and does not fail at the first person who logs in.
create table app.seal_mark (
  the_only_row boolean primary key default true check (the_only_row),
  mark bytea not null check (length(mark) = 32)
);

-- Where the tiny write goes that shows whether the database still takes any (apps/api/sql/kernel/probe_storage.sql). It never keeps a row, and
-- vacuuming often lets the next probe need new space again.
create table app.storage_probe (
  padding text storage plain
);
alter table app.storage_probe set (autovacuum_vacuum_threshold=10, autovacuum_vacuum_scale_factor=0);

-- How many clients lost money in the twelve months before `until`, for the risk warning: one row, made here, reckoned anew once a day.
create table app.track_record (
  the_only_row boolean primary key default true check (the_only_row),
  clients integer not null default 0 check (clients >= 0),
  lost integer not null default 0,
  until timestamptz(3),
  check (lost between 0 and clients)
);
insert into app.track_record default values;
revoke insert, delete on app.track_record from clearbook_app;
