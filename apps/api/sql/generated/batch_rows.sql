-- Version 31, text b65f2c857310.
-- Made from the tables that packages/domain/src/modules declares, by npm run format. Not to be edited.
-- What a batch writes: for each table the rows as they are from now on.
select ledger.create_image('party', 'ledger.party', '{id, status, billing, billing_from, code, markup, leverage_ceiling, signal_percent, unlimited_until, suspended_at, leads}');
select ledger.create_image('verification', 'app.verification', '{user_id, submission, state, decided_at, decided_by, stands}');
select ledger.create_image('verification_document', 'app.verification_document', '{id, user_id, state, reason, replaced_at}');
select ledger.create_image('documented_funds', 'ledger.documented_funds', '{client_id, documented, at}');
select ledger.create_image('config_version', 'ledger.config_version', '{proposal_id, item, key, value, effective_at, proposed_by, approved_by, reason, reverts, at}');
select ledger.create_image('client_limit', 'ledger.client_limit', '{client_id, kind, amount, next_amount, next_at, set_at}');
select ledger.create_image('time_out', 'ledger.time_out', '{client_id, kind, started_at, until, return_at}');
select ledger.create_image('switch_change', 'ledger.switch_change', '{id, name, stopped, banner, reason, staff_id, at}');
select ledger.create_image('quote', 'ledger.quote', '{id, symbol, bid, ask, feed_bid, feed_ask, markup, source, source_time, received_time}');
select ledger.create_image('quote_second', 'ledger.quote_second', '{quote_id, source, bid, ask, source_time, deviation}');
select ledger.create_image('financing', 'ledger.financing', '{trade_id, day, client_id, lots, amount, cost, quote_id, conversion_quote_id, nights, rate_bps, at}');
select ledger.create_image('trade', 'ledger.trade', '{id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left, leverage_hundredths, status, entry_price, entry_quote_id, entry_conversion_quote_id, order_id, worst_price, realised, realised_exact_num, realised_exact_den, shortfall, opened_at, held_since, exit_price, exit_quote_id, exit_conversion_quote_id, exit_fill_id, closed_at, closed_by, copy_id, lead_trade_id, reverses, equity_at_open, stop_loss, take_profit, trailing_distance, targets, trailing_peak, protected_at, trailing_since, financed, accrued, financed_through, dividends, splits_num, splits_den, loss_step, called_level, called_since, closing_lots, closing_since}');
select ledger.create_image('working_order', 'ledger.working_order', '{id, client_id, symbol, side, lots, amount, type, time_in_force, limit_price, stop_price, stop_loss, take_profit, trailing_distance, targets, status, expires_at, reason, trade_id, oco_id, at, set_at, ended_at, triggered_at, trigger_quote_id}');
select ledger.create_image('client_order_id', 'ledger.client_order_id', '{client_id, client_order_id, order_id}');
select ledger.create_image('margin_call', 'ledger.margin_call', '{client_id, levels, set_at}');
select ledger.create_image('hold', 'ledger.hold', '{id, client_id, code, reference, placed_by, placed_at, set_by, set_at, ends_at, renewals, lifted_by, lifted_at, lift_note}');
select ledger.create_image('release_limit', 'ledger.release_limit', '{proposal_id, day_cents, client_cents, at}');
select ledger.create_image('deposit', 'ledger.deposit', '{id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, proof_file, proof_at, late_rate, late_rate_source, received_units, received_at, receipt_rate, rest_rate, credited, confirmed, txid, output_index, created_at, decided_at, decided_by}');
select ledger.create_image('withdrawal', 'ledger.withdrawal', '{id, client_id, amount, fee_bps, fee, method, coin, status, code_hash, code_expires_at, code_tries, code_sends, payout_reference, not_received, not_received_at, traced_at, payee, created_at, requested_at, decided_at, decided_by, returned_at}');
select ledger.create_image('trader', 'ledger.trader', '{id, client_id, bot, minimum_balance, profit_share_bps, listed, created_at, deleted_at}');
select ledger.create_image('trader_card', 'app.trader_card', '{trader_id, name, return_rate, followers}');
select ledger.create_image('kept_trade', 'ledger.kept_trade', '{trade_id, copy_id, quote_id, conversion_quote_id, value, at}');
select ledger.create_image('copy', 'ledger.copy', '{id, client_id, trader_id, lead_id, bot, allotment, stop_loss, copy_open, profit_share_bps, status, cause, high_water, shared, shared_month, started_at, stopped_at}');
select ledger.create_image('copy_skip', 'ledger.copy_skip', '{copy_id, lead_trade_id, reason, at}');
select ledger.create_image('share_paid', 'ledger.share_paid', '{id, copy_id, month, lead_id, amount, at}');
select ledger.create_image('loan', 'ledger.loan', '{id, client_id, level, amount, term_days, status, principal, interest, charged, repaid, written_off, approved_on, due_on, interest_through, called_at, created_at, decided_at, decided_by, closed_at}');
select ledger.create_image('package', 'ledger.package', '{id, name, price, markup, leverage_ceiling, features, added_by, at}');
select ledger.create_image('purchase', 'ledger.purchase', '{id, client_id, kind, plan_id, name, price, cash_before, markup_before, markup_after, ceiling_before, ceiling_after, percent_before, percent_after, unlimited_before, unlimited_after, at}');
select ledger.create_image('erasure', 'app.erasure', '{client_id, asked_at}');
select ledger.create_image('dividend', 'ledger.dividend', '{action_id, trade_id, client_id, lots, amount, moved, at}');
select ledger.create_image('trade_split', 'ledger.trade_split', '{action_id, trade_id, client_id, lots_before, lots, splits_before_num, splits_before_den, splits_num, splits_den, at}');
select ledger.create_image('order_split', 'ledger.order_split', '{action_id, order_id, client_id, lots_before, lots, limit_price_before, limit_price, stop_price_before, stop_price, at}');
select ledger.create_image('manual_trade', 'ledger.manual_trade', '{id, client_id, trade_id, symbol, side, lots, amount, at}');
select ledger.create_image('site_change', 'ledger.site_change', '{proposal_id, kind, at, applies_from, fee_before_bps, fee_from, ended_at, ended_by}');
select ledger.create_image('proposal', 'ledger.proposal', '{id, kind, client_id, subject_id, amount, command, proposed_by, proposed_at, lapses_at, status, decided_by, decided_at, refusal}');
select ledger.create_image('password_link', 'app.password_link', '{token_hash, user_id, expires_at}');
select ledger.create_image('note', 'app.note', '{subject_id, kind, client_id, body, at}');
select ledger.create_image('audit', 'ledger.audit', '{at, actor_id, action, subject_type, subject_id, client_id, facts}');
drop type if exists ledger.batch_rows cascade;
create type ledger.batch_rows as (
  party ledger.party_image[],
  verification ledger.verification_image[],
  verification_document ledger.verification_document_image[],
  documented_funds ledger.documented_funds_image[],
  config_version ledger.config_version_image[],
  client_limit ledger.client_limit_image[],
  time_out ledger.time_out_image[],
  switch_change ledger.switch_change_image[],
  quote ledger.quote_image[],
  quote_second ledger.quote_second_image[],
  financing ledger.financing_image[],
  trade ledger.trade_image[],
  working_order ledger.working_order_image[],
  client_order_id ledger.client_order_id_image[],
  margin_call ledger.margin_call_image[],
  hold ledger.hold_image[],
  release_limit ledger.release_limit_image[],
  deposit ledger.deposit_image[],
  withdrawal ledger.withdrawal_image[],
  trader ledger.trader_image[],
  trader_card ledger.trader_card_image[],
  kept_trade ledger.kept_trade_image[],
  copy ledger.copy_image[],
  copy_skip ledger.copy_skip_image[],
  share_paid ledger.share_paid_image[],
  loan ledger.loan_image[],
  package ledger.package_image[],
  purchase ledger.purchase_image[],
  erasure ledger.erasure_image[],
  dividend ledger.dividend_image[],
  trade_split ledger.trade_split_image[],
  order_split ledger.order_split_image[],
  manual_trade ledger.manual_trade_image[],
  site_change ledger.site_change_image[],
  proposal ledger.proposal_image[],
  password_link ledger.password_link_image[],
  note ledger.note_image[],
  audit ledger.audit_image[]
);

