-- Version 3, text d27d7b51fde9.
-- G68: a member of staff stops new deposit addresses before they take effect. Returns who had proposed them; null where none wait.
create or replace function ledger.stop_addresses(p_staff uuid, p_at timestamptz) returns uuid
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_proposal uuid;
begin
  if not exists (select 1 from ledger.party where book = 0 and id = p_staff and kind = 'staff' and status = 'active') then
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
