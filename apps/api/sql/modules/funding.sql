-- Version 18, text 9e72b4aa0d64.
-- F7, L9: a deposit is asked for, proved once and decided once; what is credited is what its entry put into cash from the account of its own coin.
-- A loan's line among them is written with its loan. That an approved one names its payment is the table's own constraint.
create or replace function ledger.check_deposit(p_book smallint, b ledger.deposit, a ledger.deposit_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_undecided boolean := num_nonnulls(a.received_units, a.received_at, a.receipt_rate, a.rest_rate, a.credited, a.confirmed, a.txid, a.output_index) = 0;
begin
  if b.id is null then
    return case when a.status = 'awaiting_payment' and a.method <> 'loan' and a.created_at = p_at and s.entries = 0 and v_undecided
      and num_nonnulls(a.proof_file, a.proof_at, a.late_rate, a.late_rate_source, a.decided_at, a.decided_by) = 0
      -- F4: the coins that are asked for cover the amount at its rate, by less than a millionth of one too much. F5: for an hour.
      then case when (mod(a.pay_units, 100) = 0 and a.pay_units::numeric * a.rate >= a.amount * 1e16 and (a.pay_units - 100)::numeric * a.rate < a.amount * 1e16) is not true then 'F4'
        when a.expires_at is distinct from a.created_at + interval '@limit.deposit_window_ms ms' then 'F5' end
      else 'F7' end;
  end if;
  -- F30: a better proof of what was rejected is another look at the same deposit.
  if b.status = 'awaiting_payment' or b.status = 'rejected' and b.method <> 'loan' then
    return case when a.status = 'pending' and a.proof_file is not null and a.proof_at = p_at and s.entries = 0 and v_undecided
      and num_nonnulls(a.decided_at, a.decided_by) = 0 then null else 'L9' end;
  end if;
  return case
    when (b.status = 'pending' and b.method <> 'loan' and a.decided_at = p_at and a.decided_by is not null
      and case a.status
        when 'rejected' then s.entries = 0 and v_undecided
        when 'approved' then s.events = @bit.deposit_approved and s.entries = 1 and s.client = b.client_id and s.cash = -a.credited
          and s.accounts = ((1::bigint << @account.cash) | (1::bigint << ledger.custody_of(b.method::text, null))) and s.custody = a.credited
        else false end) is not true then 'L9'
    -- F5: only proof brings the price of its moment.
    when (a.proof_file, a.proof_at, a.late_rate, a.late_rate_source) is distinct from (b.proof_file, b.proof_at, b.late_rate, b.late_rate_source) then 'F5'
    -- F50: live mode records when it arrived; demo mode asks for a sum again that is large or not what was asked for.
    when a.status = 'approved' and (ledger.credit_is_right(b, a) and coalesce(a.confirmed, a.credited) = a.credited
      and (select case i.mode when 'live' then a.received_at is not null
             else a.credited <= @limit.alone and abs(a.credited - b.amount) * 50 <= b.amount or a.confirmed is not null end
           from app.instance i)) is not true then 'F50'
  end;
end
$$;

-- F5, F6, F51: whether a credit is what arrived × the rates that count for it, half to even: the locked rate for the coins that were asked for and
-- 2 % more, for the rest the price at its receipt; where the locked rate had run out by then, that price for all of it. When it arrived is what
-- staff recorded, and in demo mode when its proof came. 1e18: prices are counted in units of 1e-10, coins of 1e-8.
create or replace function ledger.credit_is_right(b ledger.deposit, a ledger.deposit_image) returns boolean
language sql stable as
$$
  select case
    when coalesce(a.received_at, b.proof_at) > b.expires_at then
      a.rest_rate is null and (a.received_at is not null or a.receipt_rate = coalesce(b.late_rate, a.receipt_rate))
      and 2 * abs(a.credited::numeric * 1e18 - a.received_units::numeric * a.receipt_rate * 100) <= 1e18
    when a.received_units = b.pay_units then a.receipt_rate = b.rate and a.rest_rate is null and a.credited = b.amount
    when a.received_units <= b.pay_units::numeric * 102 / 100 then
      a.receipt_rate = b.rate and a.rest_rate is null and 2 * abs(a.credited::numeric * 1e18 - a.received_units::numeric * a.receipt_rate * 100) <= 1e18
    else a.receipt_rate = b.rate and a.rest_rate is not null
      and 2 * abs(a.credited::numeric * 1e18 - (c.covered * a.receipt_rate + (a.received_units - c.covered) * a.rest_rate) * 100) <= 1e18
  end
  from (select floor(b.pay_units::numeric * 102 / 100) as covered) as c
$$;

-- F55: the most that is deposited in a period at a level, in cents; null where there is no limit.
create or replace function ledger.level_limit(p_level text, p_period text, p_at timestamptz) returns bigint
language sql stable set search_path = ledger, pg_temp as
$$
  select case when c.value is not null then ((c.value ->> p_period)::numeric * 100)::bigint
    else case p_level || ' ' || p_period when 'email day' then @limit.email_day when 'email month' then @limit.email_month
      when 'identity day' then @limit.identity_day when 'identity month' then @limit.identity_month end end
  from (select ledger.configured('deposit_limit', p_level, p_at) as value) c
$$;

-- F56: what is asked for stays, with what was credited in the period and what may still come, within the limits of the client's level. Whoever was decided by other
-- limits, or at another level, is decided again (40001), and refused in words. Nothing that arrived is looked at.
create or replace function ledger.refuse_beyond_level(p_book smallint, p_clients uuid[], p_at timestamptz) returns void
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_today date := (p_at at time zone 'UTC')::date;
begin
  if cardinality(p_clients) = 0 or (select mode from app.instance) = 'demo' then
    return;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('ledger.config_version'));
  if exists (
    select from ledger.party p
      cross join lateral (select ledger.client_level(p_book, p.id, v_today) as name) l
      cross join lateral (
        select coalesce(sum(d.amount), 0) as cents from ledger.deposit d
        where d.book = p_book and d.client_id = p.id and d.method <> 'loan' and (d.status = 'pending' or d.status = 'awaiting_payment' and d.expires_at > p_at)) c
      cross join lateral (values
        ('day', case when p.funded_day >= v_today then p.day_funded else 0 end),
        ('month', case when date_trunc('month', p.funded_day::timestamp) >= date_trunc('month', v_today::timestamp) then p.month_funded else 0 end)) f (period, cents)
    where p.book = p_book and p.id = any(p_clients) and c.cents + f.cents > ledger.level_limit(l.name, f.period, p_at)
  ) then
    raise exception 'ledger: a deposit beyond what the client can deposit' using errcode = '40001';
  end if;
