-- People and what lets them in: accounts, sessions, reset links, mail, settings, stored files, limits.
-- Nothing here holds money. The schema's default privileges give the server's role read and write on each table.

-- A person. Their standing (active, suspended, closed) is in ledger.party, where money commands check it under its lock.
create table app.user (
  id uuid primary key references ledger.party (id),
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
  created_at timestamptz(3) not null
);
create index user_created on app.user (created_at desc, id desc);

-- A session is found by the SHA-256 of its token; the token itself is only in the browser.
create table app.session (
  token_hash bytea primary key check (length(token_hash) = 32),
  id uuid not null unique,
  user_id uuid not null references app.user (id),
  created_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  user_agent text not null
);
create index session_of_user on app.session (user_id);
create index session_expires on app.session (expires_at);

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
  user_id uuid not null references app.user (id),
  device_hash bytea not null check (length(device_hash) = 32),
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (user_id, device_hash)
);

-- Links to choose a password: a reset, or the invitation of a member of staff. Only the hash is here.
create table app.password_link (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references app.user (id),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_link_user on app.password_link (user_id);

-- Mail to be sent, written in the transaction that causes it. `values` is erased once the mail is gone: it may hold a code.
create table app.mail_outbox (
  id uuid primary key,
  user_id uuid references app.user (id),
  -- Only where the receiver is not the account's present address.
  to_address text check (length(to_address) <= 254),
  template text not null,
  values jsonb not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  sent_at timestamptz(3),
  last_error text,
  -- What was sent, kept in demo mode only, for the reader's own mailbox page.
  sent_to text,
  subject text,
  body text,
  check (user_id is not null or to_address is not null)
);
create index mail_outbox_waiting on app.mail_outbox (next_at) where state = 'waiting';
create index mail_outbox_user on app.mail_outbox (user_id, created_at desc, id desc);

create function app.mail_waiting() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('clearbook_mail', '');
  return null;
end $$;
create trigger mail_waiting after insert on app.mail_outbox for each statement execute function app.mail_waiting();

-- Stored images: only what the server made of them itself is kept, under the server's own name.
create table app.file (
  id uuid primary key,
  owner_id uuid not null,
  kind text not null check (kind in ('proof', 'favicon', 'identity', 'picture')),
  sha256 bytea not null check (length(sha256) = 32),
  bytes integer not null check (bytes > 0),
  mime text not null check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  created_at timestamptz(3) not null
);
create index file_owner on app.file (owner_id, created_at desc);

-- The site's settings: one row, made here.
create table app.settings (
  the_only_row boolean primary key default true check (the_only_row),
  sitename text not null default 'Clearbook' check (length(sitename) between 1 and 60),
  favicon_file uuid references app.file (id),
  miniwithdrawal_cents bigint not null default 1000 check (miniwithdrawal_cents between 0 and 10000),
  withdrawal_fee_bps integer not null default 100 check (withdrawal_fee_bps between 0 and 500),
  updated_at timestamptz(3) not null
);
insert into app.settings (updated_at) values (now());
revoke insert, delete on app.settings from clearbook_app;

-- Counters of the limits that all processes share. Losing them in a crash costs nothing but the count.
create unlogged table app.rate_limit (
  key text primary key check (length(key) <= 400),
  used integer not null,
  ends_at timestamptz(3) not null
);
create index rate_limit_ends on app.rate_limit (ends_at);
