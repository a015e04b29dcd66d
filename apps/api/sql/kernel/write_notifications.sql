-- Version 5, text 91b575e233ed.
-- What people are told, in the transaction of its cause: a row among their notifications, and a mail in the outbox. One that is `quiet` (the
-- person's own trade or paper money) is mailed only to those who asked for such mails; one that is `hidden` is a mail only; one that is `own`
-- (they have just done it themselves) counts as read. A mail that follows a choice of its receiver says which, and so carries a link that turns it off. Codes and tokens go into the mail alone, which is erased once it is gone.
create or replace function app.write_notifications(p_notifications app.notification_draft[]) returns void
language plpgsql set search_path = app, pg_temp as
$$
begin
  insert into app.notification (user_id, id, kind, values, subject_id, at, read_at)
  select user_id, id, template, coalesce(values, '{}') - 'code' - 'token', subject_id, at, case when own then at end
  from unnest(p_notifications) where hidden is not true;

  -- Looked at first: an insert of nothing would still wake the mail worker, at every order.
  if exists (select 1 from unnest(p_notifications) as x where quiet is not true or (select p.own_doings from app.mail_preference p where p.user_id = x.user_id)) then
    insert into app.mail_outbox (id, user_id, to_address, template, values, next_at, created_at, optional)
    select id, user_id, to_address, template, coalesce(values, '{}'), at, at,
      case when template = 'payouts-cooling' then null when quiet then 'own_doings' when template like 'alert-%' then 'price_alerts' end
    from unnest(p_notifications) as x
    where quiet is not true or (select p.own_doings from app.mail_preference p where p.user_id = x.user_id);
  end if;
end
$$;

grant execute on function app.write_notifications(app.notification_draft[]) to clearbook_app;
