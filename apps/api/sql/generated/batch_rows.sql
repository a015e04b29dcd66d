-- Version 3, text 0714df1533b0.
-- Made from the tables that packages/domain/src/modules declares, by npm run format. Not to be edited.
-- What a batch writes: for each table the rows as they are from now on.
select ledger.create_image('ledger.hold', '{id, client_id, code, reference, placed_by, placed_at, set_by, set_at, ends_at, renewals, lifted_by, lifted_at, lift_note}');
select ledger.create_image('ledger.client_limit', '{client_id, kind, amount, next_amount, next_at, set_at}');
select ledger.create_image('ledger.time_out', '{client_id, kind, started_at, until, return_at}');
select ledger.create_image('ledger.loan', '{id, client_id, level, amount, term_days, status, principal, interest, charged, repaid, written_off, approved_on, due_on, interest_through, called_at, created_at, decided_at, decided_by, closed_at}');
drop type if exists ledger.batch_rows cascade;
create type ledger.batch_rows as (
  hold ledger.hold_image[],
  client_limit ledger.client_limit_image[],
  time_out ledger.time_out_image[],
  loan ledger.loan_image[]
);

create or replace function ledger.put_hold(p_rows ledger.hold_image[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
begin
  select min(broken), count(*) filter (where known), sum(served) into v_broken, v_known, v_served
  from (
    select ledger.check_hold(b, a, coalesce(s, ledger.no_sums()), p_at) as broken, b.id is not null as known, coalesce(s.about_row, 0) as served
    from unnest(p_rows) a left join ledger.hold b on b.id = a.id left join unnest(p_sums) s on s.subject = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of hold breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.hold t set client_id = a.client_id, code = a.code, reference = a.reference, placed_by = a.placed_by, placed_at = a.placed_at, set_by = a.set_by, set_at = a.set_at, ends_at = a.ends_at, renewals = a.renewals, lifted_by = a.lifted_by, lifted_at = a.lifted_at, lift_note = a.lift_note
    from unnest(p_rows) a where t.id = a.id;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.hold (id, client_id, code, reference, placed_by, placed_at, set_by, set_at, ends_at, renewals, lifted_by, lifted_at, lift_note)
    select a.id, a.client_id, a.code, a.reference, a.placed_by, a.placed_at, a.set_by, a.set_at, a.ends_at, a.renewals, a.lifted_by, a.lifted_at, a.lift_note
    from unnest(p_rows) a where not exists (select from ledger.hold b where b.id = a.id);
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_client_limit(p_rows ledger.client_limit_image[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
begin
  select min(broken), count(*) filter (where known), sum(served) into v_broken, v_known, v_served
  from (
    select ledger.check_client_limit(b, a, coalesce(s, ledger.no_sums()), p_at) as broken, b.client_id is not null as known, coalesce(s.about_row, 0) as served
    from unnest(p_rows) a left join ledger.client_limit b on b.client_id = a.client_id and b.kind = a.kind left join unnest(p_sums) s on false
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of client_limit breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_client_limit(p_rows, p_at);
  if v_known > 0 then
    update ledger.client_limit t set amount = a.amount, next_amount = a.next_amount, next_at = a.next_at, set_at = a.set_at
    from unnest(p_rows) a where t.client_id = a.client_id and t.kind = a.kind;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.client_limit (client_id, kind, amount, next_amount, next_at, set_at)
    select a.client_id, a.kind, a.amount, a.next_amount, a.next_at, a.set_at
    from unnest(p_rows) a where not exists (select from ledger.client_limit b where b.client_id = a.client_id and b.kind = a.kind);
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_time_out(p_rows ledger.time_out_image[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
begin
  select min(broken), count(*) filter (where known), sum(served) into v_broken, v_known, v_served
  from (
    select ledger.check_time_out(b, a, coalesce(s, ledger.no_sums()), p_at) as broken, b.client_id is not null as known, coalesce(s.about_row, 0) as served
    from unnest(p_rows) a left join ledger.time_out b on b.client_id = a.client_id left join unnest(p_sums) s on false
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of time_out breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_time_out(p_rows, p_at);
  if v_known > 0 then
    update ledger.time_out t set kind = a.kind, started_at = a.started_at, until = a.until, return_at = a.return_at
    from unnest(p_rows) a where t.client_id = a.client_id;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.time_out (client_id, kind, started_at, until, return_at)
    select a.client_id, a.kind, a.started_at, a.until, a.return_at
    from unnest(p_rows) a where not exists (select from ledger.time_out b where b.client_id = a.client_id);
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_loan(p_rows ledger.loan_image[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
begin
  select min(broken), count(*) filter (where known), sum(served) into v_broken, v_known, v_served
  from (
    select ledger.check_loan(b, a, coalesce(s, ledger.no_sums()), p_at) as broken, b.id is not null as known, coalesce(s.about_row, 0) as served
    from unnest(p_rows) a left join ledger.loan b on b.id = a.id left join unnest(p_sums) s on s.subject = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of loan breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_loan(p_rows, p_at);
  if v_known > 0 then
    update ledger.loan t set client_id = a.client_id, level = a.level, amount = a.amount, term_days = a.term_days, status = a.status, principal = a.principal, interest = a.interest, charged = a.charged, repaid = a.repaid, written_off = a.written_off, approved_on = a.approved_on, due_on = a.due_on, interest_through = a.interest_through, called_at = a.called_at, created_at = a.created_at, decided_at = a.decided_at, decided_by = a.decided_by, closed_at = a.closed_at
    from unnest(p_rows) a where t.id = a.id;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.loan (id, client_id, level, amount, term_days, status, principal, interest, charged, repaid, written_off, approved_on, due_on, interest_through, called_at, created_at, decided_at, decided_by, closed_at)
    select a.id, a.client_id, a.level, a.amount, a.term_days, a.status, a.principal, a.interest, a.charged, a.repaid, a.written_off, a.approved_on, a.due_on, a.interest_through, a.called_at, a.created_at, a.decided_at, a.decided_by, a.closed_at
    from unnest(p_rows) a where not exists (select from ledger.loan b where b.id = a.id);
  end if;
  return v_served;
end
$$;

-- Writes all of them; returns how many entries got the row that they are about.
create or replace function ledger.put_rows(p_rows ledger.batch_rows, p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_served int := 0;
begin
  if p_rows.hold is not null then
    v_served := v_served + ledger.put_hold(p_rows.hold, p_sums, p_at);
  end if;
  if p_rows.client_limit is not null then
    v_served := v_served + ledger.put_client_limit(p_rows.client_limit, p_sums, p_at);
  end if;
  if p_rows.time_out is not null then
    v_served := v_served + ledger.put_time_out(p_rows.time_out, p_sums, p_at);
  end if;
  if p_rows.loan is not null then
    v_served := v_served + ledger.put_loan(p_rows.loan, p_sums, p_at);
  end if;
  if p_rows.hold is not null then
    perform ledger.verify_hold(p_rows.hold, p_at);
  end if;
  return v_served;
end
$$;
