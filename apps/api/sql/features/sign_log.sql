-- Version 1, text 70225c1be607.
-- U12: keeps a signature under the tree as it is. False, and nothing is kept, where the tree has gone on since: that signature is shown to nobody. A size has one
-- root for ever, whoever signs it.
create or replace function ledger.sign_log(p_size bigint, p_root bytea, p_key_id bytea, p_line text, p_at timestamptz) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  perform from ledger.log_tree where size = p_size and root = p_root for update;
  if not found then
    return false;
  end if;
  perform set_config('synchronous_commit', 'on', true);
  insert into ledger.log_checkpoint (size, root, signed_at) values (p_size, p_root, p_at) on conflict do nothing;
  if (select root from ledger.log_checkpoint where size = p_size) <> p_root then
    raise exception 'log: another root was signed for % leaves', p_size using errcode = 'CB124';
  end if;
  insert into ledger.log_signature as s (size, key_id, line, at) values (p_size, p_key_id, p_line, p_at)
  on conflict (size, key_id) do update set at = greatest(s.at, excluded.at);
  return true;
end
$$;
grant execute on function ledger.sign_log(bigint, bytea, bytea, text, timestamptz) to clearbook_app;
