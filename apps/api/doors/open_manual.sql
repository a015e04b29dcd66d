-- Version 1, text d779ff5ecfbf.
-- Deposits of a client that wait for a decision: an account that is to end asks for them. They cannot come or go while their client is locked.
create or replace function ledger.open_manual(p_more jsonb) returns jsonb
language sql set search_path = ledger, pg_temp as
$$
  select case when p_more -> 'depositsOf' is not null then jsonb_build_object('depositsOf',
    (select jsonb_agg(jsonb_build_object('id', d.id, 'clientId', d.client_id, 'amount', d.amount::text, 'method', d.method, 'status', d.status,
       'payUnits', d.pay_units::text, 'rate', d.rate::text, 'expiresAt', d.expires_at, 'proofAt', d.proof_at, 'lateRate', d.late_rate::text, 'createdAt', d.created_at))
     from jsonb_array_elements_text(p_more -> 'depositsOf') as w(id) join ledger.deposit d on d.client_id = w.id::uuid and d.status = 'pending' and d.method::text <> 'loan')) end
$$;
