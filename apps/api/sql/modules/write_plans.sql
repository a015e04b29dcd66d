-- Version 1, text 6a2ea280daf9.
-- Packages and signal plans, bought from the balance: writes the rows that a batch decided, checks each against its entry, and says how many events got their row here.
create or replace function ledger.write_plans(
  p_rows jsonb, p_now timestamptz, p_event smallint[], p_client uuid[], p_subject uuid[], v_cash bigint[], v_loan bigint[], v_margin bigint[]
) returns int
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_count int;
  v_expected int;
begin
  if p_rows -> 'packages_added' is not null then
    -- P7: only a member of staff adds one.
    insert into ledger.package (id, name, price, markup, leverage_ceiling, features, added_by, at)
    select x.id, name, price, x.markup, x.leverage_ceiling, array(select jsonb_array_elements_text(features)), added_by, at
    from jsonb_to_recordset(p_rows -> 'packages_added')
      as x(id text, name text, price bigint, markup smallint, leverage_ceiling smallint, features jsonb, added_by uuid, at timestamptz)
    join ledger.party s on s.id = x.added_by and s.kind = 'staff';
    get diagnostics v_count = row_count;
    if v_count <> jsonb_array_length(p_rows -> 'packages_added') then
      raise exception 'ledger: a package that nobody of staff added' using errcode = 'CB014';
    end if;
  end if;

  if p_rows -> 'purchases' is null then
    return 0;
  end if;

  with x as materialized (
    select * from jsonb_to_recordset(p_rows -> 'purchases') as x(e int, id uuid, client_id uuid, kind ledger.plan_kind, plan_id text, name text, price bigint,
      cash_before bigint, markup_before smallint, markup_after smallint, ceiling_before smallint, ceiling_after smallint,
      percent_before smallint, percent_after smallint, unlimited_before timestamptz, unlimited_after timestamptz, at timestamptz)
  ), written as (
    insert into ledger.purchase (id, client_id, kind, plan_id, name, price, cash_before, markup_before, markup_after, ceiling_before, ceiling_after,
      percent_before, percent_after, unlimited_before, unlimited_after, at)
    select id, client_id, kind, plan_id, name, price, cash_before, markup_before, markup_after, ceiling_before, ceiling_after,
      percent_before, percent_after, unlimited_before, unlimited_after, at from x
  ), checked as (
    select
      -- P1: the entry is this purchase's own and moved the plan's price, no more and no less.
      p_event[x.e] = @event.plan_bought and p_subject[x.e] = x.id and p_client[x.e] = x.client_id and v_cash[x.e] = x.price
      and x.price = coalesce(k.price, s.price) and x.name = coalesce(k.name, s.name)
      -- P2: the balance that the receipt names is the one that was there, and none of the price was borrowed. The running totals are those
      -- after the whole batch, so what this entry and the later ones moved is put back.
      and x.cash_before = c.cash + m.cash and x.price <= x.cash_before - (c.loan - m.loan)
      -- P3: it gave what the plan gives, and the client has it.
      and case x.kind
        when 'package' then (x.markup_after < x.markup_before or x.ceiling_after > x.ceiling_before)
          and x.markup_after = least(x.markup_before, k.markup) and x.ceiling_after = greatest(x.ceiling_before, k.leverage_ceiling)
          and c.markup <= x.markup_after and c.leverage_ceiling >= x.ceiling_after
        else case when s.boost is null
          then x.percent_after = x.percent_before
            and x.unlimited_after = greatest(x.unlimited_before, p_now::timestamptz(3)) + make_interval(hours => s.days * 24)
            and c.unlimited_until >= x.unlimited_after
          else x.percent_after > x.percent_before and x.percent_after = least(100, x.percent_before + s.boost) and x.unlimited_after is not distinct from x.unlimited_before
        end
      end as sound
    from x
    join ledger.party c on c.id = x.client_id
    left join ledger.package k on x.kind = 'package' and k.id = x.plan_id
    left join ledger.signal_plan s on x.kind = 'signal_plan' and s.id = x.plan_id
    cross join lateral (
      select coalesce(sum(u.cash), 0) as cash, coalesce(sum(u.loan), 0) as loan
      from unnest(p_client, v_cash, v_loan) with ordinality as u(client, cash, loan, i) where u.client = x.client_id and u.i >= x.e
    ) as m
  )
  select (select count(*) from x), count(*) filter (where sound) into v_expected, v_count from checked;
  if v_count <> v_expected then
    raise exception 'ledger: a purchase and its entry differ' using errcode = 'CB014';
  end if;
  return v_count;
end
$$;
