-- FS6: a Cash App tag is the same with its $ and without, and a GCash number with the country's code and without: whoever wants several accounts paid to one place must not hide it
-- by that.
drop index app.note_same_destination;
create or replace function app.destination_of(p_body jsonb) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select case
    when p_body ? 'accountNumber' then 'bank ' || regexp_replace(upper(p_body ->> 'accountNumber'), '[^A-Z0-9]', '', 'g')
      || case when upper(p_body ->> 'accountNumber') ~ '^\s*[A-Z]{2}' then '' else ' ' || regexp_replace(upper(coalesce(p_body ->> 'bankName', '')), '\s', '', 'g') end
    when p_body ? 'address' then 'coin ' || lower(btrim(p_body ->> 'address'))
    when p_body ? 'paypalemail' then 'paypal ' || lower(btrim(p_body ->> 'paypalemail'))
    when p_body ? 'cashapptag' then 'cashapp ' || lower(ltrim(btrim(p_body ->> 'cashapptag'), '$'))
    when p_body ? 'gcashacctnumber' then 'gcash ' || regexp_replace(regexp_replace(p_body ->> 'gcashacctnumber', '\D', '', 'g'), '^(00)?63(?=9\d{9}$)', '0')
  end
$$;
create index note_same_destination on app.note (app.destination_of(body)) where kind = 'destination' and app.destination_of(body) is not null;
comment on index app.note_same_destination is 'Who else asked for money to the same destination.';
