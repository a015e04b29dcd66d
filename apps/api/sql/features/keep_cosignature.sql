-- Version 1, text 7d8bac0c37b0.
-- U60: keeps what a witness signed under a checkpoint that there is; of one witness and checkpoint the latest. The server has verified it.
create or replace function ledger.keep_cosignature(p_size bigint, p_vkey text, p_line text, p_at timestamptz) returns void
language sql security definer set search_path = ledger, pg_temp as
$$
  insert into ledger.log_cosignature as c (size, vkey, line, at) values (p_size, p_vkey, p_line, p_at)
  on conflict (size, vkey) do update set line = excluded.line, at = excluded.at where c.at < excluded.at
$$;
grant execute on function ledger.keep_cosignature(bigint, text, text, timestamptz) to clearbook_app;
