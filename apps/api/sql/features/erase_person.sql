-- Version 7, text 7cb1fa3c6ef5.
-- Erases what is left of the person behind a closed account. Everything in schema app that belongs to them goes: whatever table has a column
-- for its person (user_id, client_id, owner_id), and the answers kept for them; one kept for staff has the client that it shows as its client_id. The books hold ids, codes and sums, and stay.
create or replace function ledger.erase_person(p_client uuid, p_now timestamptz) returns void
language plpgsql security definer set search_path = ledger, pg_temp set jit = off as
$$
declare
  v_left int := 1;
  v_round int := 0;
  v_found record;
begin
  perform 1 from app.erasure e join ledger.party p on p.book = ledger.book_of(p_client) and p.id = e.client_id where e.client_id = p_client and e.done_at is null and p.status = 'closed' for update of e;
  if not found then
    return;
  end if;
  insert into app.file_to_remove (id) select f.id from app.file f where f.owner_id = p_client on conflict do nothing;
  -- RC10: statements stay, without what a bank wrote about this person's payments.
  update app.statement_line l set reference = '' from app.statement_match m
  where m.line_id = l.id and m.record_id in (select d.id from ledger.deposit d where d.book = ledger.book_of(p_client) and d.client_id = p_client
    union all select w.id from ledger.withdrawal w where w.book = ledger.book_of(p_client) and w.client_id = p_client);
  -- Tables may name each other: what another still needs is tried again once that one is empty.
  while v_left > 0 loop
    v_left := 0;
    v_round := v_round + 1;
    for v_found in
      select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'app' and t.table_type = 'BASE TABLE' and c.data_type = 'uuid' and c.column_name in ('user_id', 'client_id', 'owner_id')
        and c.table_name not in ('user', 'erasure')
      order by c.table_name
    loop
      begin
        execute format('delete from app.%I where %I = $1', v_found.table_name, v_found.column_name) using p_client;
      exception when foreign_key_violation then
        v_left := v_left + 1;
      end;
    end loop;
    if v_round > 10 then
      raise exception 'ledger: the data of % cannot be erased', p_client using errcode = 'CB022';
    end if;
  end loop;
  delete from app.reply r where r.actor_id = p_client;
  update app.erasure set done_at = p_now where client_id = p_client;
end
$$;

grant execute on function ledger.erase_person(uuid, timestamptz) to clearbook_app;
