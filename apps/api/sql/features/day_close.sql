-- Version 9, text 3bdac9ca267c.
-- A book's last entry before a moment, 0 for none. Numbers and times of a book go up together, so it is found in a few looks.
create or replace function ledger.last_before(p_book smallint, p_at timestamptz) returns bigint
language plpgsql stable set search_path = ledger, pg_temp as
$$
declare
  v_low bigint := 0;
  v_high bigint;
  v_middle bigint;
begin
  select h.number into v_high from ledger.head h where h.book = p_book;
  while v_low < v_high loop
    v_middle := (v_low + v_high + 1) / 2;
    if (select e.at < p_at from ledger.entry e where e.book = p_book and e.number = v_middle) then
      v_low := v_middle;
    else
      v_high := v_middle - 1;
    end if;
  end loop;
  return coalesce(v_low, 0);
end
$$;
grant execute on function ledger.last_before(smallint, timestamptz) to clearbook_app;

-- Between which numbers a UTC day's entries of each book are: after `low`, up to `high`.
create or replace function ledger.day_bounds(p_day date) returns table (book smallint, low bigint, high bigint)
language sql stable set search_path = ledger, pg_temp as
$$
  select b.book, ledger.last_before(b.book, p_day::timestamp at time zone 'UTC'), ledger.last_before(b.book, (p_day + 1)::timestamp at time zone 'UTC')
  from ledger.book b where b.book > 0
$$;
grant execute on function ledger.day_bounds(date) to clearbook_app;

-- RC6: the trial balance of a day, cents as texts, debits less credits: opening, what was debited and credited, closing. It goes on from the last closed day before it, whose figures are
-- frozen, so that closing a day reads the entries since then.
create or replace function ledger.day_figures(p_day date) returns jsonb
language sql stable security definer set search_path = ledger, pg_temp set jit = off as
$$
  with base as materialized (
    select m.figures from ledger.day_mark m where m.state = 'closed' and m.day < p_day order by m.day desc limit 1
  ), bounds as materialized (
    select d.book, d.low, d.high, coalesce((select (figures -> 'numbers' ->> d.book::text)::bigint from base), 0) as known from ledger.day_bounds(p_day) d
  ), moved as (
    -- Summed book by book: so each is read between its numbers alone, however many entries there are before and after them. Unnested in the list of columns, which takes a
    -- quarter of what a join with unnest takes.
    select s.account, sum(s.earlier) as earlier, sum(s.debits) as debits, sum(s.credits) as credits from bounds b cross join lateral (
      select p.account, coalesce(sum(p.amount) filter (where p.number <= b.low), 0) as earlier,
        coalesce(sum(p.amount) filter (where p.number > b.low and p.amount > 0), 0) as debits, coalesce(-sum(p.amount) filter (where p.number > b.low and p.amount < 0), 0) as credits
      from (select e.number, unnest(e.accounts) as account, unnest(e.amounts) as amount from ledger.entry e
        where e.book = b.book and e.number > b.known and e.number <= b.high) p
      group by p.account) s
    group by s.account
  ), frozen as (
    select a ->> 'account' as account, (a ->> 'closing')::bigint as closing from base, jsonb_array_elements(base.figures -> 'accounts') a
  ), lines as (
    select k.code, k.name, k.owner, coalesce(f.closing, 0) + coalesce(m.earlier, 0) as opening, coalesce(m.debits, 0) as debits, coalesce(m.credits, 0) as credits
    from ledger.account_kind k left join moved m on m.account = k.code left join frozen f on f.account = k.name
  )
  select jsonb_build_object(
    'numbers', (select jsonb_object_agg(b.book, b.high) from bounds b),
    'entries', (select sum(b.high - b.low) from bounds b)::text,
    'accounts', (select jsonb_agg(jsonb_build_object('account', l.name, 'owner', l.owner, 'opening', l.opening::text, 'debits', l.debits::text, 'credits', l.credits::text,
      'closing', (l.opening + l.debits - l.credits)::text) order by l.code) from lines l))
$$;
grant execute on function ledger.day_figures(date) to clearbook_app;

