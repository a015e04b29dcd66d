-- Version 5, text 2eaefb32eae7.
-- Every member of staff who has access is told, each by mail and in the app, in the transaction of the cause: by whom, and who had proposed it.
-- To whoever did it, it is nothing new.
create or replace function app.tell_staff(p_template text, p_values jsonb, p_by uuid, p_proposed_by uuid, p_at timestamptz) returns void
language plpgsql set search_path = app, pg_temp as
$$
declare
  v_values jsonb := p_values || jsonb_strip_nulls(jsonb_build_object(
    'by', (select email from app.user where id = p_by), 'proposed_by', (select email from app.user where id = p_proposed_by),
    'time', to_char(p_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI')));
begin
  perform app.write_notifications(array_agg(row(app.new_id(), u.id, null, p_template, v_values, null, p_at, false, false, coalesce(u.id = p_by, false))::app.notification_draft))
  from app.user u join ledger.party p on p.book = 0 and p.id = u.id
  where p.kind = 'staff' and p.status = 'active' and u.password_hash is not null;
end
$$;

grant execute on function app.tell_staff(text, jsonb, uuid, uuid, timestamptz) to clearbook_app;
