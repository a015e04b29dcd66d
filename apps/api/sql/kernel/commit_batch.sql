-- Version 3, text a5293794402b.
-- The one write of everything that a batch decided. It trusts nobody: it takes postings, never balances, and checks by itself that each
-- entry sums to zero, touches only accounts its event may touch, moves the row it is about from the right state by the right amount, and
-- that no floor is broken and no key used twice. Any breach raises and undoes the whole batch.
create or replace function ledger.commit_batch(
  p_now timestamptz, p_entries ledger.entry_draft[], p_answers ledger.answer_draft[], p_images ledger.batch_rows, p_letters app.letter[], p_notify text[], p_rows jsonb
) returns json
language plpgsql security definer set search_path = ledger, pg_temp set jit = off set plan_cache_mode = force_generic_plan as
$$
declare
  v_entries ledger.checked_entry[];
  v_sums ledger.subject_sums[];
  v_events bigint;
  v_about_row int;
  v_moved int := 0;
  v_first bigint;
  v_at timestamptz;
  -- Of the modules whose rows are not written as images yet.
  v_count int;
  v_expected int;
  p_entry_event smallint[];
  p_entry_client uuid[];
  p_entry_subject uuid[];
  v_cash bigint[];
  v_loan bigint[];
  v_margin bigint[];
  v_withdrawing bigint[];
