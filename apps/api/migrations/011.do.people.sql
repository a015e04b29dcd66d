-- People's own things: identity documents and their decisions, profile pictures, a change of address under way, the second factor.
-- Nothing here holds money.

alter table app.user add column picture_file uuid references app.file (id);

-- One verification a person. `submission` names what was sent last: a decision says which one it is about, so that nobody decides on
-- documents that they have not seen.
create table app.verification (
  user_id uuid primary key references app.user (id),
  submission uuid not null,
  state text not null check (state in ('pending', 'approved', 'declined')),
  submitted_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid references app.user (id),
  check ((state = 'pending') = (decided_at is null))
);
-- A submission's id grows with time: the list's order, the newest first.
create unique index verification_newest on app.verification (submission);

-- The pictures, with a state each, so that only what was declined has to be sent again. What was replaced stays for the record.
create table app.verification_document (
  id uuid primary key,
  user_id uuid not null references app.verification (user_id),
  side text not null check (side in ('front', 'back')),
  file_id uuid not null references app.file (id),
  state text not null check (state in ('pending', 'approved', 'declined')),
  -- What the client reads.
  reason text check (length(reason) between 1 and 500),
  submitted_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  check ((state = 'declined') = (reason is not null))
);
create unique index verification_document_current on app.verification_document (user_id, side) where replaced_at is null;

-- An address waits here until its mailbox has answered. The newest wish counts; only the hash of the link's token is kept.
create table app.email_change (
  user_id uuid primary key references app.user (id),
  token_hash bytea not null unique check (length(token_hash) = 32),
  new_email text not null check (new_email = lower(new_email) and length(new_email) between 3 and 254),
  expires_at timestamptz(3) not null
);

-- An authenticator. Its secret is sealed with AES-256-GCM under a key that is not in the database. It counts from `confirmed_at` on.
create table app.second_factor (
  user_id uuid primary key references app.user (id),
  secret bytea not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  -- The newest 30-second step whose code was used, and for what: a code counts once, and the same request may be sent again.
  last_step bigint not null default 0,
  last_use bytea
);

-- Ten codes for the day the telephone is lost. HMAC under the same key: a copy of the database is not enough to guess them.
create table app.recovery_code (
  user_id uuid not null references app.user (id),
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- Which key seals: a server that was started with another one says so at once, and does not fail at the first person who logs in.
create table app.seal_mark (
  the_only_row boolean primary key default true check (the_only_row),
  mark bytea not null check (length(mark) = 32)
);
