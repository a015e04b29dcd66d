-- Version 1, text 1a6d1d06f0b3.
-- Proposals that a batch decides, or that wait for the same payout: locked, and read as they are then. With the address of somebody to be
-- added as staff comes who has it by now.
create or replace function ledger.open_proposals(p_more jsonb) returns jsonb
language plpgsql set search_path = ledger, pg_temp as
$$
declare
  v_ids uuid[];
begin
  if not p_more ?| array['proposals', 'proposalsOf'] then
    return null;
  end if;
  perform 1 from ledger.proposal where id in (select w::uuid from jsonb_array_elements_text(p_more -> 'proposals') as w) order by id for no key update;
  v_ids := array(
    select w::uuid from jsonb_array_elements_text(p_more -> 'proposals') as w
    union select p.id from jsonb_array_elements_text(p_more -> 'proposalsOf') as w join ledger.proposal p on p.subject_id = w::uuid and p.status = 'waiting');
  return jsonb_build_object('proposals', (
    select jsonb_agg(jsonb_build_object('id', p.id, 'act', p.act, 'proposedBy', p.proposed_by, 'lapsesAt', p.lapses_at, 'status', p.status,
      'reason', coalesce(n.body ->> 'text', ''), 'email', n.body ->> 'email',
      'member', (select jsonb_build_object('id', u.id, 'kind', m.kind, 'status', m.status) from app.user u join ledger.party m on m.id = u.id where u.email = n.body ->> 'email')))
    from ledger.proposal p left join app.note n on n.subject_id = p.id and n.kind = 'reason' where p.id = any(v_ids)));
end
$$;