begin
  perform set_config('clearbook.batch', 'on', true);
  v_entries := ledger.check_entries(p_entries);
  select coalesce(bit_or(1::bigint << event), 0), count(*) filter (where about_row) into v_events, v_about_row from unnest(v_entries);
  if v_events <> 0 then
    perform ledger.move_balances(v_entries, p_now);
    v_sums := ledger.sums_by_subject(v_entries);
  end if;
  if p_rows is not null then
    select array_agg(event order by place), array_agg(client_id order by place), array_agg(subject_id order by place),
      array_agg(cash order by place), array_agg(loan order by place), array_agg(margin order by place), array_agg(withdrawing order by place)
    into p_entry_event, p_entry_client, p_entry_subject, v_cash, v_loan, v_margin, v_withdrawing from unnest(v_entries);
  end if;

  v_moved := v_moved + ledger.put_rows(p_images, v_sums, p_now);

  if p_rows is not null then
    if p_rows -> 'deposits_created' is not null then
      insert into ledger.deposit (id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, created_at)
      select id, client_id, amount, method, 'awaiting_payment', address, pay_units, rate, rate_source, expires_at, created_at
      from jsonb_to_recordset(p_rows -> 'deposits_created') as x(id uuid, client_id uuid, amount bigint, method ledger.deposit_method, address text, pay_units bigint,
        rate bigint, rate_source text, expires_at timestamptz, created_at timestamptz);
    end if;

    if p_rows -> 'deposits_moved' is not null then
      with x as (
        select * from jsonb_to_recordset(p_rows -> 'deposits_moved') as x(e int, id uuid, from_status ledger.deposit_status, to_status ledger.deposit_status, proof_file uuid,
          proof_at timestamptz, late_rate bigint, late_rate_source text, received_units bigint, received_at timestamptz, receipt_rate bigint, rest_rate bigint,
          credited bigint, confirmed bigint, txid text, output_index int, decided_at timestamptz, decided_by uuid)
      ), written as (
        update ledger.deposit d set status = x.to_status,
          proof_file = coalesce(x.proof_file, d.proof_file), proof_at = coalesce(x.proof_at, d.proof_at),
          late_rate = coalesce(d.late_rate, x.late_rate), late_rate_source = coalesce(d.late_rate_source, x.late_rate_source),
          received_units = x.received_units, received_at = x.received_at, receipt_rate = x.receipt_rate, rest_rate = x.rest_rate, credited = x.credited, txid = x.txid, output_index = x.output_index,
          decided_at = x.decided_at, decided_by = x.decided_by
        from x
        -- L9: a deposit is decided once, and what is credited is what the entry put into cash.
        where d.id = x.id and d.status = x.from_status and d.method <> 'loan'
          and (x.from_status, x.to_status) in (('awaiting_payment', 'pending'), ('pending', 'approved'), ('pending', 'rejected'))
          -- F5: late proof is credited at the price that was stored with it, and only proof brings one.
          and (x.late_rate is null or x.to_status = 'pending')
          and (x.to_status <> 'approved' or ledger.credit_is_right(d, x.received_units, x.received_at, x.receipt_rate, x.rest_rate, x.credited)
            -- F50: live mode records when it arrived; demo mode asks for a sum again that is large or not what was asked for.
            and (select case i.mode when 'live' then x.received_at is not null
                   else x.credited <= @limit.alone and abs(x.credited - d.amount) * 50 <= d.amount or x.confirmed is not distinct from x.credited end
                 from app.instance i))
          and ((x.to_status = 'approved') = (x.e is not null))
          and (x.e is null or p_entry_event[x.e] = @event.deposit_approved and p_entry_subject[x.e] = d.id and p_entry_client[x.e] = d.client_id and v_cash[x.e] = -x.credited
            -- It arrived in the coin that it was asked for in.
            and x.credited = (select sum(m) from unnest(v_entries[x.e].accounts, v_entries[x.e].amounts) as u(a, m) where u.a = ledger.custody_of(d.method::text, null)))
        returning x.e
      )
      select count(*), count(e) into v_count, v_expected from written;
      if v_count <> jsonb_array_length(p_rows -> 'deposits_moved') then
        raise exception 'ledger: a deposit is not in the state that its decision needs' using errcode = 'CB010';
      end if;
      v_moved := v_moved + v_expected;
    end if;

    -- F52: at most three deposits of a client are open at a time.
    if p_rows -> 'deposits_created' is not null and exists (
      select 1 from ledger.deposit d
      where d.client_id in (select (c ->> 'client_id')::uuid from jsonb_array_elements(p_rows -> 'deposits_created') as c) and d.method <> 'loan'
        and (d.status = 'pending' or d.status = 'awaiting_payment' and d.expires_at > p_now)
      group by d.client_id having count(*) > @limit.open_deposits
    ) then
      raise exception 'ledger: a fourth open deposit of a client' using errcode = 'CB016';
    end if;

    if p_rows -> 'withdrawals_created' is not null then
      with x as (
        select * from jsonb_to_recordset(p_rows -> 'withdrawals_created') as x(e int, id uuid, client_id uuid, amount bigint, fee_bps int, fee bigint,
          method ledger.withdrawal_method, coin ledger.coin, status ledger.withdrawal_status, code_hash text, code_expires_at timestamptz, code_sends smallint, created_at timestamptz, requested_at timestamptz, payee text)
      ), written as (
        insert into ledger.withdrawal (id, client_id, amount, fee_bps, fee, method, coin, status, code_hash, code_expires_at, code_sends, created_at, requested_at, payee)
        select id, client_id, amount, fee_bps, fee, method, coin, status, code_hash, code_expires_at, code_sends, created_at, requested_at, payee from x
      )
      -- L10: the whole amount is held at once.
      select count(*), count(*) filter (where p_entry_event[e] = @event.withdrawal_requested and p_entry_subject[e] = id and p_entry_client[e] = client_id
        and v_withdrawing[e] = -amount and v_cash[e] = amount and status in ('awaiting_code', 'pending')) into v_expected, v_count from x;
      if v_count <> v_expected then
        raise exception 'ledger: a withdrawal and its hold differ' using errcode = 'CB011';
      end if;
      v_moved := v_moved + v_count;
      -- F54: only where this client was paid before, and without an authenticator, does one go to staff without a code. Demo data names no payee.
      if exists (
        select 1 from jsonb_to_recordset(p_rows -> 'withdrawals_created') as x(client_id uuid, status text, payee text)
        where x.status = 'pending' and (exists (select 1 from app.second_factor f where f.user_id = x.client_id and f.confirmed_at is not null)
          or case when x.payee is null then exists (select 1 from app.instance where mode = 'live')
            else not exists (select 1 from ledger.withdrawal w where w.client_id = x.client_id and w.payee = x.payee and w.status = 'approved') end)
      ) then
        raise exception 'ledger: a withdrawal without the code that it needs' using errcode = 'CB017';
      end if;
    end if;

    if p_rows -> 'withdrawals_moved' is not null then
      with x as (
        select * from jsonb_to_recordset(p_rows -> 'withdrawals_moved') as x(e int, id uuid, from_status ledger.withdrawal_status, to_status ledger.withdrawal_status, code_hash text,
          code_expires_at timestamptz, code_tries smallint, code_sends smallint, payout_reference text, not_received boolean,
          requested_at timestamptz, decided_at timestamptz, decided_by uuid, returned_at timestamptz)
      ), written as (
        update ledger.withdrawal w set status = x.to_status, code_hash = x.code_hash, code_expires_at = x.code_expires_at,
          code_tries = x.code_tries, code_sends = x.code_sends, payout_reference = x.payout_reference, not_received = x.not_received,
          not_received_at = case when x.not_received and not w.not_received then p_now else w.not_received_at end,
          traced_at = case when w.not_received and not x.not_received and x.to_status = 'approved' then p_now else w.traced_at end,
          requested_at = coalesce(x.requested_at, w.requested_at), decided_at = coalesce(x.decided_at, w.decided_at),
          decided_by = coalesce(x.decided_by, w.decided_by), returned_at = coalesce(x.returned_at, w.returned_at)
        from x
        where w.id = x.id and w.status = x.from_status and x.code_tries >= w.code_tries
          -- L11: a hold ends exactly once: paid out less the fee, or released whole.
          and case x.to_status
            when 'awaiting_code' then x.from_status = 'awaiting_code' and x.e is null
            when 'pending' then x.from_status in ('awaiting_code') and x.e is null
            when 'approved' then x.from_status = 'pending' and p_entry_event[x.e] = @event.withdrawal_approved and v_withdrawing[x.e] = w.amount
              or x.from_status = 'approved' and x.e is null
            when 'returned' then x.from_status = 'approved' and p_entry_event[x.e] = @event.withdrawal_returned and v_cash[x.e] = -w.amount
            when 'rejected' then x.from_status = 'pending' and p_entry_event[x.e] = @event.withdrawal_released and v_cash[x.e] = -w.amount
            when 'cancelled' then x.from_status in ('awaiting_code', 'pending') and p_entry_event[x.e] = @event.withdrawal_released and v_cash[x.e] = -w.amount
            when 'lapsed' then x.from_status = 'awaiting_code' and p_entry_event[x.e] = @event.withdrawal_released and v_cash[x.e] = -w.amount
            else false
          end
          and (x.e is null or p_entry_subject[x.e] = w.id and p_entry_client[x.e] = w.client_id)
          -- What goes out or comes back is the amount less the fee that was agreed, in the account of its method.
          and (x.e is null or x.to_status not in ('approved', 'returned') or w.amount - w.fee =
            (select abs(sum(m)) from unnest(v_entries[x.e].accounts, v_entries[x.e].amounts) as u(a, m) where u.a = ledger.custody_of(w.method::text, w.coin::text)))
        returning x.e
      )
      select count(*), count(e) into v_count, v_expected from written;
      if v_count <> jsonb_array_length(p_rows -> 'withdrawals_moved') then
        raise exception 'ledger: a withdrawal is not in the state that its decision needs' using errcode = 'CB012';
      end if;
      v_moved := v_moved + v_expected;
    end if;

    if p_rows -> 'parties' is not null then
      update ledger.party p set status = x.status, billing = x.billing, billing_from = x.billing_from, code = x.code, signal_percent = x.signal_percent, markup = x.markup,
        leverage_ceiling = x.leverage_ceiling, unlimited_until = x.unlimited_until, suspended_at = x.suspended_at, leads = x.leads
      from jsonb_to_recordset(p_rows -> 'parties') as x(id uuid, status ledger.party_status, billing boolean, billing_from timestamptz, code boolean, signal_percent smallint,
        markup smallint, leverage_ceiling smallint, unlimited_until timestamptz, suspended_at timestamptz, leads boolean)
      where p.id = x.id
        -- F42: in live mode a fee that is switched on reaches its client 30 days after they were told.
        and (not x.billing or p.billing and x.billing_from is not distinct from p.billing_from or x.billing_from >= p_now + interval '@limit.fee_notice_ms ms'
          or exists (select 1 from app.instance where mode = 'demo'));
      get diagnostics v_count = row_count;
      if v_count <> jsonb_array_length(p_rows -> 'parties') then
        raise exception 'ledger: a fee is switched on before its notice is over' using errcode = 'CB072';
      end if;
    end if;

    -- The other nouns, each in its own file: what it writes, what it checks, and how many events it gave their row.
    v_moved := v_moved
      + ledger.write_plans(p_rows, p_now, p_entry_event, p_entry_client, p_entry_subject, v_cash, v_loan, v_margin)
      + ledger.write_copies(p_rows, p_now, p_entry_event, p_entry_client, p_entry_subject, v_cash, v_loan, v_margin)
      + ledger.write_manual(p_rows, p_now, p_entry_event, p_entry_client, p_entry_subject, v_cash, v_loan, v_margin);

    perform ledger.check_payouts(p_rows, p_images.hold, p_now);
  end if;

  if v_events & (@bit.withdrawal_requested | @bit.plan_bought | @bit.profit_share) <> 0 then
    perform ledger.check_borrowed(v_entries);
  end if;
  if p_images.proposal is not null or v_events & (@bit.deposit_approved | @bit.withdrawal_approved | @bit.withdrawal_returned | @bit.adjustment | @bit.loan_approved) <> 0 then
    perform ledger.check_two_people(p_images.proposal, v_entries);
  end if;
  if p_rows ?| array['site_changes', 'staff_told'] then
    perform ledger.write_site(p_rows, p_now);
  end if;
  if p_rows -> 'verifications_declined' is not null then
    perform ledger.write_identity(p_rows, p_now);
  end if;
  -- After the rows: somebody who is let in as staff gets one.
  if p_letters is not null then
    perform app.write_letters(p_letters);
  end if;

  -- Every event that is about a row moved exactly one row, and no row moved with an entry that is not about it.
  if v_moved <> v_about_row then
    raise exception 'ledger: an event without its row' using errcode = 'CB013';
  end if;

  insert into ledger.command (party_id, key, request_hash, outcome, at)
  select party_id, key, decode(request_hash, 'hex'), outcome, p_now from unnest(p_answers);

  select n.first, n.at into v_first, v_at from ledger.number_entries(v_entries, p_now) as n;

  -- What one person lets go is summed here, where nobody else can add to it.
  if v_events & (@bit.deposit_approved | @bit.withdrawal_approved | @bit.withdrawal_returned | @bit.loan_approved) <> 0 and exists (select 1 from app.instance where mode = 'live') then
    perform ledger.check_releases(v_first, cardinality(v_entries), v_at);
  end if;

  -- What was written to people and to the copies is in the same row: nobody is notified before the commit.
  insert into app.change (wakes, body) select case when p_letters is null then '{}'::text[] else '{mail}' end, payload from unnest(p_notify) as u(payload);

  return json_build_object('first', v_first::text, 'at', v_at);
end
$$;

grant execute on function ledger.commit_batch(timestamptz, ledger.entry_draft[], ledger.answer_draft[], ledger.batch_rows, app.letter[], text[], jsonb) to clearbook_app;
