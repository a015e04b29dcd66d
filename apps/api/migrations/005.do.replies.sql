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
