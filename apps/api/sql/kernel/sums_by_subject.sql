-- Version 2, text 2a59fc7b312a.
-- What the entries of a batch moved, by the row that they are about. A second client of the same row gives or gets in `other_cash`.
create or replace function ledger.sums_by_subject(
  p_event smallint[], p_client uuid[], p_subject uuid[], p_actor uuid[], p_post_entry int[], p_post_account smallint[], p_post_amount bigint[]
) returns ledger.subject_sums[]
language sql set search_path = ledger, pg_temp as
$$
  with e as materialized (
    select u.*, first_value(client) over (partition by u.subject order by i) as first, r.subject is not null as about_row
    from unnest(p_event, p_client, p_subject, p_actor) with ordinality as u(event, client, subject, actor, i) join ledger.event_rule r on r.code = u.event
  ), sums as (
    select e.subject, total(amount) filter (where account = @account.cash and client = first) as cash, total(amount) filter (where account = @account.cash and client <> first) as other_cash,
      total(amount) filter (where account = @account.margin) as margin, total(amount) filter (where account = @account.withdrawing) as withdrawing,
      total(amount) filter (where account = @account.loan) as loan, total(amount) filter (where account = @account.trading) as trading,
      total(amount) filter (where account = @account.shortfall) as shortfall,
      total(amount) filter (where account between @account.custody:bitcoin and @account.custody:paper) as custody, bit_or(1::bigint << account) as accounts
    from e join unnest(p_post_entry, p_post_account, p_post_amount) as p(entry, account, amount) on p.entry = e.i group by e.subject
  ), events as (
    select subject, min(first::text)::uuid as client, min(actor::text)::uuid as actor, min(client::text) filter (where client <> first) as other,
      count(*)::int as entries, (count(*) filter (where about_row))::int as about_row, bit_or(1::bigint << event) as events
    from e group by subject
  )
  select array_agg(row(subject, client, actor, other::uuid, entries, about_row, events,
    cash, margin, withdrawing, loan, other_cash,
    trading, shortfall, custody, accounts)::ledger.subject_sums)
  from events join sums using (subject)
$$;
