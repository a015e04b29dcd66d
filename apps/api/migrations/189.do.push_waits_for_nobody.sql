-- WP2: a notification is written with the money that it is about. A subscription that is being ended meanwhile, by a sign-out or because the push service says that the browser is gone, is
-- left out, where its foreign key failed before and took the whole batch with it; and nobody waits for it.
create or replace function app.push_notifications() returns trigger
language plpgsql set search_path = app, pg_temp as
$$
begin
  insert into push_outbox (id, subscription_id, user_id, notification_id, next_at, created_at)
  select app.new_id(), s.id, n.user_id, n.id, n.at, n.at from added n join push_subscription s on s.user_id = n.user_id where n.read_at is null
  for key share of s skip locked;
  return null;
end
$$;
