-- Passkeys (docs/spec/access.md, A150): the public half of a key pair whose private half never leaves somebody's device. Nothing here opens anything.
create table app.passkey (
  id uuid primary key,
  user_id uuid not null references app."user",
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- COSE, as the device sent it.
  public_key bytea not null check (length(public_key) between 1 and 4096),
  -- How often the device says that it has signed; 0 for one that doesn't count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  -- Whether it may be on several devices at a time, as those are that a phone's maker copies for its owner.
  synced boolean not null,
  name text not null check (length(name) between 1 and 60),
  added_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  -- Since when it opens nothing, because its count went back: there is a copy of it.
  stopped_at timestamptz(3)
);
create index passkey_of_user on app.passkey (user_id, id);
comment on index app.passkey_of_user is 'The passkeys of one person.';

-- What passkeys have signed and may not sign again. What is signed carries its own end and our mark, so it is kept only from its use on.
create table app.passkey_challenge (
  hash bytea primary key check (length(hash) = 32),
  expires_at timestamptz(3) not null
);
create index passkey_challenge_expires on app.passkey_challenge (expires_at);
comment on index app.passkey_challenge_expires is 'Used ones that have run out, which the sweep deletes.';

-- How the person behind a session showed that it is them: with two-factor on, a password alone takes no passkey away (A155).
alter table app.session add column stepped_up_with text check (stepped_up_with in ('password', 'code', 'passkey'));

alter table app.account_lock drop constraint account_lock_change_check;
alter table app.account_lock add constraint account_lock_change_check check (change in
  ('email', 'password', 'reset', 'two_factor_on', 'two_factor_off', 'recovery_codes', 'passkey_added', 'passkey_removed', 'passkey_copied'));