-- What clients' money did outside: deposits that were credited, payouts, and payouts that came back. Amounts are signed as an account's own; of coins that were paid out
-- the books don't know how many. Without a setting of its own, so that what is asked of it narrows what it reads.
create or replace function ledger.outside_movements(p_from timestamptz, p_to timestamptz)
returns table (kind text, id uuid, method text, at timestamptz, cents bigint, units bigint, reference text, txid text, output_index int)
language sql stable as
$$
  select 'deposit', d.id, d.method::text, d.decided_at, d.credited, coalesce(d.received_units, d.pay_units), null::text, d.txid, d.output_index
  from ledger.deposit d where d.book = any(ledger.books()) and d.status = 'approved' and d.method <> 'loan' and d.decided_at >= p_from and d.decided_at < p_to
  union all
  select 'withdrawal', w.id, case w.coin when 'usdt' then 'tether' else coalesce(w.coin::text, w.method::text) end, w.decided_at, w.fee - w.amount, null, w.payout_reference,
    case when w.coin is not null then lower(w.payout_reference) end, null
  from ledger.withdrawal w where w.book = any(ledger.books()) and w.status in ('approved', 'returned') and w.decided_at >= p_from and w.decided_at < p_to
  union all
  select 'return', w.id, case w.coin when 'usdt' then 'tether' else coalesce(w.coin::text, w.method::text) end, w.returned_at, w.amount - w.fee, null, w.payout_reference, null, null
  from ledger.withdrawal w where w.book = any(ledger.books()) and w.status = 'returned' and w.returned_at >= p_from and w.returned_at < p_to
$$;
grant execute on function ledger.outside_movements(timestamptz, timestamptz) to clearbook_app;

-- RC5: what a day's close has to name: lines that are nothing in the books, movements that no statement has, and accounts whose statement says something else than the books or
-- nothing. What one person alone says is no client's payment is named too, so that two have seen it. What an earlier close named is explained.
create or replace function ledger.day_differences(p_day date, p_figures jsonb)
returns table (key text, kind text, record_id uuid, method text, day date, amount bigint, reference text)
language sql stable security definer set search_path = ledger, pg_temp set jit = off as
$$
  with last as materialized (
    select coalesce(max(m.day), p_day - 1) as day from ledger.day_mark m where m.state = 'closed' and m.day < p_day
  ), named as materialized (
    select d ->> 'key' as key from ledger.day_mark m, jsonb_array_elements(m.differences) d where m.state = 'closed' and m.day < p_day
  ), held as (
    select substring(a ->> 'account' from 9) as method, (a ->> 'closing')::bigint as books from jsonb_array_elements(p_figures -> 'accounts') a where a ->> 'account' like 'custody:%'
  ), told as (
    select h.method, h.books, (select b.balance from app.statement_balance b where b.method = h.method and b.day = p_day order by b.number desc limit 1) as statement
    from held h where h.method <> 'paper'
  )
  select 'line:' || l.id, 'line', l.id, l.method, l.day, l.amount, l.reference
  from app.statement_line l left join app.statement_match m on m.line_id = l.id
  where (m.line_id is null or m.kind = 'other') and l.day <= p_day and 'line:' || l.id not in (select n.key from named n)
  union all
  select o.kind || ':' || o.id, o.kind, o.id, o.method, (o.at at time zone 'UTC')::date, o.cents, coalesce(o.reference, o.txid, '')
  from last cross join lateral ledger.outside_movements((last.day + 1)::timestamp at time zone 'UTC', (p_day + 1)::timestamp at time zone 'UTC') o
  left join app.statement_match m on m.kind = o.kind and m.record_id = o.id
  where m.line_id is null
  union all
  select 'balance:' || t.method, case when t.statement is null then 'no_balance' else 'balance' end, null, t.method, p_day, coalesce(t.statement, 0) - t.books, ''
  from told t where t.statement is distinct from t.books and (t.statement is not null or t.books <> 0)
$$;
grant execute on function ledger.day_differences(date, jsonb) to clearbook_app;

-- The differences of a day with what is said of each. RC10: what a bank wrote stays with its line alone, where it can be cleared; what is frozen here can't.
create or replace function ledger.named_differences(p_day date, p_figures jsonb, p_named jsonb) returns jsonb
language sql stable set search_path = ledger, pg_temp as
$$
  select coalesce(jsonb_agg(jsonb_build_object('key', d.key, 'kind', d.kind, 'record_id', d.record_id, 'method', d.method, 'day', to_char(d.day, 'YYYY-MM-DD'),
    'amount', d.amount::text, 'reference', case d.kind when 'line' then '' else d.reference end, 'explanation', p_named ->> d.key) order by d.kind, d.day, d.key), '[]')
  from ledger.day_differences(p_day, p_figures) d
