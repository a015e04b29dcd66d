-- Version 2, text 408742306b28.
-- U13, U15: the log's first key, which gives it its name, or a new one in the place of `p_former`, which stays listed and signs along until `p_former_until`. False
-- where another process was first.
drop function if exists ledger.add_log_key(text, bytea, bytea, text, timestamptz);
create or replace function ledger.add_log_key(
  p_origin text, p_former bytea, p_former_until timestamptz, p_key_id bytea, p_vkey text, p_at timestamptz
) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  perform from ledger.log_tree for update;
  if (select key_id from ledger.log_key where until is null) is distinct from p_former then
    return false;
  end if;
  update ledger.log_tree set origin = p_origin where origin is null;
  if (select origin from ledger.log_tree) <> p_origin or left(p_vkey, length(p_origin) + 1) <> p_origin || '+' then
    raise exception 'log: a key of another log' using errcode = 'CB125';
  end if;
  update ledger.log_key set until = greatest(p_former_until, p_at) where key_id = p_former;
  insert into ledger.log_key (key_id, vkey, since) values (p_key_id, p_vkey, p_at);
  return true;
end
$$;
grant execute on function ledger.add_log_key(text, bytea, timestamptz, bytea, text, timestamptz) to clearbook_app;
