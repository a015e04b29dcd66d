-- Room in the books for what is sold and followed: plans, loans, copies. From here on the doors themselves live in apps/api/doors,
-- one function a file, so that each has one place where it stands as it is now; a numbered file only makes and changes tables.
drop function ledger.open_batch(uuid[], uuid[], uuid[], uuid[], bigint[], uuid[], text[], boolean);

-- Which text of each door the database has.
create table public.door (
  name text primary key,
  sha256 text not null,
  at timestamptz not null default now()
);
grant select on public.door to clearbook_app;

-- A client's own terms: mark-up in tenths of a pip (or of a basis point), leverage ceiling (0: half the regulatory cap), the end of
-- unlimited signals, and whether copies follow this client's trades.
alter table ledger.party
  add column markup smallint not null default 16 check (markup between 0 and 100),
  add column leverage_ceiling smallint not null default 0 check (leverage_ceiling between 0 and 500),
  add column unlimited_until timestamptz(3),
  add column leads boolean not null default false;

-- A trade that mirrors another names the copy and the trade it follows; a trader's own trade keeps the equity that its copies are measured by.
alter table ledger.trade
  add column copy_id uuid,
  add column lead_trade_id uuid,
  add column equity_at_open bigint,
  add constraint trade_mirrors check ((copy_id is null) = (lead_trade_id is null));
create index trade_copy on ledger.trade (copy_id, id) where copy_id is not null;

alter table ledger.event_rule drop constraint event_rule_subject_check;
alter table ledger.event_rule add constraint event_rule_subject_check
  check (subject in ('deposit', 'withdrawal', 'trade_opened', 'trade_closed', 'purchase', 'loan', 'copy'));

insert into ledger.event_rule (code, name, subject, to_status, demo_only) values
  (10, 'plan_bought', 'purchase', null, false),
  (11, 'loan_approved', 'loan', 'approved', false),
  (12, 'loan_interest', 'loan', null, false),
  (13, 'loan_repaid', 'loan', null, false),
  (14, 'loan_written_off', 'loan', null, false),
  (15, 'capital_granted', null, null, true),
  (16, 'profit_share', 'copy', null, false);

insert into ledger.posting_rule (event, account, side)
select e.code, a.code, r.side
from (values
  ('plan_bought', 'cash', 'D'), ('plan_bought', 'plans', 'C'),
  ('loan_approved', 'loan', 'D'), ('loan_approved', 'cash', 'C'),
  ('loan_interest', 'loan', 'D'), ('loan_interest', 'interest', 'C'),
  ('loan_repaid', 'cash', 'D'), ('loan_repaid', 'loan', 'C'),
  ('loan_written_off', 'credit_loss', 'D'), ('loan_written_off', 'loan', 'C'),
  ('capital_granted', 'capital', 'D'), ('capital_granted', 'cash', 'C'),
  ('profit_share', 'cash', 'D'), ('profit_share', 'fees', 'C'), ('profit_share', 'fees', 'D'), ('profit_share', 'cash', 'C')
) as r(event, account, side)
join ledger.event_rule e on e.name = r.event
join ledger.account_kind a on a.name = r.account;
select ledger.seal_posting_rules();