$$;

create or replace function ledger.may_close(p_staff uuid) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  -- One after another: what the second does sees what the first did.
  lock table ledger.day_mark in share row exclusive mode;
  if not ledger.may(p_staff, 'day.close') then
    raise exception 'RC8: % may not close days', p_staff using errcode = 'insufficient_privilege';
  end if;
end
$$;

-- RC6, RC7: prepares a day's close. Null where it is done, else what keeps it from being.
create or replace function ledger.prepare_day(p_day date, p_staff uuid, p_named jsonb, p_at timestamptz) returns text
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_figures jsonb;
  v_differences jsonb;
begin
  perform ledger.may_close(p_staff);
  -- What was being decided at midnight is committed a moment later.
  if p_day >= ((p_at - interval '1 minute') at time zone 'UTC')::date then
    return 'day.not_over';
  end if;
  if (select max(m.day) >= p_day from ledger.day_mark m where m.state = 'closed') then
    return 'day.closed';
  end if;
  if (select m.state from ledger.day_mark m where m.day = p_day order by m.number desc limit 1) = 'prepared' then
    return 'day.prepared';
  end if;
  v_figures := ledger.day_figures(p_day);
  v_differences := ledger.named_differences(p_day, v_figures, p_named);
  if (select count(*) from jsonb_array_elements(v_differences) d where coalesce(btrim(d ->> 'explanation'), '') = '') > 0 then
    return 'day.unnamed';
  end if;
  insert into ledger.day_mark (day, state, staff_id, at, figures, differences) values (p_day, 'prepared', p_staff, p_at, v_figures, v_differences);
  return null;
end
$$;

-- RC6, RC7: another person signs what was prepared, as long as it is still so.
create or replace function ledger.sign_day(p_day date, p_staff uuid, p_at timestamptz) returns text
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_mark ledger.day_mark;
  v_figures jsonb;
  v_end timestamptz := (p_day + 1)::timestamp at time zone 'UTC';
begin
  perform ledger.may_close(p_staff);
  select * into v_mark from ledger.day_mark m where m.day = p_day order by m.number desc limit 1;
  if v_mark.state is distinct from 'prepared' then
    return 'day.not_prepared';
  end if;
  if v_mark.staff_id = p_staff then
    return 'day.same_person';
  end if;
  if (select max(m.day) >= p_day from ledger.day_mark m where m.state = 'closed') then
    return 'day.closed';
  end if;
  v_figures := ledger.day_figures(p_day);
  if v_figures <> v_mark.figures
    or (select count(*) from ledger.day_differences(p_day, v_figures) d
        full join jsonb_array_elements(v_mark.differences) x on (x ->> 'key', (x ->> 'amount')::bigint) = (d.key, d.amount) where d.key is null or x is null) > 0 then
    return 'day.changed';
  end if;
  -- Whatever a clock says that is behind: what is written from here on is after the day. Books wait for this commit alone, and not for the figures; what was being
  -- written meanwhile is looked for once more.
  update ledger.head h set at = v_end where h.book = any(ledger.books()) and h.at < v_end;
  if (select jsonb_object_agg(d.book, d.high) from ledger.day_bounds(p_day) d) <> v_figures -> 'numbers' then
    return 'day.changed';
  end if;
  insert into ledger.day_mark (day, state, staff_id, at, figures, differences) values (p_day, 'closed', p_staff, p_at, v_mark.figures, v_mark.differences);
  return null;
end
$$;

create or replace function ledger.send_back_day(p_day date, p_staff uuid, p_reason text, p_at timestamptz) returns text
language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  perform ledger.may_close(p_staff);
  if (select m.state from ledger.day_mark m where m.day = p_day order by m.number desc limit 1) is distinct from 'prepared' then
    return 'day.not_prepared';
  end if;
  insert into ledger.day_mark (day, state, staff_id, at, reason) values (p_day, 'sent_back', p_staff, p_at, p_reason);
  return null;
end
$$;
grant execute on function ledger.prepare_day(date, uuid, jsonb, timestamptz), ledger.sign_day(date, uuid, timestamptz), ledger.send_back_day(date, uuid, text, timestamptz) to clearbook_app;
