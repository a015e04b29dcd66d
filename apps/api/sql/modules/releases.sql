-- Version 4, text ff003c42ba3d.
-- G58: the limits of a proposal, once, and of one that is approved in the same commit. They are never changed.
create or replace function ledger.check_release_limit(p_book smallint, b ledger.release_limit, a ledger.release_limit_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
begin
  return case when b.id is null and a.at = p_at and exists (
    select from ledger.proposal q where q.id = a.proposal_id and q.kind = 'set_release_limits'
      and ((q.command ->> 'dayLimit')::bigint, (q.command ->> 'clientLimit')::bigint) = (a.day_cents, a.client_cents)
  ) then null else 'G58' end;
end
$$;

create or replace function ledger.verify_release_limit(p_book smallint, p_rows ledger.release_limit_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a where not ledger.approved_now(a.proposal_id)) then
    raise exception 'ledger: limits that no two people set' using errcode = 'CB095';
  end if;
end
$$;

-- What one member of staff may let go alone on a UTC day, in cents: of everybody's money and of one client's. Until two people set others,
-- $25,000.00 and $10,000.00.
create or replace function ledger.release_limits(out day_cents bigint, out client_cents bigint)
language sql stable set search_path = ledger, pg_temp as
$$
  select l.day_cents, l.client_cents from (
    (select 0 as older, r.day_cents, r.client_cents from ledger.release_limit r order by r.id desc limit 1)
    union all select 1, @limit.release_day, @limit.release_client
  ) as l order by l.older limit 1
$$;

grant execute on function ledger.release_limits() to clearbook_app;

-- What members of staff let go alone from a moment on, by client and UTC day, from the entries: deposits credited, payouts approved and
-- returned, loans approved, in whichever book. What came with an approved proposal is the word of two, and counts for neither of them.
create or replace function ledger.released_alone(p_staff uuid[], p_from timestamptz)
returns table (staff_id uuid, client_id uuid, day date, cents bigint)
language sql stable security definer set search_path = ledger, pg_temp as
$$
  select e.actor_id, e.client_id, (e.at at time zone 'UTC')::date, abs(sum(p.amount)::bigint)
  from ledger.entry e, unnest(e.accounts, e.amounts) as p(account, amount)
  where e.book = any(ledger.books()) and e.actor_id = any(p_staff)
    and e.event in (@event.deposit_approved, @event.withdrawal_approved, @event.withdrawal_returned, @event.loan_approved) and e.at >= p_from and p.account = case e.event when @event.withdrawal_approved then @account.withdrawing else @account.cash end
    and not exists (select 1 from ledger.proposal o join ledger.proposed_commands() a on a.kind = o.kind and a.entry_names_it
      where o.subject_id = e.subject_id and o.status = 'approved' and a.event = e.event)
  group by e.book, e.number
$$;

grant execute on function ledger.released_alone(uuid[], timestamptz) to clearbook_app;

-- G56: once a batch's entries are written, and nobody else can write any: what one member of staff let go alone on this UTC day is within the
-- limits. Called in live mode for a batch that lets something go.
create or replace function ledger.check_releases(p_book smallint, p_first bigint, p_count int, p_at timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_day timestamptz := date_trunc('day', p_at at time zone 'UTC') at time zone 'UTC';
  v_staff uuid[];
begin
  select array_agg(distinct e.actor_id) into v_staff from ledger.entry e
  where e.book = p_book and e.number > p_first and e.number <= p_first + p_count and e.event in (@event.deposit_approved, @event.withdrawal_approved, @event.withdrawal_returned, @event.loan_approved)
    and not exists (select 1 from ledger.proposal o join ledger.proposed_commands() a on a.kind = o.kind and a.entry_names_it
      where o.subject_id = e.subject_id and o.status = 'approved' and a.event = e.event);
  if v_staff is null then
    return;
  end if;
  if exists (select 1 from unnest(v_staff) as s(id) where not exists (select 1 from ledger.party p where p.book = 0 and p.id = s.id and p.kind = 'staff')) then
    raise exception 'ledger: money is let go by nobody of staff' using errcode = 'CB094';
  end if;
  if exists (
    select 1 from ledger.release_limits() l, (
      select ledger.total(r.cents) over (partition by r.staff_id) as day_cents, ledger.total(r.cents) over (partition by r.staff_id, r.client_id) as client_cents
      from ledger.released_alone(v_staff, v_day) r where r.day = (v_day at time zone 'UTC')::date
    ) as s where s.day_cents > l.day_cents or s.client_cents > l.client_cents
  ) then
    raise exception 'ledger: beyond what one person lets go on a day' using errcode = 'CB094';
  end if;
end
$$;
