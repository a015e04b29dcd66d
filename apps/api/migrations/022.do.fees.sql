-- A raised withdrawal fee, and one that is switched on for a client, apply in live mode 30 days after the clients were told (docs/spec/funding.md).

-- The moment from which a client's billing applies; null: it applies as soon as it is on.
alter table ledger.party add column billing_from timestamptz(3), add constraint party_billing_sound check (billing or billing_from is null);

-- withdrawal_fee_bps is the percent as staff set it. Where it was raised with notice, the one before it applies until fee_from.
alter table app.settings
  add column fee_before_bps integer check (fee_before_bps between 0 and 500),
  add column fee_from timestamptz(3),
  add constraint settings_fee_sound check ((fee_before_bps is null) = (fee_from is null) and (fee_before_bps is null or fee_before_bps < withdrawal_fee_bps));

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
