-- Version 3, text 03aaa83a078a.
-- Holds on a client's money: refuses what they forbid, and writes those that a batch decided. No money moves with them.
create or replace function ledger.write_holds(p_rows jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
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

  -- F33, F38: its ground, reference and end are the table's constraints. One after the other, so that each is judged by what was before it.
  for v_row in
    select x.*, exists (select 1 from jsonb_array_elements(p_rows -> 'proposals_moved') as m join ledger.proposal q on q.id = (m ->> 'id')::uuid
        where m ->> 'status' = 'approved' and q.kind = 'place_hold' and q.client_id = x.client_id and q.subject_id = x.id and (m ->> 'decided_by')::uuid = x.staff_id
          and q.act ->> 'code' = x.code::text and q.act ->> 'reference' = x.reference and (q.act ->> 'endsAt')::timestamptz = x.ends_at) as by_two
    from jsonb_to_recordset(p_rows -> 'holds_placed') as x(id uuid, client_id uuid, code ledger.hold_code, reference text, staff_id uuid, ends_at timestamptz)
  loop
    insert into ledger.hold (id, client_id, code, reference, placed_by, placed_at, set_by, set_at, ends_at)
    select v_row.id, v_row.client_id, v_row.code, v_row.reference, v_row.staff_id, p_now, v_row.staff_id, p_now, v_row.ends_at
    from ledger.party p, ledger.party s
    where p.id = v_row.client_id and p.kind = 'client' and s.id = v_row.staff_id and s.kind = 'staff'
      -- Alone, nobody places one within 90 days of another one's end, whoever placed that on whatever ground.
      and (v_row.by_two or not exists (select 1 from ledger.hold h
        where h.client_id = v_row.client_id and h.placed_by is not null and coalesce(h.lifted_at, h.ends_at) > p_now - interval '@limit.hold_alone_every_ms ms'));
    if not found then
      raise exception 'ledger: a hold that this person may not place' using errcode = 'CB081';
    end if;
  end loop;

  -- One after the other: a batch may renew a hold and lift it.
  for v_row in
    select x.*, exists (select 1 from ledger.party s where s.id = x.staff_id and s.kind = 'staff') as by_staff,
      exists (select 1 from jsonb_array_elements(p_rows -> 'proposals_moved') as m join ledger.proposal q on q.id = (m ->> 'id')::uuid
        where m ->> 'status' = 'approved' and q.kind = 'renew_hold' and q.client_id = x.client_id and q.subject_id = x.id
          and (m ->> 'decided_by')::uuid = x.staff_id and (q.act ->> 'endsAt')::timestamptz = x.ends_at) as by_two
    from jsonb_to_recordset(p_rows -> 'holds_moved') as x(id uuid, client_id uuid, staff_id uuid, ends_at timestamptz, note uuid, lifted boolean)
  loop
    if v_row.lifted then
      update ledger.hold h set lifted_by = v_row.staff_id, lifted_at = p_now, lift_note = v_row.note
      where h.id = v_row.id and h.client_id = v_row.client_id and h.lifted_at is null and h.ends_at > p_now and v_row.by_staff;
    else
      -- F38: a later end, by two people. What a change of access placed is nobody's to renew.
      update ledger.hold h set set_by = v_row.staff_id, set_at = p_now, ends_at = v_row.ends_at, renewals = h.renewals + 1
      where h.id = v_row.id and h.client_id = v_row.client_id and h.lifted_at is null and h.ends_at > p_now and v_row.by_staff
        and v_row.by_two and h.placed_by is not null and v_row.ends_at > h.ends_at;
    end if;
    if not found then
      raise exception 'ledger: a hold is not there to be changed by this person' using errcode = 'CB082';
    end if;
  end loop;

  -- F33: one hold of staff at a time.
  if p_rows -> 'holds_placed' is not null and exists (
    select 1 from jsonb_to_recordset(p_rows -> 'holds_placed') as x(id uuid, client_id uuid)
    join ledger.hold h on h.client_id = x.client_id and h.id <> x.id and h.placed_by is not null and h.lifted_at is null and h.ends_at > p_now
    join ledger.hold n on n.id = x.id and n.lifted_at is null
  ) then
    raise exception 'ledger: a hold of staff runs already' using errcode = 'CB083';
  end if;

  -- G42: an approved proposal of a hold has its hold in the same commit.
  if exists (
    select 1 from jsonb_array_elements(p_rows -> 'proposals_moved') as m join ledger.proposal q on q.id = (m ->> 'id')::uuid
    where m ->> 'status' = 'approved' and q.kind in ('place_hold', 'renew_hold') and not exists (
      select 1 from jsonb_array_elements(coalesce(p_rows -> 'holds_placed', '[]') || coalesce(p_rows -> 'holds_moved', '[]')) as x
      where (x ->> 'id')::uuid = q.subject_id and (x ->> 'client_id')::uuid = q.client_id
        and (q.kind = 'renew_hold' or x ->> 'code' = q.act ->> 'code' and x ->> 'reference' = q.act ->> 'reference') and (x ->> 'ends_at')::timestamptz = (q.act ->> 'endsAt')::timestamptz)
  ) then
    raise exception 'ledger: a hold was approved and not placed' using errcode = 'CB084';
  end if;
end
$$;
