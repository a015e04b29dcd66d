-- Push messages to browsers that asked for them (docs/spec/push.md). The key that they are signed by, made with the installation and sealed (platform/seal.ts).
create table app.push_key (
  the_only_row boolean primary key default true check (the_only_row),
  public_key text not null,
  sealed bytea not null,
  made_at timestamptz(3) not null
);

-- One browser of one session, and gone with it. The keys encrypt for that browser alone.
create table app.push_subscription (
  id uuid primary key,
  user_id uuid not null references app."user",
  session_id uuid not null unique references app.session (id) on delete cascade,
  endpoint text not null check (endpoint like 'https://%' and length(endpoint) <= 1000),
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  -- Whether a locked screen may show what happened, and not only that something did.
  details boolean not null,
  created_at timestamptz(3) not null
);
create index push_subscription_user on app.push_subscription (user_id);
comment on index app.push_subscription_user is 'Where a person is reached, with each of their notifications.';

-- What is to be sent, written with the notification itself.
create table app.push_outbox (
  id uuid primary key,
  subscription_id uuid not null references app.push_subscription on delete cascade,
  user_id uuid not null,
  notification_id uuid not null,
  attempts integer not null default 0,
  next_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  unique (subscription_id, notification_id)
);
create index push_outbox_due on app.push_outbox (next_at);
comment on index app.push_outbox_due is 'What is due.';

create function app.push_notifications() returns trigger
language plpgsql set search_path = app, pg_temp as
$$
begin
  insert into push_outbox (id, subscription_id, user_id, notification_id, next_at, created_at)
  select app.new_id(), s.id, n.user_id, n.id, n.at, n.at from added n join push_subscription s on s.user_id = n.user_id where n.read_at is null;
  return null;
end
$$;
create trigger notification_pushed after insert on app.notification referencing new table as added for each statement execute function app.push_notifications();
