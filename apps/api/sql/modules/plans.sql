-- Version 8, text a05ac2418e15.
-- P7: a member of staff adds a package, and nothing of it is ever changed.
create or replace function ledger.check_package(p_book smallint, b ledger.package, a ledger.package_image, s ledger.subject_sums, p_at timestamptz) returns text
language sql stable as
$$
  select case when b.id is null and a.at = p_at and ledger.may(a.added_by, 'package.change') then null else 'P7' end
$$;

-- P15: a purchase is written once. Its entry is its own and moved the plan's price, or one that two people set for it (P18), no more and no less; and it gives what the
-- plan gives.
create or replace function ledger.check_purchase(p_book smallint, b ledger.purchase, a ledger.purchase_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  k ledger.package;
  g ledger.signal_plan;
  v_was_set boolean;
begin
  select * into k from ledger.package where a.kind = 'package' and id = a.plan_id;
  select * into g from ledger.signal_plan where a.kind = 'signal_plan' and id = a.plan_id;
  v_was_set := exists (select from ledger.config_version v where v.item = a.kind::text and v.key = a.plan_id and (v.value ->> 'price')::numeric * 100 = a.price);
  return case when b.id is null and a.at = p_at
    and s.entries = 1 and s.events = @bit.plan_bought and s.client = a.client_id and s.cash = a.price
    and (a.price = coalesce(k.price, g.price) or v_was_set) and a.name = coalesce(k.name, g.name)
    and case
      when a.kind = 'package' then (a.markup_after < a.markup_before or a.ceiling_after > a.ceiling_before)
        and a.markup_after = least(a.markup_before, k.markup) and a.ceiling_after = greatest(a.ceiling_before, k.leverage_ceiling)
        and num_nonnulls(a.percent_before, a.percent_after, a.unlimited_before, a.unlimited_after) = 0
      when g.boost is null then a.percent_after = a.percent_before
        and a.unlimited_after = greatest(a.unlimited_before, p_at::timestamptz(3)) + make_interval(hours => g.days * 24)
      else a.percent_after > a.percent_before and a.percent_after = least(100, a.percent_before + g.boost) and a.unlimited_after is not distinct from a.unlimited_before
    end
    and (a.kind = 'package' or num_nonnulls(a.markup_before, a.markup_after, a.ceiling_before, a.ceiling_after) = 0) then null else 'P15' end;
end
$$;

-- P18: a plan is bought while it is sold, at the price of this moment. Whoever decided on another decides again (40001), and says so. The lock of switches comes first, as
-- where something opens: see ledger.verify_config_version.
create or replace function ledger.verify_purchase(p_book smallint, p_rows ledger.purchase_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  perform pg_advisory_xact_lock_shared(hashtext('ledger.switch_change'));
  perform pg_advisory_xact_lock_shared(hashtext('ledger.config_version'));
  if exists (
    select from unnest(p_rows) x cross join lateral (select ledger.configured(x.kind::text, x.plan_id, p_at) as sale) c
      left join ledger.package k on x.kind = 'package' and k.id = x.plan_id left join ledger.signal_plan g on x.kind = 'signal_plan' and g.id = x.plan_id
    where c.sale ->> 'state' = 'retired' or x.price is distinct from coalesce((c.sale ->> 'price')::numeric * 100, k.price, g.price)
  ) then
    raise exception 'ledger: a plan that is not sold at this price' using errcode = '40001';
  end if;
end
$$;

-- What staff read of a package or a signal plan; null where there is none.
create or replace function ledger.plan_name(p_item text, p_id text) returns text
language sql stable set search_path = ledger, pg_temp as
$$
  select case p_item when 'package' then (select ledger.plan_label(k.name, k.price) from ledger.package k where k.id = p_id)
    when 'signal_plan' then (select ledger.plan_label(g.name, g.price) from ledger.signal_plan g where g.id = p_id) end
$$;
grant execute on function ledger.plan_name(text, text) to clearbook_app;

-- P15: the balance that a receipt names is the one that was there, none of the price was borrowed (P4), and the client has what they paid for. A client's totals are
-- those after the whole batch, so what this entry and the later ones moved is put back.
create or replace function ledger.check_bought(p_book smallint, p_entries ledger.checked_entry[]) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if exists (
    select 1
    from (
      select event, client_id, subject_id, sum(cash) over later as cash, sum(loan) over later as loan from unnest(p_entries)
      window later as (partition by client_id order by place rows between current row and unbounded following)
    ) e join ledger.purchase x on x.book = p_book and x.id = e.subject_id join ledger.party c on c.book = p_book and c.id = e.client_id
    where e.event = @event.plan_bought and (
      x.cash_before = c.cash + e.cash and x.price <= x.cash_before - (c.loan - e.loan)
      and case when x.kind = 'package' then c.markup <= x.markup_after and c.leverage_ceiling >= x.ceiling_after
        else c.signal_percent >= x.percent_after and (x.unlimited_after is not distinct from x.unlimited_before or c.unlimited_until >= x.unlimited_after) end
    ) is not true
  ) then
    raise exception 'ledger: a purchase differs from what its client had or got' using errcode = 'CB014';
  end if;
end
$$;
