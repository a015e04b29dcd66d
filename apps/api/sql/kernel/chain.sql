-- Version 5, text 4433664bb0ee.
-- L37: each entry's link is SHA-256 over the link before it and its own canonical bytes, so none is changed, dropped or put in between without every later
-- one of its book showing it. Entries that follow one another, each with its link, from the link before the first of them.
create or replace function ledger.linked(p_before bytea, p_canonical bytea[]) returns table (canonical bytea, link bytea)
language plpgsql immutable set search_path = ledger, pg_temp as
$$
begin
  link := p_before;
  foreach canonical in array p_canonical loop
    link := sha256(link || canonical);
    return next;
  end loop;
end
$$;

-- The link of an entry of a book. Before the first: 32 bytes of zero.
create or replace function ledger.link_at(p_book smallint, p_number bigint) returns bytea
language sql stable set search_path = ledger, pg_temp as
$$
  select case when p_number = 0 then decode(repeat('00', 32), 'hex') else (select e.link from ledger.entry e where e.book = p_book and e.number = p_number) end
$$;

-- L38: entries of a book, from one number on and at most so many, whose own bytes, link or number are not what they ought to be. The book's head says
-- where it ends: what is missing there is named as well.
create or replace function ledger.broken_links(p_book smallint, p_from bigint, p_many int) returns table (number bigint, fault text)
language sql stable security definer set search_path = ledger, pg_temp as
$$
  with head as (
    select h.number as last, least(p_from + p_many - 1, h.number) as upto from ledger.head h where h.book = p_book
  ), entries as (
    -- As canonical_of does, in one statement: calling it for each entry takes longer than all of the rest.
    select e.number, e.canonical, e.link, ledger.canonical_head(e.schema_version, e.book, e.at, e.number, e.event, e.client_id, e.subject_id, e.actor_id, e.corrects)
        || (select string_agg(int2send(l.account) || int8send(l.amount), ''::bytea order by l.line) from unnest(e.accounts, e.amounts) with ordinality as l(account, amount, line)) as bytes,
      -- What the bytes do not tell apart: a correction of nothing, and lines without an account or an amount.
      coalesce(e.corrects, 1) <> 0 and cardinality(e.accounts) = cardinality(e.amounts) and octet_length(e.canonical) = 78 + 10 * cardinality(e.accounts) as sound,
      lag(e.number, 1, p_from - 1) over walk as before,
      case when e.number = 1 then ledger.link_at(p_book, 0) else lag(e.link) over walk end as link_before
    from ledger.entry e where e.book = p_book and e.number between p_from - 1 and p_from + p_many - 1
    window walk as (order by e.number)
  )
  select e.number, case when e.number > h.last then 'beyond the head' when e.canonical is distinct from e.bytes or e.sound is not true then 'changed' else 'not linked' end
  from entries e, head h
  where e.number >= p_from and (e.number > h.last or e.canonical is distinct from e.bytes or e.sound is not true or e.link is distinct from sha256(e.link_before || e.canonical))
  union all
  select g, 'missing' from entries e, generate_series(e.before + 1, e.number - 1) as g where e.number >= p_from
  union all
  select g, 'missing' from head h, generate_series(greatest(p_from, coalesce((select max(e.number) from entries e), 0) + 1), h.upto) as g
$$;

grant execute on function ledger.broken_links(smallint, bigint, int) to clearbook_app;
