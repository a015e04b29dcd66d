-- Rows are read by functions that their tables' declarations make, one a table (apps/api/sql/generated), and by ordinary statements.
drop function if exists ledger.open_batch(uuid[], uuid[], uuid[], uuid[], bigint[], uuid[], text[], boolean, uuid[], uuid[], jsonb);
drop function if exists ledger.open_copies(jsonb);
drop function if exists ledger.open_holds(jsonb);
drop function if exists ledger.open_identity(jsonb);
drop function if exists ledger.open_loans(jsonb);
drop function if exists ledger.open_manual(jsonb);
drop function if exists ledger.open_orders(jsonb);
drop function if exists ledger.open_plans(jsonb);
drop function if exists ledger.open_proposals(jsonb);
drop function if exists ledger.open_protection(uuid[]);
drop function if exists ledger.open_releases(jsonb);
delete from public.door where name in ('open_batch', 'open_copies', 'open_holds', 'open_identity', 'open_loans', 'open_manual', 'open_orders',
  'open_plans', 'open_proposals', 'open_protection', 'open_releases');
