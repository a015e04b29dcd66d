-- Version 4, text 6d17d80e5577.
-- A sum in cents as it is published: of ten clients or more, or of nobody.
create or replace function ledger.sum_of_many(p_people bigint, p_sum numeric) returns text
language sql immutable set search_path = ledger, pg_temp as
$$ select case when p_people >= 10 or (p_people = 0 and p_sum = 0) then p_sum::text end $$;

-- U120, U121: what is published of a day, in the transaction that counts its liabilities and so of the same moment.
create or replace function ledger.publish_figures(p_day date, p_at timestamptz) returns void
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_parts jsonb;
  v_debt text;
  v_custody jsonb;
  v_adjustments jsonb;
begin
  if (select count(distinct r.day) from ledger.liability_root r join ledger.liability_secret s on s.day = r.day and s.made_in = pg_current_xact_id() where r.day = p_day) = 0 then
    raise exception 'liabilities: the trees of that day are not being made' using errcode = 'CB127';
  end if;
  -- All three or none: with the whole and two of them the third is known.
  select case when num_nulls(s.cash, s.margin, s.withdrawing) = 0 then jsonb_build_object('cash', s.cash, 'margin', s.margin, 'withdrawing', s.withdrawing) end, s.debt into v_parts, v_debt
  from (select ledger.sum_of_many(count(*) filter (where cash > 0), coalesce(sum(cash), 0)) as cash, ledger.sum_of_many(count(*) filter (where margin > 0), coalesce(sum(margin), 0)) as margin,
      ledger.sum_of_many(count(*) filter (where withdrawing > 0), coalesce(sum(withdrawing), 0)) as withdrawing, ledger.sum_of_many(count(*) filter (where loan > 0), coalesce(sum(loan), 0)) as debt
    from ledger.party where book = any(ledger.books())) s;

  select jsonb_agg(jsonb_build_object('method', substring(h.name from 9), 'amount', ledger.sum_of_many(coalesce(w.people, 0), h.debit_balance)) order by h.code) into v_custody
  from ledger.house_account h
  left join (select a.account, count(distinct e.client_id) as people from ledger.entry e cross join lateral unnest(e.accounts) as a(account)
    where e.book = any(ledger.books()) and e.event in (@event.deposit_approved, @event.demo_top_up, @event.withdrawal_approved, @event.withdrawal_returned) and a.account >= 10 group by 1) w on w.account = h.code
  where h.name like 'custody:%';

  select jsonb_object_agg(x.span, x.sums) into v_adjustments from (
    select s.span, jsonb_build_object('count', count(e.amount), 'credited', ledger.sum_of_many(count(distinct e.client_id) filter (where e.amount < 0), coalesce(-sum(e.amount) filter (where e.amount < 0), 0)),
      'debited', ledger.sum_of_many(count(distinct e.client_id) filter (where e.amount > 0), coalesce(sum(e.amount) filter (where e.amount > 0), 0))) as sums
    from (values ('ever', '-infinity'::timestamptz), ('recent', p_at - interval '720 hours')) as s(span, since)
    left join (select e.client_id, e.at, p.amount from ledger.entry e cross join lateral unnest(e.accounts, e.amounts) as p(account, amount)
      where e.book = any(ledger.books()) and e.event = @event.adjustment and p.account = @account.cash) e on e.at > s.since
    group by s.span) x;

  insert into ledger.published_figures (day, figures) values (p_day, jsonb_build_object('parts', v_parts, 'debt', v_debt, 'custody', v_custody, 'adjustments', v_adjustments));
end
$$;

grant execute on function ledger.publish_figures(date, timestamptz) to clearbook_app;
