-- Version 12, text a67f58515acd.
-- L1 to L5: what every entry of a batch has to be before anything of it is written, and what it moves.
create or replace function ledger.check_entries(p_book smallint, p_entries ledger.entry_draft[]) returns ledger.checked_entry[]
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_entries ledger.checked_entry[];
  v_unbalanced int;
  v_foreign int;
  v_paper int;
  v_large int;
  v_corrects int;
begin
  select array_agg(row(e.i, e.event, e.client_id, e.subject_id, e.actor_id, e.corrects, r.subject is not null,
      t.cash, t.margin, t.withdrawing, t.loan, t.trading, t.shortfall, t.custody, t.debits | t.credits, t.body, e.accounts, e.amounts)::ledger.checked_entry order by e.i),
    -- L1, L2: it has at least two lines and sums to zero; each is of some amount, in an account that its bit can name.
    count(*) filter (where (t.total = 0 and t.lines >= 2 and t.sound) is not true),
    -- L3: only accounts and sides that the posting table allows for the event. One that does not exist matches no rule.
    count(*) filter (where (t.debits & ~a.debits = 0 and t.credits & ~a.credits = 0) is not true),
    -- L4: paper money exists in demo mode only. F1: so much at a time.
    count(*) filter (where r.demo_only), count(*) filter (where e.event = @event.demo_top_up and -t.cash > @limit.top_up),
    -- L5: a manual debit corrects an entry of the same client, and nothing else corrects anything.
    count(*) filter (where (e.corrects is not null) <> (e.event = @event.adjustment and t.cash > 0)
      or e.corrects is not null and (select c.client_id from ledger.entry c where c.book = p_book and c.number = e.corrects) is distinct from e.client_id)
  into v_entries, v_unbalanced, v_foreign, v_paper, v_large, v_corrects
  from unnest(p_entries) with ordinality as e(event, client_id, subject_id, actor_id, corrects, accounts, amounts, i)
  left join ledger.event_rule r on r.code = e.event left join ledger.event_accounts a on a.event = e.event
  cross join lateral (
    select total(m) as total, count(*) as lines, bool_and((m <> 0 and l.a between 1 and 62) is true) as sound,
      total(m) filter (where l.a = @account.cash) as cash, total(m) filter (where l.a = @account.margin) as margin,
      total(m) filter (where l.a = @account.withdrawing) as withdrawing, total(m) filter (where l.a = @account.loan) as loan,
      total(m) filter (where l.a = @account.trading) as trading, total(m) filter (where l.a = @account.shortfall) as shortfall,
      total(m) filter (where l.a between @account.custody:bitcoin and @account.custody:paper) as custody,
      coalesce(bit_or(1::bigint << l.a) filter (where m > 0), 0) as debits, coalesce(bit_or(1::bigint << l.a) filter (where m < 0), 0) as credits,
      string_agg(int2send(l.a) || int8send(m), ''::bytea order by n) as body
    from unnest(e.accounts, e.amounts) with ordinality as l(a, m, n)
  ) as t;
  if v_unbalanced > 0 then
    raise exception 'ledger: an entry is unbalanced or empty' using errcode = 'CB001';
  elsif v_foreign > 0 then
    raise exception 'ledger: an event touches an account that it may not touch' using errcode = 'CB003';
  elsif v_paper > 0 and not exists (select 1 from app.instance where mode = 'demo') then
    raise exception 'ledger: paper money in live mode' using errcode = 'CB004';
  elsif v_large > 0 then
    raise exception 'ledger: more paper money than is added at a time' using errcode = 'CB008';
  elsif v_corrects > 0 then
    raise exception 'ledger: a debit that corrects nothing of this client' using errcode = 'CB005';
  end if;
  return v_entries;
end
$$;

