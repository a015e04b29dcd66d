-- Version 3, text b193c6a83b3e.
-- F33, F37, F38: staff place a hold on a client, renew one or lift one, each at its moment; a batch that takes two of these steps is halved. Ground,
-- reference and end, and that a lift has its reason, are the table's constraints.
create or replace function ledger.check_hold(p_book smallint, b ledger.hold, a ledger.hold_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_staff uuid := case when a.lifted_at is null then a.set_by else a.lifted_by end;
begin
  if not exists (select from ledger.party p where p.book = 0 and p.id = v_staff and p.kind = 'staff') then
    return 'F33';
  end if;
  if b.id is null then
    return case when a.placed_by = a.set_by and a.placed_at = p_at and a.set_at = p_at and a.renewals = 0 and num_nonnulls(a.lifted_by, a.lifted_at, a.lift_note) = 0
      and exists (select from ledger.party p where p.book = p_book and p.id = a.client_id and p.kind = 'client') then null else 'F33' end;
  end if;
  return case when (a.client_id, a.code, a.reference, a.placed_at) = (b.client_id, b.code, b.reference, b.placed_at) and a.placed_by is not distinct from b.placed_by
    and b.lifted_at is null and b.ends_at > p_at
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
