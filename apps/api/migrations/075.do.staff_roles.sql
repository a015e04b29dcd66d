-- Roles of staff (docs/spec/access.md, A130 to A136). Those that every installation has are declared in packages/contracts/src/permissions.ts and
-- made into sql/generated/staff_roles.sql; here are those that owners made, and who has which. Nothing is changed or taken out: the last word counts.
create table ledger.staff_role (
  number bigint generated always as identity primary key,
  name text not null check (name ~ '^[a-z][a-z0-9-]{1,29}$'),
  permissions text[] not null check (cardinality(permissions) between 1 and 200),
  at timestamptz(3) not null,
  proposal_id uuid not null unique references ledger.proposal
);
create index staff_role_name on ledger.staff_role (name, number desc);
comment on index ledger.staff_role_name is 'What a role may now: its last row.';

create table ledger.role_given (
  number bigint generated always as identity primary key,
  staff_id uuid not null,
  role text not null,
  at timestamptz(3) not null,
  -- Null where the host let somebody in, or where they were staff before there were roles.
  proposal_id uuid unique references ledger.proposal
);
create index role_given_staff on ledger.role_given (staff_id, number desc);
comment on index ledger.role_given_staff is 'The role that a member of staff has now: their last row.';

insert into ledger.role_given (staff_id, role, at) select p.id, 'owner', now() from ledger.party p where p.kind = 'staff';
