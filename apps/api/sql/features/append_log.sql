-- Version 2, text 0cf0f4f05523.
-- U10, U11: one step of the log, all or nothing: leaves (an entry that opens or closes a trade with its fill), nonces, the tiles over them, and where each source goes on. False, and nothing is written, where the
-- tree is not `p_from` leaves large any more: another process was first. A tile only ever grows, and an entry's leaf comes after that of the entry before it.
create or replace function ledger.append_log(
  p_from bigint, p_root bytea, p_types smallint[], p_rows text[], p_entries bytea[], p_nonces bytea[],
  p_levels smallint[], p_indexes bigint[], p_hashes bytea[], p_books smallint[], p_before bigint[], p_upto bigint[]
) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  n int := cardinality(p_entries);
  v_size bigint;
  v_count bigint;
  v_fills bigint;
begin
  select size into strict v_size from ledger.log_tree for update;
  if v_size <> p_from then
    return false;
  end if;
  -- A root that is signed must survive whatever happens to this machine, also where the database was told not to wait for its disk.
  perform set_config('synchronous_commit', 'on', true);

  insert into ledger.log_leaf (leaf_index, type, source_row, entry)
  select p_from + x.place - 1, x.type, x.source_row, x.entry from unnest(p_types, p_rows, p_entries) with ordinality as x(type, source_row, entry, place);
  insert into ledger.log_nonce (leaf_index, nonce) select p_from + x.place - 1, x.nonce from unnest(p_nonces) with ordinality as x(nonce, place);

  insert into ledger.log_position (book, number) select book, 0 from unnest(p_books) as x(book) on conflict do nothing;
  update ledger.log_position p set number = x.upto from unnest(p_books, p_before, p_upto) as x(book, before, upto) where p.book = x.book and p.number = x.before;
  get diagnostics v_count = row_count;
  if v_count <> cardinality(p_books)
    or (select coalesce(sum(x.upto - x.before), 0) from unnest(p_before, p_upto) as x(before, upto)) <> (select count(*) from unnest(p_types) as t where t = 1) then
    raise exception 'log: entries of a book are left out or come twice' using errcode = 'CB121';
  end if;

  delete from ledger.log_queue q using unnest(p_types, p_rows) as x(type, source_row) where (q.type, q.source_row) = (x.type, x.source_row);
  get diagnostics v_count = row_count;
  select count(*) into v_fills from unnest(p_books, p_before, p_upto) as x(book, before, upto)
  join ledger.entry e on e.book = x.book and e.number > x.before and e.number <= x.upto and e.event in (@event.trade_opened, @event.trade_closed);
  if v_count + v_fills <> (select count(*) from unnest(p_types) as t where t <> 1) then
    raise exception 'log: a row that was not waiting for the log, or an entry without its fill' using errcode = 'CB122';
  end if;

  insert into ledger.log_tile as t (level, tile_index, hashes) select * from unnest(p_levels, p_indexes, p_hashes)
  on conflict (level, tile_index) do update set hashes = excluded.hashes
    where substring(excluded.hashes for octet_length(t.hashes)) = t.hashes and octet_length(excluded.hashes) > octet_length(t.hashes);
  get diagnostics v_count = row_count;
  if v_count <> cardinality(p_levels) or cardinality(p_nonces) <> n then
    raise exception 'log: a tile does not go on from what it was' using errcode = 'CB123';
  end if;
  update ledger.log_tree set size = p_from + n, root = p_root;
  return true;
end
$$;
grant execute on function ledger.append_log(bigint, bytea, smallint[], text[], bytea[], bytea[], smallint[], bigint[], bytea[], smallint[], bigint[], bigint[]) to clearbook_app;
