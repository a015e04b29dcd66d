-- Version 2, text 474374668487.
-- G66: what two people decided about where deposits go and what withdrawals cost, by proposals that are approved now: the values are the
-- proposal's own. Addresses wait for their day beside those in effect, and take the place of others that still wait.
create or replace function ledger.write_site(p_rows jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  x record;
begin
  for x in
    select c.*, p.kind, p.act, p.decided_by, p.id is not null as approved
    from jsonb_to_recordset(p_rows -> 'site_changes') as c(proposal_id uuid, applies_from timestamptz, fee_before_bps int, fee_from timestamptz)
    left join ledger.proposal p on p.id = c.proposal_id and p.kind in ('set_wallets', 'set_fees') and p.status = 'approved' and p.decided_at = p_now
  loop
    if not x.approved then
      raise exception 'ledger: a change of the site that no two people made' using errcode = 'CB096';
    end if;
    if x.kind = 'set_wallets' then
      update app.wallets set created_at = coalesce(created_at, p_now), updated_at = p_now;
      update ledger.site_change set ended_at = p_now, ended_by = x.decided_by where kind = x.kind and ended_at is null and applies_from > p_now;
    end if;
    insert into ledger.site_change (kind, proposal_id, at, applies_from) values (x.kind, x.proposal_id, p_now, x.applies_from);
    if x.kind = 'set_fees' then
      update app.settings set withdrawal_fee_bps = (x.act ->> 'feeBps')::int, miniwithdrawal_cents = (x.act ->> 'minimum')::bigint,
        fee_before_bps = x.fee_before_bps, fee_from = x.fee_from, created_at = coalesce(created_at, p_now), updated_at = p_now;
    end if;
  end loop;

  perform app.tell_staff(s.template, s.values, s.by, s.proposed_by, p_now)
  from jsonb_to_recordset(p_rows -> 'staff_told') as s(template text, values jsonb, by uuid, proposed_by uuid);
  perform app.tell_fee(f.percent, f."from", p_now) from jsonb_to_recordset(p_rows -> 'fees_told') as f(percent text, "from" timestamptz);
end
$$;
