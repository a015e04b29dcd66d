-- Version 5, text 16bed8d075b7.
-- One notification for each client whom the site's fee concerns, in one statement: a raise is announced from its day on, or (null) one that was
-- announced does not come. Whose billing is being switched meanwhile holds the settings until they are told themselves.
create or replace function app.tell_fee(p_percent text, p_from timestamptz, p_at timestamptz) returns void
language plpgsql set search_path = app, pg_temp as
$$
begin
  perform app.write_notifications(array_agg(row(app.new_id(), p.id, null, case when f.day is null then 'fee-withdrawn' else 'fee-announced' end,
    jsonb_strip_nulls(jsonb_build_object('percent', p_percent, 'from', f.day)), null, p_at, false, false, false)::app.notification_draft))
  from ledger.party p,
    -- A client whose billing itself begins later hears when theirs does.
    lateral (select to_char(greatest(p_from, case when p.billing_from > p_at then p.billing_from end) at time zone 'UTC', 'YYYY-MM-DD') as day) f
  where p.book = any(ledger.books()) and p.kind = 'client' and p.billing and p.status <> 'closed';
end
$$;
