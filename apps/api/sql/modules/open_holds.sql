-- Version 2, text f882d3b0a9ea.
-- Every hold on the money of these clients, past ones too. They cannot come, change or go while their client is locked.
create or replace function ledger.open_holds(p_more jsonb) returns jsonb
language sql set search_path = ledger, pg_temp as
$$
  select case when p_more -> 'holdsOf' is not null then jsonb_build_object('holds',
    (select jsonb_agg(jsonb_build_object('id', h.id, 'clientId', h.client_id, 'code', h.code, 'reference', h.reference, 'placedBy', h.placed_by, 'placedAt', h.placed_at,
       'setBy', h.set_by, 'setAt', h.set_at, 'endsAt', h.ends_at, 'renewals', h.renewals, 'liftedBy', h.lifted_by, 'liftedAt', h.lifted_at, 'liftNote', h.lift_note))
     from jsonb_array_elements_text(p_more -> 'holdsOf') as w(id) join ledger.hold h on h.client_id = w.id::uuid)) end
$$;
