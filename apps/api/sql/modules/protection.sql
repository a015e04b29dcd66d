-- Version 4, text a69ad7ee16ea.
-- Y2: nothing that a client set on themselves is looser before a day has passed since they asked for it.
create or replace function ledger.check_client_limit(p_book smallint, b ledger.client_limit, a ledger.client_limit_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  -- Nothing is beyond every limit.
  v_none bigint := 9223372036854775807;
  -- What holds until now.
  v_present bigint := coalesce(case when b.client_id is null then null when b.next_at <= p_at then b.next_amount else b.amount end, v_none);
begin
  return case when a.set_at = p_at and coalesce(a.amount, v_none) <= v_present
    and (a.next_at is null or a.next_at >= p_at + interval '@limit.loosening_ms ms' and ledger.is_now(p_at) or (a.next_at, a.next_amount) is not distinct from (b.next_at, b.next_amount))
    and exists (select from ledger.party p where p.book = p_book and p.id = a.client_id and p.kind = 'client') then null else 'Y2' end;
end
$$;

-- Y6: what stands only grows, and what waits for its client to come back goes on waiting. Y7: they are back a day after they asked, which they
-- can once the time is over.
create or replace function ledger.check_time_out(p_book smallint, b ledger.time_out, a ledger.time_out_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  if a.return_at is not null then
    return case when a.kind = 'self_exclusion' and b.kind = 'self_exclusion' and (a.started_at, a.until) = (b.started_at, b.until) and a.until <= p_at
      and (a.return_at = b.return_at or b.return_at is null and a.return_at >= p_at + interval '@limit.loosening_ms ms' and ledger.is_now(p_at)) then null else 'Y7' end;
  end if;
  return case when a.started_at = p_at and a.until > p_at and (b.client_id is null or a.until >= greatest(b.until, b.return_at))
    and (a.kind = 'self_exclusion' or b.kind is distinct from 'self_exclusion' or b.return_at is not null)
    and exists (select from ledger.party p where p.book = p_book and p.id = a.client_id and p.kind = 'client') then null else 'Y6' end;
end
$$;

-- Whoever set something on themselves has it read with every batch from here on.
create or replace function ledger.follow_client_limit(p_book smallint, p_rows ledger.client_limit_image[], p_at timestamptz) returns void
language sql as
$$ update ledger.party set guarded = true where book = p_book and not guarded and id in (select client_id from unnest(p_rows)) $$;

create or replace function ledger.follow_time_out(p_book smallint, p_rows ledger.time_out_image[], p_at timestamptz) returns void
language sql as
$$ update ledger.party set guarded = true where book = p_book and not guarded and id in (select client_id from unnest(p_rows)) $$;

-- T7, F1, P12, B6: who is suspended, or whose account has ended, opens nothing, adds no paper money, buys nothing and borrows nothing. Y5: nor does who takes a break,
-- or has not come back from an exclusion (Y7).
create or replace function ledger.check_active(p_book smallint, p_entries ledger.checked_entry[], p_at timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if exists (
    select from unnest(p_entries) e left join ledger.party p on p.book = p_book and p.id = e.client_id
    where e.event in (@event.trade_opened, @event.demo_top_up, @event.plan_bought, @event.loan_approved) and case when p.status = 'active' then
      p.guarded and exists (select from ledger.time_out o where o.book = p_book and o.client_id = e.client_id
        and (o.until > p_at or o.kind = 'self_exclusion' and coalesce(o.return_at, 'infinity') > p_at)) else true end
  ) then
    raise exception 'ledger: an entry for somebody who opens nothing now' using errcode = 'CB023';
  end if;
end
$$;
