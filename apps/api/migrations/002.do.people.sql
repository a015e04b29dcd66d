-- All pieces of one, two and three characters of a text, in lower case: what an index needs to find an e-mail by any part of it.
create function app.pieces(p_text text) returns text[]
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select coalesce(array_agg(distinct substr(t.word, i, n)), '{}')
  from (select lower(p_text) as word) t cross join generate_series(1, 3) as n cross join lateral generate_series(1, length(t.word) - n + 1) as i
$$;
grant execute on function app.pieces(text) to clearbook_app;

-- Stored images: only what the server made of them itself is kept, under the server's own name.
create table app.file (
  id uuid primary key,
  owner_id uuid not null,
  kind text not null check (kind in ('proof', 'favicon', 'identity', 'picture')),
  sha256 bytea not null check (length(sha256) = 32),
  bytes integer not null check (bytes > 0),
  mime text not null check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  created_at timestamptz(3) not null,
  -- The key that a stored file is encrypted under, sealed; null where a file was kept before there were any, as it is (docs/spec/access.md, A106).
  sealed_key bytea
);
create index file_owner on app.file (owner_id, created_at desc);

-- Stored files whose rows are gone: their bytes are still to be removed.
create table app.file_to_remove (
  id uuid primary key
);

-- People and what lets them in: accounts, sessions, reset links, mail, settings, stored files, limits.
-- Nothing here holds money. The schema's default privileges give the server's role read and write on each table.
-- A person. Their standing (active, suspended, closed) is in ledger.party, where money commands check it under its lock.
create table app.user (
  id uuid primary key references ledger.party_book,
  -- In lower case: one mailbox, one account.
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  username text not null check (length(username) between 1 and 60),
  fullname text not null check (length(fullname) between 1 and 120),
  -- argon2id, in the PHC string format that names its own parameters. Null until an invited person has chosen one.
  password_hash text check (password_hash like '$argon2id$%'),
  role text not null check (role in ('client', 'admin')),
  must_change_password boolean not null default false,
  -- A one-time password stops working here.
  password_valid_until timestamptz(3),
  is_verified boolean not null default false,
  created_at timestamptz(3) not null,
  -- People's own things: identity documents and their decisions, profile pictures, a change of address under way, the second factor.
  -- Nothing here holds money.
  picture_file uuid references app.file,
  -- Whether an address has shown that it is its owner's (docs/spec/access.md, A110). Whoever was here before counts as confirmed.
  email_confirmed_at timestamptz(3)
);
create index user_created on app."user" (created_at desc, id desc);
create index user_email_pieces on app."user" using gin (app.pieces(email));

-- A session is found by the SHA-256 of its token; the token itself is only in the browser.
create table app.session (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  user_id uuid not null references app."user",
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  user_agent text not null,
  -- When the person behind a session last gave the password or a code again (docs/spec/access.md).
  stepped_up_at timestamptz(3)
);
create index session_expires on app.session (expires_at);
create index session_of_user on app.session (user_id);

-- However a session ends, every process hears of it and closes the sockets that it opened.
create function app.session_ended() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('clearbook_session', old.id::text);
  return null;
end $$;

create trigger session_ended after delete on app.session for each row execute function app.session_ended();

-- Browsers from which a person has signed in before: they are told of new ones, and a flood of wrong guesses from elsewhere
-- does not lock them out here.
create table app.known_device (
  user_id uuid not null references app."user",
  device_hash bytea not null check (length(device_hash) = 32),
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (user_id, device_hash)
);

-- An authenticator. Its secret is sealed with AES-256-GCM under a key that is not in the database. It counts from `confirmed_at` on.
create table app.second_factor (
  user_id uuid primary key references app."user",
  secret bytea not null,
  created_at timestamptz(3) not null,
  confirmed_at timestamptz(3),
  -- The newest 30-second step whose code was used, and for what: a code counts once, and the same request may be sent again.
  last_step bigint not null default 0,
  last_use bytea
);

-- Ten codes for the day the telephone is lost. HMAC under the same key: a copy of the database is not enough to guess them.
create table app.recovery_code (
  user_id uuid not null references app."user",
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);

-- Links to choose a password: a reset, or the invitation of a member of staff. Only the hash is here.
create table app.password_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references app."user",
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_link_user on app.password_link (user_id);

