-- Fills that moved no cent have no entry and so never came into the log, or took the place of the next fill of their trade (docs/spec/transparency.md, U10). Of each
-- trade as many wait from here on as have no entry to come with: first those that brought nothing.
with coming as materialized (
  select e.book, e.subject_id as trade_id, count(*) as many from ledger.head h left join ledger.log_position p on p.book = h.book
  cross join lateral (select * from ledger.entry e where e.book = h.book and e.number > coalesce(p.number, 0) and e.event = 4) e group by 1, 2
), unlogged as (
  select book, trade_id, name, count(*) over (partition by book, trade_id) as many,
    row_number() over (partition by book, trade_id order by realised <> 0, at, id) as place
  from (select c.*, c.book || '/' || c.trade_id || '/' || c.id as name from ledger.closing_fill c) c
  where not exists (select from ledger.log_leaf l where l.type = 7 and l.source_row = c.name)
    and not exists (select from ledger.log_queue q where q.type = 7 and q.source_row = c.name)
)
insert into ledger.log_queue (type, source_row)
select 7, u.name from unlogged u left join coming e using (book, trade_id) where u.place <= u.many - coalesce(e.many, 0);
