-- Version 1, text 3a3fa95a5df3.
-- Whether a proposal was approved in this very transaction.
create or replace function ledger.approved_now(p_proposal uuid) returns boolean
language sql as
$$ select exists (select from ledger.proposal q where q.id = p_proposal and q.status = 'approved' and q.xmin = pg_current_xact_id()::xid) $$;
