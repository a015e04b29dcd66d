create table app.invalidation (
  number bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  wakes text[] not null,
  body text not null
);
comment on index app.invalidation_pkey is 'What changed since a number: read on by every process.';
create index invalidation_at on app.invalidation (at);
comment on index app.invalidation_at is 'Which changes are old enough to be deleted.';

-- There is always a last row: a reader whose last row is gone knows that it has missed some.
insert into app.invalidation (wakes, body) values ('{}', '[]');

-- What a person was told, in the app: one row for each of their mails, and for each trade. The words are made from `kind` (a mail template) and
-- `values` when they are read. Kept for a year.
create table app.notification (
  user_id uuid not null,
  id uuid not null,
  kind text not null,
  "values" jsonb not null,
  subject_id uuid,
  at timestamptz(3) not null,
  read_at timestamptz(3),
  primary key (user_id, id)
);
comment on index app.notification_pkey is 'A person''s notifications, newest first.';
-- Rows come in the order of their time, so this is enough to find the old ones and costs a write next to nothing.
create index notification_age on app.notification using brin (at);
comment on index app.notification_age is 'Which are old enough to be deleted. One line for many rows, because they come in the order of their time.';
create index notification_unread on app.notification (user_id, id) where read_at is null;
comment on index app.notification_unread is 'How many of them are unread, and which are marked as read. What clients did themselves counts as read and is not in it.';

-- Mail to be sent, written in the transaction that causes it. `values` is erased once the mail is gone: it may hold a code.
create table app.mail_outbox (
  id uuid primary key,
  user_id uuid references app."user",
  -- Only where the receiver is not the account's present address.
  to_address text check (length(to_address) <= 254),
  template text not null,
  "values" jsonb not null default '{}',
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
  cause text check (cause in ('no_address', 'refused', 'blocked', 'too_many', 'later', 'login', 'unreachable', 'other')),
  failed_at timestamptz(3),
  -- Failed for good, its words are kept, and nobody has asked for another try.
  may_retry boolean not null default false,
  retried_at timestamptz(3),
  check (user_id is not null or to_address is not null),
  check ((not may_retry) or (state = 'failed' and retried_at is null))
);
create index mail_outbox_failed on app.mail_outbox (failed_at, id) where state = 'failed';
create index mail_outbox_user on app.mail_outbox (user_id, created_at desc, id desc);
create index mail_outbox_waiting on app.mail_outbox (next_at) where state = 'waiting';

create function app.mail_waiting() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform app.invalidate('[]', '{mail}');
  return null;
end $$;

create trigger mail_waiting after insert on app.mail_outbox for each statement execute function app.mail_waiting();

-- Who wants mails about their own doings (trades, paper money). Without a row: nobody does. Everything else is always mailed.
create table app.mail_preference (
  user_id uuid primary key references app."user",
  own_doings boolean not null default false
);

-- What a batch tells people: a row among their notifications, a mail, or both.
create type app.notification_draft as (
  id uuid, user_id uuid, to_address text, template text, values jsonb, subject_id uuid, at timestamptz, hidden boolean, quiet boolean, own boolean
);

-- What people and pages are told with a batch.
create type app.told as (notifications app.notification_draft[], invalidation text);
