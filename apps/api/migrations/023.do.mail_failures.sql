-- Why a mail did not go out, as a code from a closed list that staff may read, and the one other try that they may ask for.
-- `last_error` stays what the mail server answered: it may hold an address, so no screen shows it.
alter table app.mail_outbox
  add column cause text check (
    cause in ('no_address', 'refused', 'blocked', 'too_many', 'later', 'login', 'unreachable', 'other')
  ),
  add column failed_at timestamptz(3),
  -- Failed for good, its words are kept, and nobody has asked for another try.
  add column may_retry boolean not null default false,
  add column retried_at timestamptz(3),
  add check (not may_retry or (state = 'failed' and retried_at is null));
update app.mail_outbox set cause = 'other', failed_at = next_at where state = 'failed';
create index mail_outbox_failed on app.mail_outbox (failed_at, id) where state = 'failed';
