-- Version 7, text f42ff2bf5b31.
-- F33, F37, F38: staff place a hold on a client, renew one or lift one, each at its moment; a batch that takes two of these steps is halved. Ground,
-- reference and end, and that a lift has its reason, are the table's constraints (migrations/020 and 051).
create or replace function ledger.check_hold(p_book smallint, b ledger.hold, a ledger.hold_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_staff uuid := case when a.lifted_at is null then a.set_by else a.lifted_by end;
begin
  if not exists (select from ledger.party p where p.book = 0 and p.id = v_staff and p.kind = 'staff') then
    return 'F33';
  end if;
  if not ledger.may(v_staff, case when a.lifted_at is null then 'hold.place' else 'hold.lift' end) then
    return 'F33';
  end if;
  if b.id is null then
    return case when a.placed_by = a.set_by and a.placed_at = p_at and a.set_at = p_at and a.renewals = 0 and num_nonnulls(a.lifted_by, a.lifted_at, a.lift_note) = 0
      and exists (select from ledger.party p where p.book = p_book and p.id = a.client_id and p.kind = 'client') then null else 'F33' end;
  end if;
  return case when b.lifted_at is null and b.ends_at > p_at
    and case when a.lifted_at is not null then a.lifted_at = p_at and (a.set_at, a.ends_at, a.renewals) = (b.set_at, b.ends_at, b.renewals) and a.set_by is not distinct from b.set_by
      -- A later end. What a change of access placed is nobody's to renew.
      else b.placed_by is not null and a.ends_at > b.ends_at and a.set_at = p_at and a.renewals = b.renewals + 1 and num_nonnulls(a.lifted_by, a.lift_note) = 0 end
    then null else case when a.lifted_at is null then 'F38' else 'F37' end end;
end
$$;

-- What a client's other holds and a second person say of those that a batch placed or renewed.
create or replace function ledger.verify_hold(p_book smallint, p_rows ledger.hold_image[], p_at timestamptz) returns void
language plpgsql as
$$
declare
  v_row record;
begin
  for v_row in
    select a.*, exists (select from ledger.proposal q
        where q.subject_id = a.id and q.client_id = a.client_id and q.kind = case a.renewals when 0 then 'place_hold' else 'renew_hold' end and q.decided_by = a.set_by
          and (a.renewals > 0 or (q.command ->> 'code', q.command ->> 'reference') = (a.code::text, a.reference)) and (q.command ->> 'endsAt')::timestamptz = a.ends_at
          and ledger.approved_now(q.id)) as by_two
    from unnest(p_rows) a where a.lifted_at is null
  loop
    -- F38: a later end takes two people.
    if v_row.renewals > 0 and not v_row.by_two then
      raise exception 'ledger: a hold is renewed by one person' using errcode = 'CB082';
    end if;
    -- Alone, nobody places one within 90 days of another one's end, whoever placed that on whatever ground.
    if v_row.renewals = 0 and not v_row.by_two and exists (
      select from ledger.hold h where h.book = p_book and h.client_id = v_row.client_id and h.id <> v_row.id and h.placed_by is not null
        and coalesce(h.lifted_at, h.ends_at) > p_at - interval '@limit.hold_alone_every_ms ms'
    ) then
      raise exception 'ledger: a hold that this person may not place' using errcode = 'CB081';
    end if;
    -- F33: one hold of staff at a time.
    if exists (
      select from ledger.hold h where h.book = p_book and h.client_id = v_row.client_id and h.id <> v_row.id and h.placed_by is not null and h.lifted_at is null and h.ends_at > p_at
    ) then
      raise exception 'ledger: a hold of staff runs already' using errcode = 'CB083';
    end if;
  end loop;
end
$$;

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
