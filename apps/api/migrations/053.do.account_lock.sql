-- The link by which whoever reads the mail about a change of access locks the account (docs/spec/access.md, A109). Only the hash is here.
create table app.account_lock (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references app.user (id),
  change text not null check (change in ('email', 'password', 'reset', 'two_factor_on', 'two_factor_off', 'recovery_codes')),
  -- Where the link went, and what it gives the account back to.
  address text not null check (address = lower(address) and length(address) between 3 and 254),
  -- The address that the account had until this change.
  former boolean not null,
  at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index account_lock_user on app.account_lock (user_id);
-- An address stays its owner's while a link that was sent there still works.
create index account_lock_address on app.account_lock (address);