end
$$;

-- F8: one payment is credited once, whoever claims it. F52: at most three deposits of a client are open at a time.
create or replace function ledger.verify_deposit(p_book smallint, p_rows ledger.deposit_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  -- KS2: none is begun while deposits are stopped. One that was begun goes on.
  perform ledger.refuse_stopped(array(select distinct 'deposits' from unnest(p_rows) a where a.created_at = p_at and a.status = 'awaiting_payment'));
  insert into ledger.credited_payment (method, txid, output_index, deposit_id)
  select a.method, lower(a.txid), a.output_index, a.id from unnest(p_rows) a where a.status = 'approved' order by 1, 2, 3;

  if exists (
    select 1 from ledger.deposit d
    where d.book = p_book and d.client_id in (select a.client_id from unnest(p_rows) a where a.status = 'awaiting_payment') and d.method <> 'loan'
      and (d.status = 'pending' or d.status = 'awaiting_payment' and d.expires_at > p_at)
    group by d.client_id having count(*) > @limit.open_deposits
  ) then
    raise exception 'ledger: a fourth open deposit of a client' using errcode = 'CB016';
  end if;
  perform ledger.refuse_beyond_level(p_book, array(select distinct a.client_id from unnest(p_rows) a where a.created_at = p_at and a.status = 'awaiting_payment'), p_at);
end
$$;

-- F41, F42: the percent of a client's withdrawal at a moment, in basis points: nothing before their billing applies, and until a raise of the site's the one before it.
create or replace function ledger.fee_bps(p_book smallint, p_client uuid, p_at timestamptz) returns int
language sql stable set search_path = ledger, pg_temp as
$$
  select case when p.billing and coalesce(p.billing_from <= p_at, true) then case when s.fee_from > p_at then s.fee_before_bps else s.withdrawal_fee_bps end else 0 end
  from ledger.party p cross join app.settings s where p.book = p_book and p.id = p_client
$$;

-- L10, L11: a withdrawal holds its whole amount right away, and its hold ends exactly once: paid out less the fee that was agreed, or released whole. What
-- comes back gives the whole amount again. Only its code may be tried and sent again meanwhile.
create or replace function ledger.check_withdrawal(p_book smallint, b ledger.withdrawal, a ledger.withdrawal_image, s ledger.subject_sums, p_at timestamptz) returns text
language plpgsql as
$$
declare
  v_custody bigint := 1::bigint << ledger.custody_of(a.method::text, a.coin::text);
  -- Of all accounts of custody the entry touches that of its method alone.
  v_by_method boolean := s.accounts & (255::bigint << @account.custody:bitcoin) = v_custody;
begin
  if b.id is null then
    return case
      when (s.events = @bit.withdrawal_requested and s.entries = 1 and s.client = a.client_id and s.withdrawing = -a.amount and s.cash = a.amount and a.created_at = p_at
        and a.code_tries = 0 and not a.not_received and num_nonnulls(a.payout_reference, a.not_received_at, a.traced_at, a.decided_at, a.decided_by, a.returned_at) = 0
        and case a.status when 'awaiting_code' then a.code_hash is not null and a.code_expires_at is not null and a.requested_at is null
          when 'pending' then num_nonnulls(a.code_hash, a.code_expires_at) = 0 and a.code_sends = 0 and a.requested_at = p_at else false end) is not true then 'L10'
      -- F12: its fee is the percent that it names, of its amount.
      when a.fee is distinct from ledger.half_even(a.amount * a.fee_bps, 10000) then 'F12'
      -- F54: only where this client was paid before, and without an authenticator, does one go to staff without a code. Demo data names no payee.
      when a.status = 'pending' and (exists (select from app.second_factor f where f.user_id = a.client_id and f.confirmed_at is not null)
        or case when a.payee is null then exists (select from app.instance where mode = 'live')
          else not exists (select from ledger.withdrawal w where w.book = p_book and w.client_id = a.client_id and w.payee = a.payee and w.status = 'approved') end) then 'F54'
    end;
  end if;
  return case
    when (a.code_tries >= b.code_tries and a.code_sends >= b.code_sends
      and (s.entries = 0 or s.entries = 1 and s.client = b.client_id)
      and case when b.status = 'awaiting_code' and a.status = 'pending' then a.requested_at = p_at else a.requested_at is not distinct from b.requested_at end
      and case when a.status in ('rejected', 'cancelled', 'lapsed') or b.status = 'pending' then a.decided_at = p_at
        else (a.decided_at, a.decided_by) is not distinct from (b.decided_at, b.decided_by) end
      and a.returned_at is not distinct from case when a.status = 'returned' then p_at end
      and (b.status = 'pending' and a.status = 'approved' or a.payout_reference is not distinct from b.payout_reference)
      and (b.status = 'approved' or (a.not_received, a.not_received_at, a.traced_at) is not distinct from (b.not_received, b.not_received_at, b.traced_at))
      and (b.status = 'awaiting_code' or (a.code_hash, a.code_expires_at, a.code_tries, a.code_sends) is not distinct from (b.code_hash, b.code_expires_at, b.code_tries, b.code_sends))
      and case format('%s > %s', b.status, a.status)
        when 'awaiting_code > awaiting_code' then s.entries = 0
        when 'awaiting_code > pending' then s.entries = 0 and a.code_hash is null and (a.code_expires_at, a.code_tries, a.code_sends) = (b.code_expires_at, b.code_tries, b.code_sends)
        when 'pending > approved' then s.events = @bit.withdrawal_approved and s.withdrawing = b.amount and s.custody = b.fee - b.amount and v_by_method
        when 'approved > approved' then s.entries = 0 and case when a.not_received then not b.not_received and a.not_received_at = p_at and a.traced_at is not distinct from b.traced_at
          else b.not_received and a.not_received_at = b.not_received_at and a.traced_at = p_at end
        when 'approved > returned' then s.events = @bit.withdrawal_returned and s.cash = -b.amount and s.custody = b.amount - b.fee and v_by_method
          and not a.not_received and (a.not_received_at, a.traced_at) is not distinct from (b.not_received_at, b.traced_at)
        else s.events = @bit.withdrawal_released and s.cash = -b.amount
          and (b.status, a.status) in (('awaiting_code', 'cancelled'), ('awaiting_code', 'lapsed'), ('pending', 'cancelled'), ('pending', 'rejected'))
      end) is not true then 'L11'
    -- F34: nothing is paid out while a hold runs. One that this very batch lifts runs no more; one that it places came after.
    when b.status = 'pending' and a.status = 'approved' and exists (
      select from ledger.hold h where h.book = p_book and h.client_id = b.client_id and h.lifted_at is null and h.ends_at > p_at
        and not (h.renewals = 0 and h.xmin = pg_current_xact_id()::xid)) then 'F34'
  end;
end
$$;

-- F12: the percent of a fee is the one that applies to its client as they ask. Whoever decided by another one decides again (40001), and refuses it in words.
create or replace function ledger.verify_withdrawal(p_book smallint, p_rows ledger.withdrawal_image[], p_at timestamptz) returns void
language plpgsql as
$$
begin
  if exists (select from unnest(p_rows) a where a.created_at = p_at and a.status in ('awaiting_code', 'pending')
      and a.fee_bps is distinct from ledger.fee_bps(p_book, a.client_id, p_at)) then
    raise exception 'ledger: a fee that does not apply to its client' using errcode = '40001';
  end if;
end
$$;
