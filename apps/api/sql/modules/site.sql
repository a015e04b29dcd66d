-- Version 6, text 5ab0d08ae94a.
-- G66: where deposits go and what withdrawals cost changes with a proposal about just that, once. It is never written again here.
create or replace function ledger.check_site_change(p_book smallint, b ledger.site_change, a ledger.site_change_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when b.id is null and a.at = p_at and ledger.is_now(p_at) and num_nonnulls(a.ended_at, a.ended_by) = 0 and (a.kind = 'set_wallets' or a.applies_from = p_at)
    and exists (select from ledger.proposal q where q.id = a.proposal_id and q.kind = a.kind)
    then null else 'G66' end;
end
$$;

create or replace function ledger.verify_site_change(p_book smallint, p_rows ledger.site_change_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a where not ledger.approved_now(a.proposal_id)) then
    raise exception 'ledger: a change of the site that no two people made' using errcode = 'CB096';
  end if;
end
$$;

-- What follows from proposals about the site, whose changes are written by now: the values are the proposal's own. Addresses wait for their
-- day beside those in effect, and take the place of others that still wait. G65: staff hear of every proposal and of every approval.
create or replace function ledger.change_site(p_proposals ledger.proposal_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  x record;
  v_announced timestamptz;
  v_percent text;
begin
  for x in
    select q.*, q.status = 'approved' as approved, c.id as change_id, c.applies_from, c.fee_before_bps, c.fee_from
    from unnest(p_proposals) q left join ledger.site_change c on c.proposal_id = q.id
    where q.kind in ('set_wallets', 'set_fees') and q.status in ('waiting', 'approved')
  loop
    v_percent := to_char((x.command ->> 'feeBps')::int / 100.0, 'FM90.00');
    if x.approved and x.kind = 'set_wallets' then
      update app.wallets set created_at = coalesce(created_at, p_at), updated_at = p_at;
      update ledger.site_change set ended_at = p_at, ended_by = x.decided_by
      where kind = 'set_wallets' and ended_at is null and applies_from > p_at and id < x.change_id;
    elsif x.approved and x.change_id is not null then
      select case when s.fee_from > p_at then s.fee_from end into v_announced from app.settings s;
      update app.settings set withdrawal_fee_bps = (x.command ->> 'feeBps')::int, miniwithdrawal_cents = (x.command ->> 'minimum')::bigint,
        fee_before_bps = x.fee_before_bps, fee_from = x.fee_from, created_at = coalesce(created_at, p_at), updated_at = p_at;
      -- F43: clients hear from when on it is more, or that an announced raise does not come.
      if v_announced is distinct from x.fee_from then
        perform app.tell_fee(v_percent, x.fee_from, p_at);
      end if;
    end if;
    perform app.tell_staff(
      case x.kind when 'set_fees' then 'fees-' else 'wallets-' end || case when x.approved then 'approved' else 'proposed' end,
      case x.kind when 'set_fees' then jsonb_build_object('percent', v_percent, 'minimum', to_char((x.command ->> 'minimum')::bigint / 100.0, 'FM999999990.00'))
        else jsonb_strip_nulls(jsonb_build_object('bitcoin', x.command ->> 'bitcoin', 'ethereum', x.command ->> 'ethereum', 'usdt', x.command ->> 'usdt',
          'from', to_char(x.applies_from at time zone 'UTC', 'YYYY-MM-DD HH24:MI'))) end,
      case when x.approved then x.decided_by else x.proposed_by end, case when x.approved then x.proposed_by end, p_at);
  end loop;
end
$$;

-- G68: a member of staff stops new deposit addresses before they take effect. Returns who had proposed them; null where none wait.
create or replace function ledger.stop_addresses(p_staff uuid, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_proposal uuid;
begin
  if not ledger.may(p_staff, 'wallet.change') then
    raise exception 'ledger: addresses are stopped by nobody of staff' using errcode = 'CB096';
  end if;
  -- Whoever approves others meanwhile holds this row.
  perform 1 from app.wallets for no key update;
  update ledger.site_change set ended_at = p_at, ended_by = p_staff where kind = 'set_wallets' and ended_at is null and applies_from > p_at
  returning proposal_id into v_proposal;
  return (select p.proposed_by from ledger.proposal p where p.id = v_proposal);
end
$$;

grant execute on function ledger.stop_addresses(uuid, timestamptz) to clearbook_app;
