-- Version 4, text d023252fde0f.
-- U112: begins the trees of a day. False where there are some already. Everything of a day is one transaction that sees one moment of the books: what the
-- tiles are made from is what end_liabilities compares them with.
create or replace function ledger.begin_liabilities(p_day date, p_secret bytea) returns boolean
language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  if current_setting('transaction_isolation') <> 'repeatable read' then
    raise exception 'liabilities: a tree is of one moment' using errcode = 'CB126';
  end if;
  if exists (select from ledger.liability_root where day = p_day) then
    return false;
  end if;
  insert into ledger.liability_secret (day, secret) values (p_day, p_secret) on conflict do nothing;
  return found;
end
$$;

create or replace function ledger.add_liability_tiles(p_day date, p_tree smallint, p_from int, p_nodes bytea[], p_leaves bytea[]) returns void
language plpgsql security definer set search_path = ledger, pg_temp as
$$
begin
  if not exists (select from ledger.liability_secret where day = p_day and made_in = pg_current_xact_id()) then
    raise exception 'liabilities: the trees of that day are not being made' using errcode = 'CB127';
  end if;
  insert into ledger.liability_tile (day, tree, tile_index, first_hash, node, leaves)
  select p_day, p_tree, p_from + x.place - 1, substring(x.leaves from 9 for 32), x.node, x.leaves from unnest(p_nodes, p_leaves) with ordinality as x(node, leaves, place);
end
$$;

-- U111, U112: keeps a root, whose sum must be what clients have in the books (or owe), as their own totals and, by double entry, those of the house say.
create or replace function ledger.end_liabilities(p_day date, p_tree smallint, p_at timestamptz, p_depth smallint, p_parts smallint, p_root bytea) returns void
language plpgsql security definer set search_path = ledger, pg_temp as
$$
declare
  v_owed numeric;
  v_debt numeric;
  v_people bigint;
  v_total numeric;
  v_tiles numeric;
  v_house numeric;
begin
  perform 1 from ledger.liability_secret where day = p_day and made_in = pg_current_xact_id();
  if not found or current_setting('transaction_isolation') <> 'repeatable read' then
    raise exception 'liabilities: the trees of that day are not being made' using errcode = 'CB127';
  end if;
  perform set_config('synchronous_commit', 'on', true);
  select coalesce(sum(cash + margin + withdrawing), 0), coalesce(sum(loan), 0),
    count(*) filter (where case p_tree when 1 then cash + margin + withdrawing else loan end > 0) into v_owed, v_debt, v_people from ledger.party where book = any(ledger.books());
  select coalesce(sum(('x' || encode(substring(node for 8), 'hex'))::bit(64)::bigint), 0) into v_tiles from ledger.liability_tile where day = p_day and tree = p_tree;
  select coalesce(sum(debit_balance), 0) into v_house from ledger.house_account;
  v_total := case p_tree when 1 then v_owed else v_debt end;
  if v_tiles <> v_total or v_house <> v_owed - v_debt then
    raise exception 'liabilities: the tree comes to % where clients have %, owe %, and the house has %', v_tiles, v_owed, v_debt, v_house using errcode = 'CB128';
  end if;
  insert into ledger.liability_root (day, tree, at, depth, parts, total, root, previous, people, books, numbers)
  select p_day, p_tree, p_at, p_depth, p_parts, v_tiles, p_root,
    coalesce((select r.root from ledger.liability_root r where r.tree = p_tree and r.day < p_day order by r.day desc limit 1), decode(repeat('00', 32), 'hex')),
    v_people, array_agg(h.book order by h.book), array_agg(h.number order by h.book) from ledger.head h;
  insert into ledger.log_queue (type, source_row) values (6, to_char(p_day, 'YYYY-MM-DD') || '/' || p_tree);
end
$$;

-- U115: of days before this one there are roots and no proofs any more.
create or replace function ledger.forget_liabilities(p_before date) returns void
language sql security definer set search_path = ledger, pg_temp as
$$ delete from ledger.liability_secret where day < p_before $$;

grant execute on function ledger.begin_liabilities(date, bytea), ledger.add_liability_tiles(date, smallint, int, bytea[], bytea[]),
  ledger.end_liabilities(date, smallint, timestamptz, smallint, smallint, bytea), ledger.forget_liabilities(date) to clearbook_app;
