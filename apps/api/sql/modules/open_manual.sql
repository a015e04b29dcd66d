-- Version 2, text 675a18d87eb5.
-- Deposits of a client: those that wait for a decision, for an account that is to end; and those that are open, for another one to be made.
-- They cannot come or go while their client is locked.
create or replace function ledger.open_manual(p_more jsonb) returns jsonb
language sql set search_path = ledger, pg_temp as
$$
  select case when p_more ?| array['depositsOf', 'openDepositsOf'] then jsonb_build_object('depositsOf',
    (select jsonb_agg(jsonb_build_object('id', d.id, 'clientId', d.client_id, 'amount', d.amount::text, 'method', d.method, 'status', d.status,
       'payUnits', d.pay_units::text, 'rate', d.rate::text, 'expiresAt', d.expires_at, 'proofAt', d.proof_at, 'lateRate', d.late_rate::text, 'createdAt', d.created_at))
     from ledger.deposit d
     where d.method::text <> 'loan' and (
       d.status = 'pending' and d.client_id in (select w::uuid from jsonb_array_elements_text(coalesce(p_more -> 'depositsOf', '[]') || coalesce(p_more -> 'openDepositsOf', '[]')) as w)
       -- One that ran out an hour before the books' latest entry has run out on every server's clock.
       or d.status = 'awaiting_payment' and d.expires_at > (select h.at from ledger.head h) - interval '1 hour'
         and d.client_id in (select w::uuid from jsonb_array_elements_text(p_more -> 'openDepositsOf') as w)))) end
$$;