-- An address waits here until its mailbox has answered. The newest wish counts; only the hash of the link's token is kept.
create table app.email_change (
  user_id uuid primary key references app."user",
  token_hash bytea not null unique check (length(token_hash) = 32),
  new_email text not null check (new_email = lower(new_email) and length(new_email) between 3 and 254),
  expires_at timestamptz(3) not null
);

-- The link of a welcome mail. Only the hash is here.
create table app.email_confirmation (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references app."user",
  expires_at timestamptz(3) not null
);
create index email_confirmation_user on app.email_confirmation (user_id);

-- The link by which whoever reads the mail about a change of access locks the account (docs/spec/access.md, A109). Only the hash is here.
create table app.account_lock (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references app."user",
  change text not null check (change in ('email', 'password', 'reset', 'two_factor_on', 'two_factor_off', 'recovery_codes')),
  -- Where the link went, and what it gives the account back to.
  address text not null check (address = lower(address) and length(address) between 3 and 254),
  -- The address that the account had until this change.
  former boolean not null,
  at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
-- An address stays its owner's while a link that was sent there still works.
create index account_lock_address on app.account_lock (address);
create index account_lock_user on app.account_lock (user_id);

-- Accounts that were closed and whose owner's data is to be erased. Written with the closing; a job does the rest and says when it was done.
create table app.erasure (
  client_id uuid primary key references ledger.party_book,
  asked_at timestamptz(3) not null,
  done_at timestamptz(3)
);
create index erasure_open on app.erasure (asked_at) where done_at is null;

-- When a member of staff last opened a client's page and it was logged: once an hour is enough (docs/spec/manage.md, G63).
create table app.client_view (
  staff_id uuid not null references app."user",
  client_id uuid not null references app."user",
  at timestamptz(3) not null,
  primary key (staff_id, client_id)
);
create index client_view_client on app.client_view (client_id);

-- One verification a person. `submission` names what was sent last: a decision says which one it is about, so that nobody decides on
-- documents that they have not seen.
create table app.verification (
  user_id uuid primary key references app."user",
  submission uuid not null,
  state text not null check (state in ('pending', 'approved', 'declined')),
  submitted_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid references app."user",
  check ((state = 'pending') = (decided_at is null))
);
-- A submission's id grows with time: the list's order, the newest first.
create unique index verification_newest on app.verification (submission);

-- The pictures, with a state each, so that only what was declined has to be sent again. What was replaced stays for the record.
create table app.verification_document (
  id uuid primary key,
  user_id uuid not null references app.verification(user_id),
  side text not null check (side in ('front', 'back')),
  file_id uuid not null references app.file,
  state text not null check (state in ('pending', 'approved', 'declined')),
  -- What the client reads.
  reason text check (length(reason) between 1 and 500),
  submitted_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  check ((state = 'declined') = (reason is not null))
);
create unique index verification_document_current on app.verification_document (user_id, side) where replaced_at is null;

-- Personal text that belongs to a row of the books (reasons, payout destinations). It lives outside them, so that erasing a
-- person's data never touches an entry.
create table app.note (
  subject_id uuid not null,
  kind text not null check (kind in ('reason', 'destination', 'loan', 'answer')),
  client_id uuid not null,
  body jsonb not null,
  at timestamptz(3) not null,
  primary key (subject_id, kind)
);
create index note_client on app.note (client_id);

create unlogged table app.rate_limit (
  key text primary key check (length(key) <= 400),
  used integer not null,
  ends_at timestamptz(3) not null
);
create index rate_limit_ends on app.rate_limit (ends_at);

-- What was first answered under a key, where the answer shows a row that may have moved on since: the same key gets the same answer.
-- Append-only; the effect itself is kept by ledger.command.
create table app.reply (
  actor_id uuid not null,
  key text not null check (length(key) <= 200),
  reply json not null,
  at timestamptz(3) not null,
  primary key (actor_id, key)
);
revoke update, delete, truncate on app.reply from clearbook_app;

-- Every thousandth key of a long list, oldest first: the total and any page are found from here, without counting or skipping the rows
-- before it. Rows are only ever added to these lists, at their end; the job that keeps this map counts everything afresh now and then.
create table app.page_map (
  list text not null check (length(list) <= 40),
  step integer not null check (step > 0),
  key text not null check (length(key) <= 40),
  primary key (list, step)
);
