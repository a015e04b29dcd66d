-- Version 3, text 4af498988583.
-- A change of access (address, password, second factor) delays this client's payouts for 24 hours, in the transaction of the change. It
-- runs beside a hold of staff, counts for nobody's days, and a later change begins its 24 hours again. Returns until when; null for staff.
create or replace function ledger.cool_down(p_client uuid, p_at timestamptz) returns timestamptz
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_id uuid;
  v_at timestamptz(3) := p_at;
  v_reference text;
  v_book smallint := ledger.book_of(p_client);
begin
  perform 1 from ledger.party where book = v_book and id = p_client and kind = 'client' and status <> 'closed' for no key update;
  if not found then
    return null;
  end if;
  update ledger.hold set set_at = v_at, ends_at = v_at + interval '@limit.cooling_ms ms', renewals = renewals + 1
  where book = v_book and client_id = p_client and placed_by is null and lifted_at is null and ends_at > v_at
  returning id, reference into v_id, v_reference;
  if v_id is null then
    v_id := gen_random_uuid();
    v_reference := 'SC-' || upper(left(v_id::text, 8));
    insert into ledger.hold (book, id, client_id, code, reference, placed_at, set_at, ends_at)
    values (v_book, v_id, p_client, 'security_cooling', v_reference, v_at, v_at, v_at + interval '@limit.cooling_ms ms');
  end if;
  insert into ledger.audit (at, actor_id, action, subject_type, subject_id, client_id, facts)
  values (v_at, p_client, 'hold.automatic', 'hold', v_id::text, p_client,
    jsonb_build_object('ground', 'Security cooling', 'reference', v_reference, 'until', to_char((v_at + interval '@limit.cooling_ms ms') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')));
  return v_at + interval '@limit.cooling_ms ms';
end
$$;

grant execute on function ledger.cool_down(uuid, timestamptz) to clearbook_app;
