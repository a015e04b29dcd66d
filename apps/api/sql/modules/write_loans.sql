-- Version 1, text 20bdda209aa9.
-- Loans: writes the rows that a batch decided, checks each against its entry, and says how many events got their row here.
--
-- A loan moves by the differences that its entry posted; the table's own constraint keeps the sum: what was lent and charged is owed, repaid or
-- written off.
create or replace function ledger.write_loans(
  p_rows jsonb, p_now timestamptz, p_event smallint[], p_client uuid[], p_subject uuid[], v_cash bigint[], v_loan bigint[], v_margin bigint[]
) returns int
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_count int;
  v_served int := 0;
  v_today date := (p_now at time zone 'UTC')::date;
begin
  -- B12: borrowed money does not leave: not as a withdrawal, not for a plan, not as somebody else's share. The totals are those after the batch,
  -- so a later loss in the same batch may look like a breach; the batch is then halved until each command stands alone, and passes.
  if p_event && array[@event.withdrawal_requested, @event.plan_bought, @event.profit_share]::smallint[] and exists (
    select 1 from unnest(p_event, p_client, v_cash) as u(event, client, cash) join ledger.party p on p.id = u.client
    where u.event in (@event.withdrawal_requested, @event.plan_bought, @event.profit_share) and u.cash > 0 and p.loan > 0 and p.cash < p.loan
  ) then
    raise exception 'ledger: borrowed money leaves' using errcode = 'CB019';
  end if;

  if p_rows -> 'loans_created' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'loans_created') as x(id uuid, client_id uuid, level smallint, amount bigint, term_days smallint, created_at timestamptz)
    ), deposits as (
      insert into ledger.deposit (id, client_id, amount, method, status, created_at)
      select id, client_id, amount, 'loan', 'pending', created_at from x
      returning id
    )
    insert into ledger.loan (id, client_id, level, amount, term_days, created_at)
    select id, client_id, level, amount, term_days, created_at from x;
  end if;

  if p_rows -> 'loans_moved' is not null then
    with x as (
      select * from jsonb_to_recordset(p_rows -> 'loans_moved') as x(e int, id uuid, from_status ledger.loan_status, to_status ledger.loan_status,
        principal bigint, interest bigint, charged bigint, repaid bigint, written_off bigint,
        approved_on date, due_on date, interest_through date, called_at timestamptz, decided_by uuid)
    ), written as (
      update ledger.loan l set status = x.to_status,
        principal = l.principal + x.principal, interest = l.interest + x.interest, charged = l.charged + x.charged,
        repaid = l.repaid + x.repaid, written_off = l.written_off + x.written_off,
        approved_on = x.approved_on, due_on = x.due_on, interest_through = x.interest_through, called_at = x.called_at,
        decided_at = case when x.from_status = 'pending' then p_now else l.decided_at end,
        decided_by = case when x.from_status = 'pending' then x.decided_by else l.decided_by end,
        closed_at = case when x.to_status in ('repaid', 'written_off') then p_now end
      from x
      -- B17: a loan is decided once and ends once, and every move is the one that its entry posted.
      where l.id = x.id and l.status = x.from_status
        and (x.e is null or p_subject[x.e] = l.id and p_client[x.e] = l.client_id and v_loan[x.e] = x.principal + x.interest)
        and (x.from_status = 'pending' or x.approved_on = l.approved_on and x.due_on = l.due_on)
        and case p_event[x.e]
          -- Lent: the whole of it, into the client's cash.
          when @event.loan_approved then x.from_status = 'pending' and x.to_status = 'approved' and x.principal = l.amount and v_cash[x.e] = -l.amount
            and (x.interest, x.charged, x.repaid, x.written_off) = (0, 0, 0, 0) and x.approved_on = v_today and x.interest_through = v_today
          -- A day's interest: the next day only, not before it has begun, by the rate, half to even.
          when @event.loan_interest then x.from_status = 'approved' and x.to_status = 'approved' and x.interest_through = l.interest_through + 1 and x.interest_through <= v_today
            and x.interest = x.charged and 2 * abs(x.interest * 3650000 - l.principal * @limit.interest_bps) <= 3650000
            and (x.principal, x.repaid, x.written_off) = (0, 0, 0)
          -- Repaid from cash: interest first.
          when @event.loan_repaid then x.from_status = 'approved' and x.repaid = v_cash[x.e] and x.interest_through = l.interest_through
            and x.to_status::text = case when l.principal + l.interest = x.repaid then 'repaid' else 'approved' end
            and x.interest = -least(x.repaid, l.interest) and (x.charged, x.written_off) = (0, 0)
          -- Written off: the whole rest, after the due day.
          when @event.loan_written_off then x.from_status = 'approved' and x.to_status = 'written_off' and v_today > l.due_on and x.interest_through = l.interest_through
            and x.principal = -l.principal and x.interest = -l.interest and x.written_off = l.principal + l.interest and (x.charged, x.repaid) = (0, 0)
          else x.e is null and (x.principal, x.interest, x.charged, x.repaid, x.written_off) = (0, 0, 0, 0, 0) and (
            x.from_status = 'pending' and x.to_status = 'rejected'
            -- A day of a suspended client is passed over; a call is made or lifted.
            or x.from_status = 'approved' and x.to_status = 'approved'
              and (x.interest_through = l.interest_through or x.interest_through = l.interest_through + 1 and x.interest_through <= v_today))
        end
      returning l.id, x.e, x.from_status, x.to_status, l.amount, x.decided_by
    ), decided as (
      update ledger.deposit d set status = w.to_status::text::ledger.deposit_status, credited = case when w.to_status = 'approved' then w.amount end,
        decided_at = p_now, decided_by = w.decided_by
      from written w where d.id = w.id and w.from_status = 'pending'
    )
    select count(*), count(e) into v_count, v_served from written;
    if v_count <> jsonb_array_length(p_rows -> 'loans_moved') then
      raise exception 'ledger: a loan is not in the state that its decision needs, or differs from its entry' using errcode = 'CB018';
    end if;
  end if;
  return v_served;
end
$$;
