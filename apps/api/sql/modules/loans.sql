-- Version 6, text 5edc6b8d42f1.
-- B17: a loan is decided once and ends once, and every move of it is the one that its entry posted. The table's own constraints (migrations/008) keep
-- B1, the levels that there are, and the sum: what was lent and charged is owed, repaid or written off.
create or replace function ledger.check_loan(p_book smallint, b ledger.loan, a ledger.loan_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_today date := (p_at at time zone 'UTC')::date;
  v_principal bigint := a.principal - b.principal;
  v_interest bigint := a.interest - b.interest;
  v_charged bigint := a.charged - b.charged;
  v_repaid bigint := a.repaid - b.repaid;
  v_written_off bigint := a.written_off - b.written_off;
  v_is_active boolean := (select p.status = 'active' from ledger.party p where p.book = p_book and p.id = a.client_id);
begin
  if b.id is null then
    return case when s.entries = 0 and a.status = 'pending' and a.created_at = p_at
      and (a.principal, a.interest, a.charged, a.repaid, a.written_off) = (0, 0, 0, 0, 0)
      and num_nonnulls(a.approved_on, a.due_on, a.interest_through, a.called_at, a.decided_at, a.decided_by, a.closed_at) = 0 then null else 'B17' end;
  end if;
  return case when
    (s.entries = 0 or s.entries = 1 and s.client = b.client_id and s.loan = v_principal + v_interest)
    and (a.closed_at is not distinct from case when a.status in ('repaid', 'written_off') then p_at end)
    and case when b.status = 'pending' then a.decided_at = p_at and a.decided_by is not null
      else (a.approved_on, a.due_on, a.decided_at, a.decided_by) = (b.approved_on, b.due_on, b.decided_at, b.decided_by) end
    and case s.events
      -- Lent: the whole of it, into the client's cash.
      when @bit.loan_approved then b.status = 'pending' and a.status = 'approved' and v_principal = b.amount and s.cash = -b.amount
        and (v_interest, v_charged, v_repaid, v_written_off) = (0, 0, 0, 0) and a.approved_on = v_today and a.interest_through = v_today
      -- A day's interest: the next day only, not before it has begun, by the rate, half to even. B9: of nobody who is suspended.
      when @bit.loan_interest then b.status = 'approved' and a.status = 'approved' and a.interest_through = b.interest_through + 1 and a.interest_through <= v_today
        and v_interest = v_charged and 2 * abs(v_interest * 3650000 - b.principal * @limit.interest_bps) <= 3650000
        and (v_principal, v_repaid, v_written_off) = (0, 0, 0) and v_is_active
      -- Repaid from cash: interest first.
      when @bit.loan_repaid then b.status = 'approved' and v_repaid = s.cash and a.interest_through = b.interest_through
        and a.status = case when b.principal + b.interest = v_repaid then 'repaid'::ledger.loan_status else 'approved' end
        and v_interest = -least(v_repaid, b.interest) and (v_charged, v_written_off) = (0, 0)
      -- Written off: the whole rest, after the due day.
      when @bit.loan_written_off then b.status = 'approved' and a.status = 'written_off' and v_today > b.due_on and a.interest_through = b.interest_through
        and (a.principal, a.interest) = (0, 0) and v_written_off = b.principal + b.interest and (v_charged, v_repaid) = (0, 0)
      else s.entries = 0 and (v_principal, v_interest, v_charged, v_repaid, v_written_off) = (0, 0, 0, 0, 0) and (
        b.status = 'pending' and a.status = 'rejected'
        -- A day of a suspended client is passed over, and of nobody else, unless it comes to nothing; a call is made or lifted.
        or b.status = 'approved' and a.status = 'approved' and (a.interest_through = b.interest_through
          or a.interest_through = b.interest_through + 1 and a.interest_through <= v_today and (not v_is_active or b.principal * @limit.interest_bps * 2 <= 3650000)))
    end then null else 'B17' end;
end
$$;

-- An application is a line in the list of deposits, of method Loan, until it is decided and afterwards.
create or replace function ledger.follow_loan(p_book smallint, p_rows ledger.loan_image[], p_at timestamptz) returns void
language sql as
$$
  insert into ledger.deposit (book, id, client_id, amount, method, status, created_at)
  select p_book, a.id, a.client_id, a.amount, 'loan', 'pending', a.created_at
  from unnest(p_rows) a where not exists (select 1 from ledger.loan b where b.book = p_book and b.id = a.id);

  update ledger.deposit d set status = a.status::text::ledger.deposit_status, credited = case when a.status = 'approved' then a.amount end,
    decided_at = a.decided_at, decided_by = a.decided_by
  from unnest(p_rows) a join ledger.loan b on b.book = p_book and b.id = a.id and b.status = 'pending' where d.book = p_book and d.id = a.id;
$$;

-- B12: borrowed money does not leave: not as a withdrawal, not for a plan, not as somebody else's share. The totals are those after the batch,
-- so a later loss in the same batch may look like a breach; the batch is then halved until each command stands alone, and passes.
create or replace function ledger.check_borrowed(p_book smallint, p_entries ledger.checked_entry[]) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if exists (
    select 1 from unnest(p_entries) as e join ledger.party p on p.book = p_book and p.id = e.client_id
    where e.event in (@event.withdrawal_requested, @event.plan_bought, @event.profit_share) and e.cash > 0 and p.loan > 0 and p.cash < p.loan
  ) then
    raise exception 'ledger: borrowed money leaves' using errcode = 'CB019';
  end if;
end
$$;