-- L2: each client's running totals follow the entries. The floors are the table's constraints. L30: and nobody's money moves in another book than their own.
create or replace function ledger.move_balances(p_book smallint, p_entries ledger.checked_entry[], p_at timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_today date := (p_at at time zone 'UTC')::date;
  v_moved int;
begin
  update ledger.party p set
    cash = p.cash - d.cash, margin = p.margin - d.margin, withdrawing = p.withdrawing - d.withdrawing, loan = p.loan + d.loan,
    deposited = p.deposited + d.deposited, realised = p.realised + d.realised,
    top_up_count = case when d.top_ups = 0 then p.top_up_count when p.top_up_day >= v_today then p.top_up_count + d.top_ups else d.top_ups end,
    top_up_day = case when d.top_ups = 0 then p.top_up_day else greatest(p.top_up_day, v_today) end,
    -- What a client's own limits are measured by: what closings, financing and dividends changed, and what came in, of the latest day that had any.
    day_result = case when d.results = 0 then p.day_result when p.result_day >= v_today then p.day_result + d.result else d.result end,
    result_day = case when d.results = 0 then p.result_day else greatest(p.result_day, v_today) end,
    day_funded = case when d.fundings = 0 then p.day_funded when p.funded_day >= v_today then p.day_funded + d.deposited else d.deposited end,
    week_funded = case when d.fundings = 0 then p.week_funded
      when date_trunc('week', p.funded_day::timestamp) >= date_trunc('week', v_today::timestamp) then p.week_funded + d.deposited else d.deposited end,
    month_funded = case when d.fundings = 0 then p.month_funded
      when date_trunc('month', p.funded_day::timestamp) >= date_trunc('month', v_today::timestamp) then p.month_funded + d.deposited else d.deposited end,
    funded_day = case when d.fundings = 0 then p.funded_day else greatest(p.funded_day, v_today) end
  from (
    select e.client_id as id, total(e.cash) as cash, total(e.margin) as margin, total(e.withdrawing) as withdrawing, total(e.loan) as loan,
      -total(e.cash) filter (where e.event in (@event.deposit_approved, @event.demo_top_up)) as deposited,
      total(e.trading) filter (where e.event = @event.trade_closed) as realised,
      count(*) filter (where e.event = @event.demo_top_up) as top_ups,
      count(*) filter (where e.event in (@event.deposit_approved, @event.demo_top_up)) as fundings,
      count(*) filter (where e.event in (@event.trade_closed, @event.overnight_financing, @event.dividend)) as results,
      -total(e.cash + e.margin) filter (where e.event in (@event.trade_closed, @event.overnight_financing, @event.dividend)) as result
    from unnest(p_entries) as e group by e.client_id
  ) as d
  where p.book = p_book and p.id = d.id and p.kind = 'client';
  get diagnostics v_moved = row_count;
  if v_moved <> (select count(distinct client_id) from unnest(p_entries)) then
    raise exception 'ledger: an entry for somebody who is no client of this book' using errcode = 'CB006';
  end if;
end
$$;

-- G5: all debits that correct one entry together take back at most what it added to its client's money, those of one batch included. Asked once the clients'
-- rows are locked: a debit by another batch that ran at the same time is counted by the later one.
create or replace function ledger.check_corrections(p_book smallint, p_entries ledger.checked_entry[]) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if exists (
    select from (select e.corrects as number, total(e.cash) as cash from unnest(p_entries) e where e.corrects is not null group by e.corrects) as now
    join ledger.entry c on c.book = p_book and c.number = now.number
    cross join lateral (
      select -total(l.m) as cents from unnest(c.accounts, c.amounts) as l(a, m) where l.a in (@account.cash, @account.margin, @account.withdrawing)
    ) as added
    cross join lateral (
      select total(l.m) as cents from ledger.entry x cross join unnest(x.accounts, x.amounts) as l(a, m)
      where x.book = p_book and x.corrects = now.number and l.a = @account.cash
    ) as before
    where now.cash + coalesce(before.cents, 0) > coalesce(added.cents, 0)
  ) then
    raise exception 'ledger: debits that take back more than the entry that they correct added' using errcode = 'CB007';
  end if;
end
$$;

-- L25: what the entries moved, by the row that they are about. All of one row are of one client.
create or replace function ledger.sums_by_subject(p_entries ledger.checked_entry[]) returns ledger.subject_sums[]
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_sums ledger.subject_sums[];
  v_mixed int;
begin
  select array_agg(row(s.subject_id, s.client::uuid, s.actor::uuid, s.entries, s.about_row, s.events, s.cash, s.margin, s.withdrawing, s.loan,
    s.trading, s.shortfall, s.custody, s.touched, s.margins)::ledger.subject_sums), count(*) filter (where s.client <> s.last_client)
  into v_sums, v_mixed
  from (
    select subject_id, min(client_id::text) as client, max(client_id::text) as last_client, min(actor_id::text) as actor,
      count(*)::int as entries, (count(*) filter (where about_row))::int as about_row, bit_or(1::bigint << event) as events,
      total(cash) as cash, total(margin) as margin, total(withdrawing) as withdrawing, total(loan) as loan,
      total(trading) as trading, total(shortfall) as shortfall, total(custody) as custody,
      bit_or(touched) as touched, array_agg(margin order by place) as margins
    from unnest(p_entries) as e group by subject_id
  ) as s;
  if v_mixed > 0 then
    raise exception 'ledger: entries of two clients about one row' using errcode = 'CB017';
  end if;
  return v_sums;
end
$$;

-- L12: a book's numbers are handed out in commit order, from its head, which this transaction holds from here on. L37: and each entry is linked to the one
-- before. Returns the number before the first, and the time of all.
create or replace function ledger.number_entries(p_book smallint, p_entries ledger.checked_entry[], p_at timestamptz, out first bigint, out at timestamptz)
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  n int := coalesce(cardinality(p_entries), 0);
  v_canonical bytea[];
begin
  update ledger.head h set number = h.number + n, at = greatest(h.at, p_at) where h.book = p_book returning h.number - n, h.at into strict first, at;
  if n = 0 then
    return;
  end if;
  select array_agg(ledger.canonical_head(1::smallint, p_book, number_entries.at, number_entries.first + e.place, e.event, e.client_id, e.subject_id, e.actor_id, e.corrects)
    || e.body order by e.place)
  into v_canonical from unnest(p_entries) as e;
  -- Side by side: both are in the order of their places.
  insert into ledger.entry (book, number, event, client_id, subject_id, actor_id, corrects, at, schema_version, canonical, link, accounts, amounts)
  select p_book, number_entries.first + e.place, e.event, e.client_id, e.subject_id, e.actor_id, e.corrects, number_entries.at, 1, e.canonical, e.link,
    e.accounts, e.amounts
  from rows from (unnest(p_entries), ledger.linked(ledger.link_at(p_book, number_entries.first), v_canonical)) as e;
  insert into ledger.house_delta (book, account, upto, amount)
  select p_book, l.a, number_entries.first + n, total(l.m) from unnest(p_entries) as e, unnest(e.accounts, e.amounts) as l(a, m)
  where l.a >= @account.custody:bitcoin group by l.a;
end
$$;

-- L39: where prices or money are real, a batch is of now by the database's own clock: not of before a price that is known since, nor of after a term that still
-- runs. A machine's clock may differ by a minute. A demo of simulated prices may run on a time of its own.
-- What a machine that stood still had decided is decided again.
create or replace function ledger.check_clock(p_now timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_ahead numeric := round(extract(epoch from p_now - clock_timestamp()));
begin
  if abs(v_ahead) > 60 and exists (select from app.instance where mode = 'live' or market_source = 'live') then
    raise exception 'ledger: a batch dated % s from the database''s clock', v_ahead using errcode = '40001', hint = 'Set the clocks of the server and of the database by the same time service.';
  end if;
end
$$;
