-- Version 9, text ab7d4106120d.
-- Step 1 and 2 of a batch: lock everything it touches, in one order, then read it. Two statements, because under read committed
-- only a statement that starts after the locks are held sees what their last holders wrote.
create or replace function ledger.open_batch(
  p_parties uuid[], p_deposits uuid[], p_withdrawals uuid[], p_trades uuid[],
  p_corrected bigint[], p_key_party uuid[], p_keys text[], p_settings boolean,
  -- Clients whose open trades are needed, and those who open something: the sums of theirs where they owe, lead or limited themselves. And the rows of the
  -- other nouns, by noun.
  p_positions uuid[], p_weighed uuid[], p_more jsonb,
  -- Each party's columns separated by blanks, parties by commas: a third of the cost of JSON on both sides.
  out parties text, out answers json, out rows json
)
language plpgsql security definer set search_path = ledger, pg_temp set jit = off set plan_cache_mode = force_generic_plan as
$$
declare
  v_withdrawals uuid[] := p_withdrawals;
  v_owing uuid[];
  v_summed uuid[];
  v_guarded uuid[];
  v_more jsonb;
begin
  perform 1 from ledger.party where id = any(p_parties) order by id for no key update;
  if cardinality(p_deposits) > 0 then
    perform 1 from ledger.deposit where id = any(p_deposits) and method <> 'loan' order by id for no key update;
  end if;
  if cardinality(p_withdrawals) > 0 then
    perform 1 from ledger.withdrawal where id = any(p_withdrawals) order by id for no key update;
  end if;
  if cardinality(p_trades) > 0 then
    perform 1 from ledger.trade where id = any(p_trades) order by id for no key update;
  end if;
  -- Whose fee is switched is told the percent, so a raise of it waits for them or they for it.
  if p_more ? 'fees' then
    -- Two people change the fee: nobody reads it meanwhile.
    perform 1 from app.settings for no key update;
  elsif p_more ? 'feeOf' then
    perform 1 from app.settings for share;
  end if;

  -- Sums leave as text: a JSON number would pass through a floating-point one on the other side.
  select string_agg(concat_ws(' ', p.id, p.kind, p.status, p.billing, p.code, p.cash, p.margin, p.withdrawing, p.loan, p.deposited, p.realised,
    coalesce(p.top_up_day::text, '-'), p.top_up_count, p.markup, p.leverage_ceiling, p.signal_percent,
    coalesce((extract(epoch from p.unlimited_until) * 1000)::bigint::text, '-'),
    coalesce((extract(epoch from p.suspended_at) * 1000)::bigint::text, '-'), p.leads,
    coalesce((extract(epoch from p.billing_from) * 1000)::bigint::text, '-'),
    -- How many trades they have open, where something is to be opened.
    case when p.id = any(p_weighed) then (select coalesce(sum(o.trades), 0)::text from ledger.exposure o where o.client_id = p.id) else '-' end), ','), array_agg(p.id) filter (where p.loan > 0 or p.leads or p.guarded),
    array_agg(p.id) filter (where p.guarded)
  into parties, v_owing, v_guarded from ledger.party p where p.id = any(p_parties);
  -- Whoever weighs is decided by the sums of what they have open, and so is whoever is about to.
  v_summed := array(select unnest(v_owing || p_positions) intersect select unnest(p_weighed));
  select json_agg(json_build_array(c.party_id, c.key, encode(c.request_hash, 'hex'), c.outcome)) into answers
  from unnest(p_key_party, p_keys) as k(party_id, key) join ledger.command c on c.party_id = k.party_id and c.key = k.key;

  -- Most batches are orders and top-ups, which need no more.
  if cardinality(p_deposits) + cardinality(p_withdrawals) + cardinality(p_trades) + cardinality(p_corrected) + cardinality(p_positions) = 0
    and not p_settings and p_more is null and v_guarded is null and cardinality(v_summed) = 0 then
    return;
  end if;
  if p_more is not null then
    v_more := coalesce(ledger.open_orders(p_more), '{}') || coalesce(ledger.open_plans(p_more), '{}') || coalesce(ledger.open_loans(p_more), '{}')
      || coalesce(ledger.open_copies(p_more), '{}') || coalesce(ledger.open_manual(p_more), '{}') || coalesce(ledger.open_holds(p_more), '{}') || coalesce(ledger.open_identity(p_more), '{}')
      || coalesce(ledger.open_proposals(p_more), '{}') || coalesce(ledger.open_releases(p_more), '{}');
  end if;
  -- One payment to each destination that is asked about. It is not locked: its client is.
  if p_more ? 'paidTo' then
    v_withdrawals := v_withdrawals || array(
      select (select w.id from ledger.withdrawal w where w.client_id = split_part(x, ' ', 1)::uuid and w.payee = split_part(x, ' ', 2) and w.status = 'approved' limit 1)
      from jsonb_array_elements_text(p_more -> 'paidTo') as x);
  end if;
  -- What clients set on themselves, theirs and of those who are about to.
  if p_more ? 'protectionsOf' then
    v_guarded := v_guarded || array(select jsonb_array_elements_text(p_more -> 'protectionsOf')::uuid);
  end if;
  if v_guarded is not null then
    v_more := coalesce(v_more, '{}') || ledger.open_protection(v_guarded);
  end if;
  select json_build_object(
    'deposits', case when cardinality(p_deposits) > 0 then
      (select json_agg(json_build_object('id', id, 'clientId', client_id, 'amount', amount::text, 'method', method, 'status', status,
         'payUnits', pay_units::text, 'rate', rate::text, 'expiresAt', expires_at, 'proofAt', proof_at, 'lateRate', late_rate::text, 'createdAt', created_at))
       -- A loan is decided through its own row.
       from ledger.deposit where id = any(p_deposits) and method <> 'loan') end,
    'withdrawals', case when cardinality(v_withdrawals) > 0 then
      (select json_agg(json_build_object('id', id, 'clientId', client_id, 'amount', amount::text, 'feeBps', fee_bps, 'fee', fee::text,
         'method', method, 'coin', coin, 'status', status, 'codeHash', code_hash, 'codeExpiresAt', code_expires_at, 'codeTries', code_tries,
         'codeSends', code_sends, 'payoutReference', payout_reference, 'notReceived', not_received, 'payee', payee, 'createdAt', created_at))
       from ledger.withdrawal where id = any(v_withdrawals)) end,
    'trades', case when cardinality(p_trades) + cardinality(p_positions) > 0 then
      (select json_agg(json_build_object('id', id, 'clientId', client_id, 'symbol', symbol, 'side', side, 'lots', lots::text,
         'openLots', open_lots::text, 'collateral', collateral::text, 'collateralLeft', collateral_left::text,
         'requiredMargin', required_margin::text, 'requiredMarginLeft', required_margin_left::text, 'status', status,
         'entryPrice', entry_price::text, 'realised', realised::text, 'realisedExactNum', realised_exact_num::text, 'realisedExactDen', realised_exact_den::text,
         'shortfall', shortfall::text, 'openedAt', opened_at, 'copyId', copy_id, 'leadTradeId', lead_trade_id, 'equityAtOpen', equity_at_open::text,
         'stopLoss', stop_loss::text, 'takeProfit', take_profit::text, 'trailingDistance', trailing_distance::text, 'trailingPeak', trailing_peak::text,
         'protectedAt', protected_at, 'trailingSince', trailing_since, 'financed', financed::text, 'accrued', accrued::text, 'financedThrough', financed_through, 'lossStep', loss_step, 'closingLots', closing_lots::text, 'closingSince', closing_since))
       from (select * from ledger.trade where id = any(p_trades)
             union select * from ledger.trade where client_id = any(p_positions) and status = 'active') as t) end,
    'entries', case when cardinality(p_corrected) > 0 then
      (select json_agg(json_build_object('number', e.number::text, 'clientId', e.client_id,
         'credited', (select (-coalesce(sum(p.amount), 0))::text from ledger.posting p where p.entry_number = e.number and p.account in (@account.cash, @account.margin, @account.withdrawing)),
         'corrected', (select coalesce(sum(p.amount), 0)::text from ledger.entry c join ledger.posting p on p.entry_number = c.number
                        where c.corrects = e.number and p.account = @account.cash)))
       from ledger.entry e where e.number = any(p_corrected)) end,
    'settings', case when p_settings then
      (select json_build_object('minimumWithdrawal', miniwithdrawal_cents::text, 'feeBps', withdrawal_fee_bps, 'feeBefore', fee_before_bps,
         'feeFrom', fee_from, 'announcesFees', (select mode = 'live' from app.instance)) from app.settings) end,
    'exposures', case when cardinality(v_summed) > 0 then
      (select json_agg(json_build_object('clientId', c.id, 'sums', coalesce((select json_agg(json_build_object('symbol', o.symbol, 'side', o.side,
         'lots', o.lots::text, 'value', o.value::text, 'required', o.required::text)) from ledger.exposure o where o.client_id = c.id and o.trades > 0), '[]')))
       from unnest(v_summed) as c(id)) end,
    'more', v_more
  ) into rows;
end
$$;

grant execute on function ledger.open_batch(uuid[], uuid[], uuid[], uuid[], bigint[], uuid[], text[], boolean, uuid[], uuid[], jsonb) to clearbook_app;
