-- What the entries of a batch moved, summed by the row that they are about: what a row's check compares the row with.
create type ledger.subject_sums as (
  subject uuid,
  -- Whose entries they are, and who made them. A share of profit has a second client, who gets what the first one gives.
  client uuid, actor uuid, other_client uuid,
  -- How many there are, and a bit for each event among them; only those whose event is about a row count as served by it.
  entries int, about_row int, events bigint,
  -- Debits less credits, in cents: of the first client's accounts, of the second one's cash, and of the house's.
  cash bigint, margin bigint, withdrawing bigint, loan bigint, other_cash bigint,
  trading bigint, shortfall bigint, custody bigint,
  -- A bit for each account among them; and what each entry moved of the margin, in their order.
  accounts bigint, margins bigint[]
);

create function ledger.no_sums() returns ledger.subject_sums
language sql immutable as
$$ select row(null, null, null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '{}')::ledger.subject_sums $$;

-- The type of a table's rows in a batch: the columns that its module declares, in that order, each of the type that it has in the table.
create function ledger.create_image(p_name text, p_table regclass, p_columns text[]) returns void
language plpgsql as
$$
declare
  v_name text := p_name || '_image';
  v_columns text;
  v_known int;
begin
  select string_agg(format('%I %s', c.name, format_type(a.atttypid, a.atttypmod)), ', ' order by c.place), count(*) into v_columns, v_known
  from unnest(p_columns) with ordinality as c(name, place) join pg_attribute a on a.attrelid = p_table and a.attname = c.name and not a.attisdropped;
  if v_known is distinct from cardinality(p_columns) then
    raise exception 'ledger: % has not all of the columns that are declared of it', p_table;
  end if;
  execute format('drop type if exists ledger.%I cascade', v_name);
  execute format('create type ledger.%I as (%s)', v_name, v_columns);
end
$$;

-- Written as images from now on.
drop function if exists ledger.write_loans(jsonb, timestamptz, smallint[], uuid[], uuid[], bigint[], bigint[], bigint[]);
delete from public.door where name = 'write_loans';
drop function if exists ledger.commit_batch(timestamptz, smallint[], uuid[], uuid[], uuid[], bigint[], int[], smallint[], bigint[], uuid[], text[], text[], text[], json, ledger.opened_trade[], json, app.letter[], jsonb, text[]);
