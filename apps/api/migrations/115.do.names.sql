-- What open pages should read again is called an invalidation, and what people are told a notification: in the database as in the program.
alter table app.change rename to invalidation;
alter index app.change_pkey rename to invalidation_pkey;
alter index app.change_at rename to invalidation_at;
alter sequence app.change_number_seq rename to invalidation_number_seq;

-- Made again from apps/api/sql under their new names.
drop function if exists app.announce(text, text[]);
drop function if exists ledger.commit_batch(timestamptz, ledger.entry_draft[], ledger.answer_draft[], ledger.batch_rows, app.letter[], text[]);
drop function if exists app.write_letters(app.letter[]);
delete from public.ledger_function where name in ('announce', 'commit_batch', 'write_letters');
alter type app.letter rename to notification_draft;

create or replace function app.mail_waiting() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform app.invalidate('[]', '{mail}');
  return null;
end $$;

-- What a proposal holds is a command that a second person decides about.
alter table ledger.proposal rename column act to command;
drop function if exists ledger.proposal_acts();
delete from public.ledger_function where name = 'proposal_acts';

create or replace function app.site_takes_two() returns trigger
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


-- `minibalance` is the specification's name and stays at the wire.
alter table ledger.trader rename column minibalance to minimum_balance;
