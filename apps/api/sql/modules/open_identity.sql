-- Version 1, text 171a844ec2e6.
-- What became of these clients' identity documents, as it is under the lock of the person that a submission takes as well.
create or replace function ledger.open_identity(p_more jsonb) returns jsonb
language plpgsql set search_path = ledger, pg_temp as
$$
begin
  if not p_more ? 'verificationsOf' then
    return null;
  end if;
  perform 1 from app.user where id in (select w::uuid from jsonb_array_elements_text(p_more -> 'verificationsOf') as w) order by id for no key update;
  return jsonb_build_object('verifications', (
    select jsonb_agg(jsonb_build_object('clientId', v.user_id, 'submission', v.submission, 'state', v.state))
    from app.verification v where v.user_id in (select w::uuid from jsonb_array_elements_text(p_more -> 'verificationsOf') as w)));
end
$$;
