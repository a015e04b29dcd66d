-- Version 3, text f52fef19d359.
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