create or replace function ledger.put_party(p_book smallint, p_rows ledger.party_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.party t on t.book in (0, p_book) and t.id = a.id order by t.book, t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_party(p_book, b, a, ledger.no_sums(), p_at) as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.party b on b.book in (0, p_book) and b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of party breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.party t set status = a.status, billing = a.billing, billing_from = a.billing_from, code = a.code, markup = a.markup, leverage_ceiling = a.leverage_ceiling, signal_percent = a.signal_percent, unlimited_until = a.unlimited_until, suspended_at = a.suspended_at, leads = a.leads
    from unnest(p_rows) a where t.book in (0, p_book) and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of party comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.party (book, id, status, billing, billing_from, code, markup, leverage_ceiling, signal_percent, unlimited_until, suspended_at, leads)
    select p_book, a.id, a.status, a.billing, a.billing_from, a.code, a.markup, a.leverage_ceiling, a.signal_percent, a.unlimited_until, a.suspended_at, a.leads
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.party b where b.book in (0, p_book) and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_verification(p_book smallint, p_rows ledger.verification_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join app.verification t on t.user_id = a.user_id order by t.user_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.user_id is not null and (a.submission) is distinct from (b.submission) then 'I14' else ledger.check_verification(p_book, b, a, ledger.no_sums(), p_at) end as broken, b.user_id is not null as known, 0 as served
    from unnest(p_rows) a left join app.verification b on b.user_id = a.user_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of verification breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_verification(p_book, p_rows, p_at);
  if v_known > 0 then
    update app.verification t set submission = a.submission, state = a.state, decided_at = a.decided_at, decided_by = a.decided_by, stands = a.stands
    from unnest(p_rows) a where t.user_id = a.user_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of verification comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into app.verification (user_id, submission, state, decided_at, decided_by, stands)
    select a.user_id, a.submission, a.state, a.decided_at, a.decided_by, a.stands
    from unnest(p_rows) a where v_known = 0 or (select true from app.verification b where b.user_id = a.user_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_verification_document(p_book smallint, p_rows ledger.verification_document_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join app.verification_document t on t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.user_id) is distinct from (b.user_id) then 'I14' else ledger.check_verification_document(p_book, b, a, ledger.no_sums(), p_at) end as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join app.verification_document b on b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of verification_document breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update app.verification_document t set user_id = a.user_id, state = a.state, reason = a.reason, replaced_at = a.replaced_at
    from unnest(p_rows) a where t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of verification_document comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into app.verification_document (id, user_id, state, reason, replaced_at)
    select a.id, a.user_id, a.state, a.reason, a.replaced_at
    from unnest(p_rows) a where v_known = 0 or (select true from app.verification_document b where b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_documented_funds(p_book smallint, p_rows ledger.documented_funds_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.documented_funds t on t.book = p_book and t.client_id = a.client_id order by t.client_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_documented_funds(p_book, b, a, ledger.no_sums(), p_at) as broken, b.client_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.documented_funds b on b.book = p_book and b.client_id = a.client_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of documented_funds breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.documented_funds t set documented = a.documented, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.client_id = a.client_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of documented_funds comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.documented_funds (book, client_id, documented, at)
    select p_book, a.client_id, a.documented, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.documented_funds b where b.book = p_book and b.client_id = a.client_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_config_version(p_book smallint, p_rows ledger.config_version_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_config_version(p_book, b, a, ledger.no_sums(), p_at) as broken, b.proposal_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.config_version b on b.proposal_id = a.proposal_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of config_version breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.config_version t set item = a.item, key = a.key, value = a.value, effective_at = a.effective_at, proposed_by = a.proposed_by, approved_by = a.approved_by, reason = a.reason, reverts = a.reverts, at = a.at
    from unnest(p_rows) a where t.proposal_id = a.proposal_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of config_version comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.config_version (proposal_id, item, key, value, effective_at, proposed_by, approved_by, reason, reverts, at)
    select a.proposal_id, a.item, a.key, a.value, a.effective_at, a.proposed_by, a.approved_by, a.reason, a.reverts, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.config_version b where b.proposal_id = a.proposal_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_client_limit(p_book smallint, p_rows ledger.client_limit_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.client_limit t on t.book = p_book and t.client_id = a.client_id and t.kind = a.kind order by t.client_id, t.kind for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_client_limit(p_book, b, a, ledger.no_sums(), p_at) as broken, b.client_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.client_limit b on b.book = p_book and b.client_id = a.client_id and b.kind = a.kind
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of client_limit breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_client_limit(p_book, p_rows, p_at);
  if v_known > 0 then
    update ledger.client_limit t set amount = a.amount, next_amount = a.next_amount, next_at = a.next_at, set_at = a.set_at
    from unnest(p_rows) a where t.book = p_book and t.client_id = a.client_id and t.kind = a.kind;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of client_limit comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.client_limit (book, client_id, kind, amount, next_amount, next_at, set_at)
    select p_book, a.client_id, a.kind, a.amount, a.next_amount, a.next_at, a.set_at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.client_limit b where b.book = p_book and b.client_id = a.client_id and b.kind = a.kind) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_time_out(p_book smallint, p_rows ledger.time_out_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.time_out t on t.book = p_book and t.client_id = a.client_id order by t.client_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_time_out(p_book, b, a, ledger.no_sums(), p_at) as broken, b.client_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.time_out b on b.book = p_book and b.client_id = a.client_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of time_out breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_time_out(p_book, p_rows, p_at);
  if v_known > 0 then
    update ledger.time_out t set kind = a.kind, started_at = a.started_at, until = a.until, return_at = a.return_at
    from unnest(p_rows) a where t.book = p_book and t.client_id = a.client_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of time_out comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.time_out (book, client_id, kind, started_at, until, return_at)
    select p_book, a.client_id, a.kind, a.started_at, a.until, a.return_at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.time_out b where b.book = p_book and b.client_id = a.client_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_switch_change(p_book smallint, p_rows ledger.switch_change_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_switch_change(p_book, b, a, ledger.no_sums(), p_at) as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.switch_change b on b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of switch_change breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.switch_change t set name = a.name, stopped = a.stopped, banner = a.banner, reason = a.reason, staff_id = a.staff_id, at = a.at
    from unnest(p_rows) a where t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of switch_change comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.switch_change (id, name, stopped, banner, reason, staff_id, at)
    select a.id, a.name, a.stopped, a.banner, a.reason, a.staff_id, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.switch_change b where b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_quote(p_book smallint, p_rows ledger.quote_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_quote(p_book, b, a, ledger.no_sums(), p_at) as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.quote b on b.book = p_book and b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of quote breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.quote (book, id, symbol, bid, ask, feed_bid, feed_ask, markup, source, source_time, received_time)
    select p_book, a.id, a.symbol, a.bid, a.ask, a.feed_bid, a.feed_ask, a.markup, a.source, a.source_time, a.received_time
    from unnest(p_rows) a
    on conflict do nothing;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_quote_second(p_book smallint, p_rows ledger.quote_second_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_quote_second(p_book, b, a, ledger.no_sums(), p_at) as broken, b.quote_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.quote_second b on b.book = p_book and b.quote_id = a.quote_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of quote_second breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.quote_second (book, quote_id, source, bid, ask, source_time, deviation)
    select p_book, a.quote_id, a.source, a.bid, a.ask, a.source_time, a.deviation
    from unnest(p_rows) a
    on conflict do nothing;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_financing(p_book smallint, p_rows ledger.financing_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.financing t on t.book = p_book and t.trade_id = a.trade_id and t.day = a.day order by t.trade_id, t.day for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_financing(p_book, b, a, ledger.no_sums(), p_at) as broken, b.trade_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.financing b on b.book = p_book and b.trade_id = a.trade_id and b.day = a.day
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of financing breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_financing(p_book, p_rows, p_at);
  if v_known > 0 then
    update ledger.financing t set client_id = a.client_id, lots = a.lots, amount = a.amount, cost = a.cost, quote_id = a.quote_id, conversion_quote_id = a.conversion_quote_id, nights = a.nights, rate_bps = a.rate_bps, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.trade_id = a.trade_id and t.day = a.day;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of financing comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.financing (book, trade_id, day, client_id, lots, amount, cost, quote_id, conversion_quote_id, nights, rate_bps, at)
    select p_book, a.trade_id, a.day, a.client_id, a.lots, a.amount, a.cost, a.quote_id, a.conversion_quote_id, a.nights, a.rate_bps, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.financing b where b.book = p_book and b.trade_id = a.trade_id and b.day = a.day) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_trade(p_book smallint, p_rows ledger.trade_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.trade t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.client_id, a.symbol, a.side, a.lots, a.collateral, a.required_margin, a.leverage_hundredths, a.entry_price, a.entry_quote_id, a.entry_conversion_quote_id, a.order_id, a.worst_price, a.opened_at, a.held_since, a.copy_id, a.lead_trade_id, a.reverses, a.equity_at_open) is distinct from (b.client_id, b.symbol, b.side, b.lots, b.collateral, b.required_margin, b.leverage_hundredths, b.entry_price, b.entry_quote_id, b.entry_conversion_quote_id, b.order_id, b.worst_price, b.opened_at, b.held_since, b.copy_id, b.lead_trade_id, b.reverses, b.equity_at_open) then 'L7' else ledger.check_trade(p_book, b, a, e.s, p_at) end as broken, b.id is not null as known, (e.s).about_row as served
    from unnest(p_rows) a left join ledger.trade b on b.book = p_book and b.id = a.id cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of trade breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_trade(p_book, p_rows, p_at);
  if v_known > 0 then
    update ledger.trade t set client_id = a.client_id, symbol = a.symbol, side = a.side, lots = a.lots, open_lots = a.open_lots, collateral = a.collateral, collateral_left = a.collateral_left, required_margin = a.required_margin, required_margin_left = a.required_margin_left, leverage_hundredths = a.leverage_hundredths, status = a.status, entry_price = a.entry_price, entry_quote_id = a.entry_quote_id, entry_conversion_quote_id = a.entry_conversion_quote_id, order_id = a.order_id, worst_price = a.worst_price, realised = a.realised, realised_exact_num = a.realised_exact_num, realised_exact_den = a.realised_exact_den, shortfall = a.shortfall, opened_at = a.opened_at, held_since = a.held_since, exit_price = a.exit_price, exit_quote_id = a.exit_quote_id, exit_conversion_quote_id = a.exit_conversion_quote_id, exit_fill_id = a.exit_fill_id, closed_at = a.closed_at, closed_by = a.closed_by, copy_id = a.copy_id, lead_trade_id = a.lead_trade_id, reverses = a.reverses, equity_at_open = a.equity_at_open, stop_loss = a.stop_loss, take_profit = a.take_profit, trailing_distance = a.trailing_distance, targets = a.targets, trailing_peak = a.trailing_peak, protected_at = a.protected_at, trailing_since = a.trailing_since, financed = a.financed, accrued = a.accrued, financed_through = a.financed_through, dividends = a.dividends, splits_num = a.splits_num, splits_den = a.splits_den, loss_step = a.loss_step, called_level = a.called_level, called_since = a.called_since, closing_lots = a.closing_lots, closing_since = a.closing_since
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of trade comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left, leverage_hundredths, status, entry_price, entry_quote_id, entry_conversion_quote_id, order_id, worst_price, realised, realised_exact_num, realised_exact_den, shortfall, opened_at, held_since, exit_price, exit_quote_id, exit_conversion_quote_id, exit_fill_id, closed_at, closed_by, copy_id, lead_trade_id, reverses, equity_at_open, stop_loss, take_profit, trailing_distance, targets, trailing_peak, protected_at, trailing_since, financed, accrued, financed_through, dividends, splits_num, splits_den, loss_step, called_level, called_since, closing_lots, closing_since)
    select p_book, a.id, a.client_id, a.symbol, a.side, a.lots, a.open_lots, a.collateral, a.collateral_left, a.required_margin, a.required_margin_left, a.leverage_hundredths, a.status, a.entry_price, a.entry_quote_id, a.entry_conversion_quote_id, a.order_id, a.worst_price, a.realised, a.realised_exact_num, a.realised_exact_den, a.shortfall, a.opened_at, a.held_since, a.exit_price, a.exit_quote_id, a.exit_conversion_quote_id, a.exit_fill_id, a.closed_at, a.closed_by, a.copy_id, a.lead_trade_id, a.reverses, a.equity_at_open, a.stop_loss, a.take_profit, a.trailing_distance, a.targets, a.trailing_peak, a.protected_at, a.trailing_since, a.financed, a.accrued, a.financed_through, a.dividends, a.splits_num, a.splits_den, a.loss_step, a.called_level, a.called_since, a.closing_lots, a.closing_since
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.trade b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_working_order(p_book smallint, p_rows ledger.working_order_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.working_order t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.client_id, a.symbol, a.side, a.type, a.oco_id, a.at) is distinct from (b.client_id, b.symbol, b.side, b.type, b.oco_id, b.at) then 'T21' else ledger.check_working_order(p_book, b, a, ledger.no_sums(), p_at) end as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.working_order b on b.book = p_book and b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of working_order breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.working_order t set client_id = a.client_id, symbol = a.symbol, side = a.side, lots = a.lots, amount = a.amount, type = a.type, time_in_force = a.time_in_force, limit_price = a.limit_price, stop_price = a.stop_price, stop_loss = a.stop_loss, take_profit = a.take_profit, trailing_distance = a.trailing_distance, targets = a.targets, status = a.status, expires_at = a.expires_at, reason = a.reason, trade_id = a.trade_id, oco_id = a.oco_id, at = a.at, set_at = a.set_at, ended_at = a.ended_at, triggered_at = a.triggered_at, trigger_quote_id = a.trigger_quote_id
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of working_order comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.working_order (book, id, client_id, symbol, side, lots, amount, type, time_in_force, limit_price, stop_price, stop_loss, take_profit, trailing_distance, targets, status, expires_at, reason, trade_id, oco_id, at, set_at, ended_at, triggered_at, trigger_quote_id)
    select p_book, a.id, a.client_id, a.symbol, a.side, a.lots, a.amount, a.type, a.time_in_force, a.limit_price, a.stop_price, a.stop_loss, a.take_profit, a.trailing_distance, a.targets, a.status, a.expires_at, a.reason, a.trade_id, a.oco_id, a.at, a.set_at, a.ended_at, a.triggered_at, a.trigger_quote_id
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.working_order b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_client_order_id(p_book smallint, p_rows ledger.client_order_id_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.client_order_id t on t.book = p_book and t.client_id = a.client_id and t.client_order_id = a.client_order_id order by t.client_id, t.client_order_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.client_id is not null and (a.client_id, a.client_order_id, a.order_id) is distinct from (b.client_id, b.client_order_id, b.order_id) then 'T78' else ledger.check_client_order_id(p_book, b, a, ledger.no_sums(), p_at) end as broken, b.client_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.client_order_id b on b.book = p_book and b.client_id = a.client_id and b.client_order_id = a.client_order_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of client_order_id breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.client_order_id t set order_id = a.order_id
    from unnest(p_rows) a where t.book = p_book and t.client_id = a.client_id and t.client_order_id = a.client_order_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of client_order_id comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.client_order_id (book, client_id, client_order_id, order_id)
    select p_book, a.client_id, a.client_order_id, a.order_id
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.client_order_id b where b.book = p_book and b.client_id = a.client_id and b.client_order_id = a.client_order_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_margin_call(p_book smallint, p_rows ledger.margin_call_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.margin_call t on t.book = p_book and t.client_id = a.client_id order by t.client_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_margin_call(p_book, b, a, ledger.no_sums(), p_at) as broken, b.client_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.margin_call b on b.book = p_book and b.client_id = a.client_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of margin_call breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.margin_call t set levels = a.levels, set_at = a.set_at
    from unnest(p_rows) a where t.book = p_book and t.client_id = a.client_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of margin_call comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.margin_call (book, client_id, levels, set_at)
    select p_book, a.client_id, a.levels, a.set_at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.margin_call b where b.book = p_book and b.client_id = a.client_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_hold(p_book smallint, p_rows ledger.hold_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.hold t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.client_id, a.code, a.reference, a.placed_by, a.placed_at) is distinct from (b.client_id, b.code, b.reference, b.placed_by, b.placed_at) then 'F38' else ledger.check_hold(p_book, b, a, ledger.no_sums(), p_at) end as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.hold b on b.book = p_book and b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of hold breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.hold t set client_id = a.client_id, code = a.code, reference = a.reference, placed_by = a.placed_by, placed_at = a.placed_at, set_by = a.set_by, set_at = a.set_at, ends_at = a.ends_at, renewals = a.renewals, lifted_by = a.lifted_by, lifted_at = a.lifted_at, lift_note = a.lift_note
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of hold comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.hold (book, id, client_id, code, reference, placed_by, placed_at, set_by, set_at, ends_at, renewals, lifted_by, lifted_at, lift_note)
    select p_book, a.id, a.client_id, a.code, a.reference, a.placed_by, a.placed_at, a.set_by, a.set_at, a.ends_at, a.renewals, a.lifted_by, a.lifted_at, a.lift_note
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.hold b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_release_limit(p_book smallint, p_rows ledger.release_limit_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.release_limit t on t.proposal_id = a.proposal_id order by t.proposal_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_release_limit(p_book, b, a, ledger.no_sums(), p_at) as broken, b.proposal_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.release_limit b on b.proposal_id = a.proposal_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of release_limit breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.release_limit t set day_cents = a.day_cents, client_cents = a.client_cents, at = a.at
    from unnest(p_rows) a where t.proposal_id = a.proposal_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of release_limit comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.release_limit (proposal_id, day_cents, client_cents, at)
    select a.proposal_id, a.day_cents, a.client_cents, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.release_limit b where b.proposal_id = a.proposal_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_deposit(p_book smallint, p_rows ledger.deposit_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.deposit t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.client_id, a.amount, a.method, a.address, a.pay_units, a.rate, a.rate_source, a.expires_at, a.created_at) is distinct from (b.client_id, b.amount, b.method, b.address, b.pay_units, b.rate, b.rate_source, b.expires_at, b.created_at) then 'L9' else ledger.check_deposit(p_book, b, a, e.s, p_at) end as broken, b.id is not null as known, (e.s).about_row as served
    from unnest(p_rows) a left join ledger.deposit b on b.book = p_book and b.id = a.id cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of deposit breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.deposit t set client_id = a.client_id, amount = a.amount, method = a.method, status = a.status, address = a.address, pay_units = a.pay_units, rate = a.rate, rate_source = a.rate_source, expires_at = a.expires_at, proof_file = a.proof_file, proof_at = a.proof_at, late_rate = a.late_rate, late_rate_source = a.late_rate_source, received_units = a.received_units, received_at = a.received_at, receipt_rate = a.receipt_rate, rest_rate = a.rest_rate, credited = a.credited, confirmed = a.confirmed, txid = a.txid, output_index = a.output_index, created_at = a.created_at, decided_at = a.decided_at, decided_by = a.decided_by
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of deposit comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.deposit (book, id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, proof_file, proof_at, late_rate, late_rate_source, received_units, received_at, receipt_rate, rest_rate, credited, confirmed, txid, output_index, created_at, decided_at, decided_by)
    select p_book, a.id, a.client_id, a.amount, a.method, a.status, a.address, a.pay_units, a.rate, a.rate_source, a.expires_at, a.proof_file, a.proof_at, a.late_rate, a.late_rate_source, a.received_units, a.received_at, a.receipt_rate, a.rest_rate, a.credited, a.confirmed, a.txid, a.output_index, a.created_at, a.decided_at, a.decided_by
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.deposit b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_withdrawal(p_book smallint, p_rows ledger.withdrawal_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.withdrawal t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.client_id, a.amount, a.fee_bps, a.fee, a.method, a.coin, a.payee, a.created_at) is distinct from (b.client_id, b.amount, b.fee_bps, b.fee, b.method, b.coin, b.payee, b.created_at) then 'L11' else ledger.check_withdrawal(p_book, b, a, e.s, p_at) end as broken, b.id is not null as known, (e.s).about_row as served
    from unnest(p_rows) a left join ledger.withdrawal b on b.book = p_book and b.id = a.id cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of withdrawal breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.withdrawal t set client_id = a.client_id, amount = a.amount, fee_bps = a.fee_bps, fee = a.fee, method = a.method, coin = a.coin, status = a.status, code_hash = a.code_hash, code_expires_at = a.code_expires_at, code_tries = a.code_tries, code_sends = a.code_sends, payout_reference = a.payout_reference, not_received = a.not_received, not_received_at = a.not_received_at, traced_at = a.traced_at, payee = a.payee, created_at = a.created_at, requested_at = a.requested_at, decided_at = a.decided_at, decided_by = a.decided_by, returned_at = a.returned_at
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of withdrawal comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, coin, status, code_hash, code_expires_at, code_tries, code_sends, payout_reference, not_received, not_received_at, traced_at, payee, created_at, requested_at, decided_at, decided_by, returned_at)
    select p_book, a.id, a.client_id, a.amount, a.fee_bps, a.fee, a.method, a.coin, a.status, a.code_hash, a.code_expires_at, a.code_tries, a.code_sends, a.payout_reference, a.not_received, a.not_received_at, a.traced_at, a.payee, a.created_at, a.requested_at, a.decided_at, a.decided_by, a.returned_at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.withdrawal b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_trader(p_book smallint, p_rows ledger.trader_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.client_id, a.bot, a.minimum_balance, a.profit_share_bps, a.created_at) is distinct from (b.client_id, b.bot, b.minimum_balance, b.profit_share_bps, b.created_at) then 'C10' else ledger.check_trader(p_book, b, a, ledger.no_sums(), p_at) end as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.trader b on b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of trader breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_trader(p_book, p_rows, p_at);
  if v_known > 0 then
    update ledger.trader t set client_id = a.client_id, bot = a.bot, minimum_balance = a.minimum_balance, profit_share_bps = a.profit_share_bps, listed = a.listed, created_at = a.created_at, deleted_at = a.deleted_at
    from unnest(p_rows) a where t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of trader comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.trader (id, client_id, bot, minimum_balance, profit_share_bps, listed, created_at, deleted_at)
    select a.id, a.client_id, a.bot, a.minimum_balance, a.profit_share_bps, a.listed, a.created_at, a.deleted_at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.trader b where b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_trader_card(p_book smallint, p_rows ledger.trader_card_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_trader_card(p_book, b, a, ledger.no_sums(), p_at) as broken, b.trader_id is not null as known, 0 as served
    from unnest(p_rows) a left join app.trader_card b on b.trader_id = a.trader_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of trader_card breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update app.trader_card t set name = a.name, return_rate = a.return_rate, followers = a.followers
    from unnest(p_rows) a where t.trader_id = a.trader_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of trader_card comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into app.trader_card (trader_id, name, return_rate, followers)
    select a.trader_id, a.name, a.return_rate, a.followers
    from unnest(p_rows) a where v_known = 0 or (select true from app.trader_card b where b.trader_id = a.trader_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_kept_trade(p_book smallint, p_rows ledger.kept_trade_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.kept_trade t on t.book = p_book and t.trade_id = a.trade_id order by t.trade_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_kept_trade(p_book, b, a, ledger.no_sums(), p_at) as broken, b.trade_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.kept_trade b on b.book = p_book and b.trade_id = a.trade_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of kept_trade breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.kept_trade t set copy_id = a.copy_id, quote_id = a.quote_id, conversion_quote_id = a.conversion_quote_id, value = a.value, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.trade_id = a.trade_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of kept_trade comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.kept_trade (book, trade_id, copy_id, quote_id, conversion_quote_id, value, at)
    select p_book, a.trade_id, a.copy_id, a.quote_id, a.conversion_quote_id, a.value, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.kept_trade b where b.book = p_book and b.trade_id = a.trade_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_copy(p_book smallint, p_rows ledger.copy_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.copy t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.client_id, a.trader_id, a.lead_id, a.bot, a.allotment, a.stop_loss, a.copy_open, a.profit_share_bps, a.started_at) is distinct from (b.client_id, b.trader_id, b.lead_id, b.bot, b.allotment, b.stop_loss, b.copy_open, b.profit_share_bps, b.started_at) then 'C10' else ledger.check_copy(p_book, b, a, e.s, p_at) end as broken, b.id is not null as known, (e.s).about_row as served
    from unnest(p_rows) a left join ledger.copy b on b.book = p_book and b.id = a.id cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of copy breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_copy(p_book, p_rows, p_at);
  if v_known > 0 then
    update ledger.copy t set client_id = a.client_id, trader_id = a.trader_id, lead_id = a.lead_id, bot = a.bot, allotment = a.allotment, stop_loss = a.stop_loss, copy_open = a.copy_open, profit_share_bps = a.profit_share_bps, status = a.status, cause = a.cause, high_water = a.high_water, shared = a.shared, shared_month = a.shared_month, started_at = a.started_at, stopped_at = a.stopped_at
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of copy comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.copy (book, id, client_id, trader_id, lead_id, bot, allotment, stop_loss, copy_open, profit_share_bps, status, cause, high_water, shared, shared_month, started_at, stopped_at)
    select p_book, a.id, a.client_id, a.trader_id, a.lead_id, a.bot, a.allotment, a.stop_loss, a.copy_open, a.profit_share_bps, a.status, a.cause, a.high_water, a.shared, a.shared_month, a.started_at, a.stopped_at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.copy b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_copy_skip(p_book smallint, p_rows ledger.copy_skip_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_copy_skip(p_book, b, a, ledger.no_sums(), p_at) as broken, b.copy_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.copy_skip b on b.book = p_book and b.copy_id = a.copy_id and b.lead_trade_id = a.lead_trade_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of copy_skip breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.copy_skip (book, copy_id, lead_trade_id, reason, at)
    select p_book, a.copy_id, a.lead_trade_id, a.reason, a.at
    from unnest(p_rows) a
    on conflict do nothing;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_share_paid(p_book smallint, p_rows ledger.share_paid_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.share_paid t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_share_paid(p_book, b, a, e.s, p_at) as broken, b.id is not null as known, (e.s).about_row as served
    from unnest(p_rows) a left join ledger.share_paid b on b.book = p_book and b.id = a.id cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of share_paid breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.share_paid t set copy_id = a.copy_id, month = a.month, lead_id = a.lead_id, amount = a.amount, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of share_paid comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.share_paid (book, id, copy_id, month, lead_id, amount, at)
    select p_book, a.id, a.copy_id, a.month, a.lead_id, a.amount, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.share_paid b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_loan(p_book smallint, p_rows ledger.loan_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.loan t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.client_id, a.level, a.amount, a.term_days, a.created_at) is distinct from (b.client_id, b.level, b.amount, b.term_days, b.created_at) then 'B17' else ledger.check_loan(p_book, b, a, e.s, p_at) end as broken, b.id is not null as known, (e.s).about_row as served
    from unnest(p_rows) a left join ledger.loan b on b.book = p_book and b.id = a.id cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of loan breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_loan(p_book, p_rows, p_at);
  if v_known > 0 then
    update ledger.loan t set client_id = a.client_id, level = a.level, amount = a.amount, term_days = a.term_days, status = a.status, principal = a.principal, interest = a.interest, charged = a.charged, repaid = a.repaid, written_off = a.written_off, approved_on = a.approved_on, due_on = a.due_on, interest_through = a.interest_through, called_at = a.called_at, created_at = a.created_at, decided_at = a.decided_at, decided_by = a.decided_by, closed_at = a.closed_at
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of loan comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.loan (book, id, client_id, level, amount, term_days, status, principal, interest, charged, repaid, written_off, approved_on, due_on, interest_through, called_at, created_at, decided_at, decided_by, closed_at)
    select p_book, a.id, a.client_id, a.level, a.amount, a.term_days, a.status, a.principal, a.interest, a.charged, a.repaid, a.written_off, a.approved_on, a.due_on, a.interest_through, a.called_at, a.created_at, a.decided_at, a.decided_by, a.closed_at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.loan b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_package(p_book smallint, p_rows ledger.package_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_package(p_book, b, a, ledger.no_sums(), p_at) as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.package b on b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of package breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.package t set name = a.name, price = a.price, markup = a.markup, leverage_ceiling = a.leverage_ceiling, features = a.features, added_by = a.added_by, at = a.at
    from unnest(p_rows) a where t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of package comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.package (id, name, price, markup, leverage_ceiling, features, added_by, at)
    select a.id, a.name, a.price, a.markup, a.leverage_ceiling, a.features, a.added_by, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.package b where b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_purchase(p_book smallint, p_rows ledger.purchase_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_purchase(p_book, b, a, e.s, p_at) as broken, b.id is not null as known, (e.s).about_row as served
    from unnest(p_rows) a left join ledger.purchase b on b.book = p_book and b.id = a.id cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of purchase breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.purchase t set client_id = a.client_id, kind = a.kind, plan_id = a.plan_id, name = a.name, price = a.price, cash_before = a.cash_before, markup_before = a.markup_before, markup_after = a.markup_after, ceiling_before = a.ceiling_before, ceiling_after = a.ceiling_after, percent_before = a.percent_before, percent_after = a.percent_after, unlimited_before = a.unlimited_before, unlimited_after = a.unlimited_after, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of purchase comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.purchase (book, id, client_id, kind, plan_id, name, price, cash_before, markup_before, markup_after, ceiling_before, ceiling_after, percent_before, percent_after, unlimited_before, unlimited_after, at)
    select p_book, a.id, a.client_id, a.kind, a.plan_id, a.name, a.price, a.cash_before, a.markup_before, a.markup_after, a.ceiling_before, a.ceiling_after, a.percent_before, a.percent_after, a.unlimited_before, a.unlimited_after, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.purchase b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_erasure(p_book smallint, p_rows ledger.erasure_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join app.erasure t on t.client_id = a.client_id order by t.client_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_erasure(p_book, b, a, ledger.no_sums(), p_at) as broken, b.client_id is not null as known, 0 as served
    from unnest(p_rows) a left join app.erasure b on b.client_id = a.client_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of erasure breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_erasure(p_book, p_rows, p_at);
  if v_known > 0 then
    update app.erasure t set asked_at = a.asked_at
    from unnest(p_rows) a where t.client_id = a.client_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of erasure comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into app.erasure (client_id, asked_at)
    select a.client_id, a.asked_at
    from unnest(p_rows) a where v_known = 0 or (select true from app.erasure b where b.client_id = a.client_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_dividend(p_book smallint, p_rows ledger.dividend_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.dividend t on t.book = p_book and t.action_id = a.action_id and t.trade_id = a.trade_id order by t.action_id, t.trade_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_dividend(p_book, b, a, ledger.no_sums(), p_at) as broken, b.action_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.dividend b on b.book = p_book and b.action_id = a.action_id and b.trade_id = a.trade_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of dividend breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.dividend t set client_id = a.client_id, lots = a.lots, amount = a.amount, moved = a.moved, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.action_id = a.action_id and t.trade_id = a.trade_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of dividend comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.dividend (book, action_id, trade_id, client_id, lots, amount, moved, at)
    select p_book, a.action_id, a.trade_id, a.client_id, a.lots, a.amount, a.moved, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.dividend b where b.book = p_book and b.action_id = a.action_id and b.trade_id = a.trade_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_trade_split(p_book smallint, p_rows ledger.trade_split_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.trade_split t on t.book = p_book and t.action_id = a.action_id and t.trade_id = a.trade_id order by t.action_id, t.trade_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_trade_split(p_book, b, a, ledger.no_sums(), p_at) as broken, b.action_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.trade_split b on b.book = p_book and b.action_id = a.action_id and b.trade_id = a.trade_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of trade_split breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.trade_split t set client_id = a.client_id, lots_before = a.lots_before, lots = a.lots, splits_before_num = a.splits_before_num, splits_before_den = a.splits_before_den, splits_num = a.splits_num, splits_den = a.splits_den, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.action_id = a.action_id and t.trade_id = a.trade_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of trade_split comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.trade_split (book, action_id, trade_id, client_id, lots_before, lots, splits_before_num, splits_before_den, splits_num, splits_den, at)
    select p_book, a.action_id, a.trade_id, a.client_id, a.lots_before, a.lots, a.splits_before_num, a.splits_before_den, a.splits_num, a.splits_den, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.trade_split b where b.book = p_book and b.action_id = a.action_id and b.trade_id = a.trade_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_order_split(p_book smallint, p_rows ledger.order_split_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.order_split t on t.book = p_book and t.action_id = a.action_id and t.order_id = a.order_id order by t.action_id, t.order_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_order_split(p_book, b, a, ledger.no_sums(), p_at) as broken, b.action_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.order_split b on b.book = p_book and b.action_id = a.action_id and b.order_id = a.order_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of order_split breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.order_split t set client_id = a.client_id, lots_before = a.lots_before, lots = a.lots, limit_price_before = a.limit_price_before, limit_price = a.limit_price, stop_price_before = a.stop_price_before, stop_price = a.stop_price, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.action_id = a.action_id and t.order_id = a.order_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of order_split comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.order_split (book, action_id, order_id, client_id, lots_before, lots, limit_price_before, limit_price, stop_price_before, stop_price, at)
    select p_book, a.action_id, a.order_id, a.client_id, a.lots_before, a.lots, a.limit_price_before, a.limit_price, a.stop_price_before, a.stop_price, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.order_split b where b.book = p_book and b.action_id = a.action_id and b.order_id = a.order_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_manual_trade(p_book smallint, p_rows ledger.manual_trade_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.manual_trade t on t.book = p_book and t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_manual_trade(p_book, b, a, e.s, p_at) as broken, b.id is not null as known, (e.s).about_row as served
    from unnest(p_rows) a left join ledger.manual_trade b on b.book = p_book and b.id = a.id cross join lateral (select coalesce(p_sums[array_position(p_subjects, a.id)], ledger.no_sums()) as s offset 0) e
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of manual_trade breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.manual_trade t set client_id = a.client_id, trade_id = a.trade_id, symbol = a.symbol, side = a.side, lots = a.lots, amount = a.amount, at = a.at
    from unnest(p_rows) a where t.book = p_book and t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of manual_trade comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.manual_trade (book, id, client_id, trade_id, symbol, side, lots, amount, at)
    select p_book, a.id, a.client_id, a.trade_id, a.symbol, a.side, a.lots, a.amount, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.manual_trade b where b.book = p_book and b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_site_change(p_book smallint, p_rows ledger.site_change_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.site_change t on t.proposal_id = a.proposal_id order by t.proposal_id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_site_change(p_book, b, a, ledger.no_sums(), p_at) as broken, b.proposal_id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.site_change b on b.proposal_id = a.proposal_id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of site_change breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update ledger.site_change t set kind = a.kind, at = a.at, applies_from = a.applies_from, fee_before_bps = a.fee_before_bps, fee_from = a.fee_from, ended_at = a.ended_at, ended_by = a.ended_by
    from unnest(p_rows) a where t.proposal_id = a.proposal_id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of site_change comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.site_change (proposal_id, kind, at, applies_from, fee_before_bps, fee_from, ended_at, ended_by)
    select a.proposal_id, a.kind, a.at, a.applies_from, a.fee_before_bps, a.fee_from, a.ended_at, a.ended_by
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.site_change b where b.proposal_id = a.proposal_id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_proposal(p_book smallint, p_rows ledger.proposal_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join ledger.proposal t on t.id = a.id order by t.id for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select case when b.id is not null and (a.kind, a.client_id, a.subject_id, a.amount, a.command, a.proposed_by, a.proposed_at, a.lapses_at) is distinct from (b.kind, b.client_id, b.subject_id, b.amount, b.command, b.proposed_by, b.proposed_at, b.lapses_at) then 'G41' else ledger.check_proposal(p_book, b, a, ledger.no_sums(), p_at) end as broken, b.id is not null as known, 0 as served
    from unnest(p_rows) a left join ledger.proposal b on b.id = a.id
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of proposal breaks %', v_broken using errcode = 'CB100';
  end if;
  perform ledger.follow_proposal(p_book, p_rows, p_at);
  if v_known > 0 then
    update ledger.proposal t set kind = a.kind, client_id = a.client_id, subject_id = a.subject_id, amount = a.amount, command = a.command, proposed_by = a.proposed_by, proposed_at = a.proposed_at, lapses_at = a.lapses_at, status = a.status, decided_by = a.decided_by, decided_at = a.decided_at, refusal = a.refusal
    from unnest(p_rows) a where t.id = a.id;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of proposal comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.proposal (id, kind, client_id, subject_id, amount, command, proposed_by, proposed_at, lapses_at, status, decided_by, decided_at, refusal)
    select a.id, a.kind, a.client_id, a.subject_id, a.amount, a.command, a.proposed_by, a.proposed_at, a.lapses_at, a.status, a.decided_by, a.decided_at, a.refusal
    from unnest(p_rows) a where v_known = 0 or (select true from ledger.proposal b where b.id = a.id) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_password_link(p_book smallint, p_rows ledger.password_link_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  perform 1 from unnest(p_rows) a join app.password_link t on t.token_hash = a.token_hash order by t.token_hash for no key update of t;
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_password_link(p_book, b, a, ledger.no_sums(), p_at) as broken, b.token_hash is not null as known, 0 as served
    from unnest(p_rows) a left join app.password_link b on b.token_hash = a.token_hash
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of password_link breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update app.password_link t set user_id = a.user_id, expires_at = a.expires_at
    from unnest(p_rows) a where t.token_hash = a.token_hash;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of password_link comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into app.password_link (token_hash, user_id, expires_at)
    select a.token_hash, a.user_id, a.expires_at
    from unnest(p_rows) a where v_known = 0 or (select true from app.password_link b where b.token_hash = a.token_hash) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_note(p_book smallint, p_rows ledger.note_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_note(p_book, b, a, ledger.no_sums(), p_at) as broken, b.subject_id is not null as known, 0 as served
    from unnest(p_rows) a left join app.note b on b.subject_id = a.subject_id and b.kind = a.kind
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of note breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known > 0 then
    update app.note t set client_id = a.client_id, body = a.body, at = a.at
    from unnest(p_rows) a where t.subject_id = a.subject_id and t.kind = a.kind;
    get diagnostics v_count = row_count;
    -- Twice the same row would count its entry twice.
    if v_count <> v_known then
      raise exception 'ledger: a row of note comes twice' using errcode = 'CB101';
    end if;
  end if;
  if v_known < cardinality(p_rows) then
    insert into app.note (subject_id, kind, client_id, body, at)
    select a.subject_id, a.kind, a.client_id, a.body, a.at
    from unnest(p_rows) a where v_known = 0 or (select true from app.note b where b.subject_id = a.subject_id and b.kind = a.kind) is null;
  end if;
  return v_served;
end
$$;

create or replace function ledger.put_audit(p_book smallint, p_rows ledger.audit_image[], p_subjects uuid[], p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_broken text;
  v_known int;
  v_served int;
  v_count int;
begin
  select min(broken), count(*) filter (where known), coalesce(sum(served), 0) into v_broken, v_known, v_served
  from (
    select ledger.check_audit(p_book, b, a, ledger.no_sums(), p_at) as broken, false as known, 0 as served
    from unnest(p_rows) a left join ledger.audit b on false
  ) x;
  if v_broken is not null then
    raise exception 'ledger: a row of audit breaks %', v_broken using errcode = 'CB100';
  end if;
  if v_known < cardinality(p_rows) then
    insert into ledger.audit (at, actor_id, action, subject_type, subject_id, client_id, facts)
    select a.at, a.actor_id, a.action, a.subject_type, a.subject_id, a.client_id, a.facts
    from unnest(p_rows) a;
  end if;
  return v_served;
end
$$;

-- Writes all of them; returns how many entries got the row that they are about.
create or replace function ledger.put_rows(p_book smallint, p_rows ledger.batch_rows, p_sums ledger.subject_sums[], p_at timestamptz) returns int
language plpgsql as
$$
declare
  v_served int := 0;
  v_subjects uuid[] := array(select subject from unnest(p_sums));
begin
  if p_rows.party is not null then
    v_served := v_served + ledger.put_party(p_book, p_rows.party, v_subjects, p_sums, p_at);
  end if;
  if p_rows.verification is not null then
    v_served := v_served + ledger.put_verification(p_book, p_rows.verification, v_subjects, p_sums, p_at);
  end if;
  if p_rows.verification_document is not null then
    v_served := v_served + ledger.put_verification_document(p_book, p_rows.verification_document, v_subjects, p_sums, p_at);
  end if;
  if p_rows.documented_funds is not null then
    v_served := v_served + ledger.put_documented_funds(p_book, p_rows.documented_funds, v_subjects, p_sums, p_at);
  end if;
  if p_rows.config_version is not null then
    v_served := v_served + ledger.put_config_version(p_book, p_rows.config_version, v_subjects, p_sums, p_at);
  end if;
  if p_rows.client_limit is not null then
    v_served := v_served + ledger.put_client_limit(p_book, p_rows.client_limit, v_subjects, p_sums, p_at);
  end if;
  if p_rows.time_out is not null then
    v_served := v_served + ledger.put_time_out(p_book, p_rows.time_out, v_subjects, p_sums, p_at);
  end if;
  if p_rows.switch_change is not null then
    v_served := v_served + ledger.put_switch_change(p_book, p_rows.switch_change, v_subjects, p_sums, p_at);
  end if;
  if p_rows.quote is not null then
    v_served := v_served + ledger.put_quote(p_book, p_rows.quote, v_subjects, p_sums, p_at);
  end if;
  if p_rows.quote_second is not null then
    v_served := v_served + ledger.put_quote_second(p_book, p_rows.quote_second, v_subjects, p_sums, p_at);
  end if;
  if p_rows.financing is not null then
    v_served := v_served + ledger.put_financing(p_book, p_rows.financing, v_subjects, p_sums, p_at);
  end if;
  if p_rows.trade is not null then
    v_served := v_served + ledger.put_trade(p_book, p_rows.trade, v_subjects, p_sums, p_at);
  end if;
  if p_rows.working_order is not null then
    v_served := v_served + ledger.put_working_order(p_book, p_rows.working_order, v_subjects, p_sums, p_at);
  end if;
  if p_rows.client_order_id is not null then
    v_served := v_served + ledger.put_client_order_id(p_book, p_rows.client_order_id, v_subjects, p_sums, p_at);
  end if;
  if p_rows.margin_call is not null then
    v_served := v_served + ledger.put_margin_call(p_book, p_rows.margin_call, v_subjects, p_sums, p_at);
  end if;
  if p_rows.hold is not null then
    v_served := v_served + ledger.put_hold(p_book, p_rows.hold, v_subjects, p_sums, p_at);
  end if;
  if p_rows.release_limit is not null then
    v_served := v_served + ledger.put_release_limit(p_book, p_rows.release_limit, v_subjects, p_sums, p_at);
  end if;
  if p_rows.deposit is not null then
    v_served := v_served + ledger.put_deposit(p_book, p_rows.deposit, v_subjects, p_sums, p_at);
  end if;
  if p_rows.withdrawal is not null then
    v_served := v_served + ledger.put_withdrawal(p_book, p_rows.withdrawal, v_subjects, p_sums, p_at);
  end if;
  if p_rows.trader is not null then
    v_served := v_served + ledger.put_trader(p_book, p_rows.trader, v_subjects, p_sums, p_at);
  end if;
  if p_rows.trader_card is not null then
    v_served := v_served + ledger.put_trader_card(p_book, p_rows.trader_card, v_subjects, p_sums, p_at);
  end if;
  if p_rows.kept_trade is not null then
    v_served := v_served + ledger.put_kept_trade(p_book, p_rows.kept_trade, v_subjects, p_sums, p_at);
  end if;
  if p_rows.copy is not null then
    v_served := v_served + ledger.put_copy(p_book, p_rows.copy, v_subjects, p_sums, p_at);
  end if;
  if p_rows.copy_skip is not null then
    v_served := v_served + ledger.put_copy_skip(p_book, p_rows.copy_skip, v_subjects, p_sums, p_at);
  end if;
  if p_rows.share_paid is not null then
    v_served := v_served + ledger.put_share_paid(p_book, p_rows.share_paid, v_subjects, p_sums, p_at);
  end if;
  if p_rows.loan is not null then
    v_served := v_served + ledger.put_loan(p_book, p_rows.loan, v_subjects, p_sums, p_at);
  end if;
  if p_rows.package is not null then
    v_served := v_served + ledger.put_package(p_book, p_rows.package, v_subjects, p_sums, p_at);
  end if;
  if p_rows.purchase is not null then
    v_served := v_served + ledger.put_purchase(p_book, p_rows.purchase, v_subjects, p_sums, p_at);
  end if;
  if p_rows.erasure is not null then
    v_served := v_served + ledger.put_erasure(p_book, p_rows.erasure, v_subjects, p_sums, p_at);
  end if;
  if p_rows.dividend is not null then
    v_served := v_served + ledger.put_dividend(p_book, p_rows.dividend, v_subjects, p_sums, p_at);
  end if;
  if p_rows.trade_split is not null then
    v_served := v_served + ledger.put_trade_split(p_book, p_rows.trade_split, v_subjects, p_sums, p_at);
  end if;
  if p_rows.order_split is not null then
    v_served := v_served + ledger.put_order_split(p_book, p_rows.order_split, v_subjects, p_sums, p_at);
  end if;
  if p_rows.manual_trade is not null then
    v_served := v_served + ledger.put_manual_trade(p_book, p_rows.manual_trade, v_subjects, p_sums, p_at);
  end if;
  if p_rows.site_change is not null then
    v_served := v_served + ledger.put_site_change(p_book, p_rows.site_change, v_subjects, p_sums, p_at);
  end if;
  if p_rows.proposal is not null then
    v_served := v_served + ledger.put_proposal(p_book, p_rows.proposal, v_subjects, p_sums, p_at);
  end if;
  if p_rows.password_link is not null then
    v_served := v_served + ledger.put_password_link(p_book, p_rows.password_link, v_subjects, p_sums, p_at);
  end if;
  if p_rows.note is not null then
    v_served := v_served + ledger.put_note(p_book, p_rows.note, v_subjects, p_sums, p_at);
  end if;
  if p_rows.audit is not null then
    v_served := v_served + ledger.put_audit(p_book, p_rows.audit, v_subjects, p_sums, p_at);
  end if;
  if p_rows.party is not null then
    perform ledger.verify_party(p_book, p_rows.party, p_at);
  end if;
  if p_rows.verification is not null then
    perform ledger.verify_verification(p_book, p_rows.verification, p_at);
  end if;
  if p_rows.verification_document is not null then
    perform ledger.verify_verification_document(p_book, p_rows.verification_document, p_at);
  end if;
  if p_rows.documented_funds is not null then
    perform ledger.verify_documented_funds(p_book, p_rows.documented_funds, p_at);
  end if;
  if p_rows.config_version is not null then
    perform ledger.verify_config_version(p_book, p_rows.config_version, p_at);
  end if;
  if p_rows.switch_change is not null then
    perform ledger.verify_switch_change(p_book, p_rows.switch_change, p_at);
  end if;
  if p_rows.financing is not null then
    perform ledger.verify_financing(p_book, p_rows.financing, p_at);
  end if;
  if p_rows.trade is not null then
    perform ledger.verify_trade(p_book, p_rows.trade, p_at);
  end if;
  if p_rows.working_order is not null then
    perform ledger.verify_working_order(p_book, p_rows.working_order, p_at);
  end if;
  if p_rows.hold is not null then
    perform ledger.verify_hold(p_book, p_rows.hold, p_at);
  end if;
  if p_rows.release_limit is not null then
    perform ledger.verify_release_limit(p_book, p_rows.release_limit, p_at);
  end if;
  if p_rows.deposit is not null then
    perform ledger.verify_deposit(p_book, p_rows.deposit, p_at);
  end if;
  if p_rows.withdrawal is not null then
    perform ledger.verify_withdrawal(p_book, p_rows.withdrawal, p_at);
  end if;
  if p_rows.trader is not null then
    perform ledger.verify_trader(p_book, p_rows.trader, p_at);
  end if;
  if p_rows.kept_trade is not null then
    perform ledger.verify_kept_trade(p_book, p_rows.kept_trade, p_at);
  end if;
  if p_rows.purchase is not null then
    perform ledger.verify_purchase(p_book, p_rows.purchase, p_at);
  end if;
  if p_rows.erasure is not null then
    perform ledger.verify_erasure(p_book, p_rows.erasure, p_at);
  end if;
  if p_rows.dividend is not null then
    perform ledger.verify_dividend(p_book, p_rows.dividend, p_at);
  end if;
  if p_rows.site_change is not null then
    perform ledger.verify_site_change(p_book, p_rows.site_change, p_at);
  end if;
  if p_rows.proposal is not null then
    perform ledger.verify_proposal(p_book, p_rows.proposal, p_at);
  end if;
  if p_rows.password_link is not null then
    perform ledger.verify_password_link(p_book, p_rows.password_link, p_at);
  end if;
  return v_served;
end
$$;
