-- Version 2, text 7d32eb4be44a.
-- What the clients of a batch set on themselves: their limits, breaks and running sums, and the deposits that may still come. Their party
-- is locked already, and nothing of this changes without that lock.
create or replace function ledger.open_protection(p_clients uuid[]) returns jsonb
language sql set search_path = ledger, pg_temp as
$$
  select jsonb_build_object(
    'limits', (
      select jsonb_agg(jsonb_build_object('clientId', l.client_id, 'kind', l.kind, 'amount', l.amount::text, 'nextAmount', l.next_amount::text, 'nextAt', l.next_at,
        'setAt', l.set_at))
      from ledger.client_limit l where l.client_id = any(p_clients)),
    'breaks', (
      select jsonb_agg(jsonb_build_object('clientId', o.client_id, 'kind', o.kind, 'startedAt', o.started_at, 'until', o.until, 'returnAt', o.return_at))
      from ledger.time_out o where o.client_id = any(p_clients)),
    'tallies', (
      select jsonb_agg(jsonb_build_object('clientId', p.id, 'resultDay', p.result_day, 'dayResult', p.day_result::text, 'fundedDay', p.funded_day,
        'dayFunded', p.day_funded::text, 'weekFunded', p.week_funded::text, 'monthFunded', p.month_funded::text))
      from ledger.party p where p.id = any(p_clients) and p.kind = 'client'),
    -- One that ran out before their newest was made has run out now.
    'coming', (
      select jsonb_agg(jsonb_build_object('id', d.id, 'clientId', d.client_id, 'amount', d.amount::text, 'method', d.method, 'status', d.status,
        'payUnits', d.pay_units::text, 'rate', d.rate::text, 'expiresAt', d.expires_at, 'proofAt', d.proof_at, 'lateRate', d.late_rate::text, 'createdAt', d.created_at))
      from ledger.deposit d where d.client_id = any(p_clients) and d.method <> 'loan'
        and (d.status = 'pending' or d.status = 'awaiting_payment' and d.expires_at > (select max(n.created_at) from ledger.deposit n where n.client_id = d.client_id))))
$$;
