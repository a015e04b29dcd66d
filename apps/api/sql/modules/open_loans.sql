-- Version 2, text 02aac4be5fe1.
-- Loans: locks the rows that a batch names, by id or as the open ones of a client, and reads them. Null where the batch names none.
create or replace function ledger.open_loans(p_more jsonb) returns jsonb
language plpgsql set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_ids uuid[];
  v_clients uuid[];
begin
  if not p_more ?| array['loans', 'loansOf'] then
    return null;
  end if;
  v_ids := array(select jsonb_array_elements_text(p_more -> 'loans')::uuid);
  v_clients := array(select jsonb_array_elements_text(p_more -> 'loansOf')::uuid);
  perform 1 from ledger.loan where id = any(v_ids) or client_id = any(v_clients) and status in ('pending', 'approved')
  order by id for no key update;
  return jsonb_build_object('loans', (
    select jsonb_agg(jsonb_build_object('id', id, 'clientId', client_id, 'level', level, 'amount', amount::text, 'termDays', term_days,
      'status', status, 'principal', principal::text, 'interest', interest::text, 'charged', charged::text, 'repaid', repaid::text,
      'writtenOff', written_off::text, 'approvedOn', approved_on, 'dueOn', due_on, 'interestThrough', interest_through,
      'calledAt', called_at, 'createdAt', created_at,
      'decidedAt', decided_at, 'decidedBy', decided_by, 'closedAt', closed_at))
    from ledger.loan where id = any(v_ids) or client_id = any(v_clients) and status in ('pending', 'approved')));
end
$$;
