-- Holds on a client's money: refuses what they forbid, and writes those that a batch decided. No money moves with them.
create or replace function ledger.write_holds(p_rows jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_count int;
  v_row record;
begin
  -- F34: nothing is paid out while a hold runs. One that this very batch lifts runs no more; one that it places came after.
  if p_rows -> 'withdrawals_moved' is not null and exists (
    select 1 from jsonb_to_recordset(p_rows -> 'withdrawals_moved') as x(id uuid, from_status text, to_status text)
    join ledger.withdrawal w on w.id = x.id join ledger.hold h on h.client_id = w.client_id
    where x.from_status = 'pending' and x.to_status = 'approved' and h.lifted_at is null and h.ends_at > p_now
      and not exists (select 1 from jsonb_to_recordset(p_rows -> 'holds_moved') as l(id uuid, lifted boolean) where l.id = h.id and l.lifted)
  ) then
    raise exception 'ledger: a payout while a hold runs' using errcode = 'CB080';
  end if;

  if p_rows -> 'holds_placed' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'holds_placed') as x(id uuid, client_id uuid, code ledger.hold_code, reference text, staff_id uuid, ends_at timestamptz)
    ), written as (
      -- F33: its ground, reference and end are the table's constraints.
      insert into ledger.hold (id, client_id, code, reference, placed_by, placed_at, set_by, set_at, ends_at)
      select x.id, x.client_id, x.code, x.reference, x.staff_id, p_now, x.staff_id, p_now, x.ends_at
      from x join ledger.party p on p.id = x.client_id and p.kind = 'client' join ledger.party s on s.id = x.staff_id and s.kind = 'staff'
      -- F38: the same ground again by the same person is a renewal by another name.
      where not exists (select 1 from ledger.hold h where h.client_id = x.client_id and h.set_by = x.staff_id and h.code = x.code
        and coalesce(h.lifted_at, h.ends_at) > p_now - interval '720 hours' and x.ends_at > h.set_at + interval '720 hours')
      returning 1
    )
    select count(*) into v_count from written;
    if v_count <> jsonb_array_length(p_rows -> 'holds_placed') then
      raise exception 'ledger: a hold that this person may not place' using errcode = 'CB081';
    end if;
  end if;

  -- One after the other: a batch may renew a hold and lift it.
  for v_row in
    select x.*, exists (select 1 from ledger.party s where s.id = x.staff_id and s.kind = 'staff') as by_staff
    from jsonb_to_recordset(p_rows -> 'holds_moved') as x(id uuid, client_id uuid, staff_id uuid, ends_at timestamptz, note uuid, lifted boolean)
  loop
    if v_row.lifted then
      update ledger.hold h set lifted_by = v_row.staff_id, lifted_at = p_now, lift_note = v_row.note
      where h.id = v_row.id and h.client_id = v_row.client_id and h.lifted_at is null and h.ends_at > p_now and v_row.by_staff;
    else
      -- F38: a later end, and by somebody else than whoever set the present one.
      update ledger.hold h set set_by = v_row.staff_id, set_at = p_now, ends_at = v_row.ends_at, renewals = h.renewals + 1
      where h.id = v_row.id and h.client_id = v_row.client_id and h.lifted_at is null and h.ends_at > p_now and v_row.by_staff
        and h.set_by <> v_row.staff_id and v_row.ends_at > h.ends_at;
    end if;
    if not found then
      raise exception 'ledger: a hold is not there to be changed by this person' using errcode = 'CB082';
    end if;
  end loop;
end
$$;
