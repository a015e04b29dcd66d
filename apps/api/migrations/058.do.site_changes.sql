-- In live mode two people change where deposits go and what withdrawals cost (docs/spec/manage.md): what they decided, each with its
-- proposal, whose act holds the values.
create table ledger.site_change (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('set_wallets', 'set_fees')),
  proposal_id uuid not null unique references ledger.proposal,
  at timestamptz(3) not null,
  -- New addresses take effect a day later.
  applies_from timestamptz(3) not null,
  -- Stopped, or replaced by others, before that.
  ended_at timestamptz(3),
  ended_by uuid references ledger.party,
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
      where (p.act ->> 'feeBps')::int = new.withdrawal_fee_bps and (p.act ->> 'minimum')::bigint = new.miniwithdrawal_cents)
  then
    raise exception 'settings: a fee or a minimum that no two people changed' using errcode = 'CB096';
  end if;
  return new;
end
$$;
create trigger wallets_take_two before update on app.wallets for each row execute function app.site_takes_two();
create trigger fees_take_two before update on app.settings for each row execute function app.site_takes_two();
