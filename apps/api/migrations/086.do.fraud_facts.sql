-- What fraud signals are worked out from (docs/spec/fraud-signals.md). Signals themselves are stored nowhere.
-- How a picture looks: a bit for each of 64 places, whether it gets brighter there from left to right. Null where it is too plain to be told from
-- others, or was kept before there was one.
alter table app.file add column look bigint;

-- The four quarters of a look, each with its place: pictures that differ in few bits have a quarter in common, or nearly.
create function app.look_quarters(p_look bigint) returns int[]
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select array[(p_look & 65535)::int, 65536 + ((p_look >> 16) & 65535)::int, 131072 + ((p_look >> 32) & 65535)::int, 196608 + ((p_look >> 48) & 65535)::int]
$$;
-- The same, and each of them with any one bit turned: whatever differs in up to seven bits has one of these.
create function app.near_quarters(p_look bigint) returns int[]
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select app.look_quarters(p_look) || array(select q # (1 << bit) from unnest(app.look_quarters(p_look)) q cross join generate_series(0, 15) bit)
$$;
grant execute on function app.look_quarters(bigint), app.near_quarters(bigint) to clearbook_app;
create index file_look on app.file using gin (app.look_quarters(look)) where look is not null;
comment on index app.file_look is 'Pictures that look alike.';
create index file_digest on app.file (sha256);
comment on index app.file_digest is 'The same picture of several people.';

-- Where money goes, the same for everybody who names it: what tells two accounts apart, without blanks, dashes and case. An account number that
-- is no IBAN counts with its bank.
create function app.destination_of(p_body jsonb) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select case
    when p_body ? 'accountNumber' then 'bank ' || regexp_replace(upper(p_body ->> 'accountNumber'), '[^A-Z0-9]', '', 'g')
      || case when upper(p_body ->> 'accountNumber') ~ '^\s*[A-Z]{2}' then '' else ' ' || regexp_replace(upper(coalesce(p_body ->> 'bankName', '')), '\s', '', 'g') end
    when p_body ? 'address' then 'coin ' || lower(btrim(p_body ->> 'address'))
    when p_body ? 'paypalemail' then 'paypal ' || lower(btrim(p_body ->> 'paypalemail'))
    when p_body ? 'cashapptag' then 'cashapp ' || lower(btrim(p_body ->> 'cashapptag'))
    when p_body ? 'gcashacctnumber' then 'gcash ' || regexp_replace(p_body ->> 'gcashacctnumber', '\D', '', 'g')
  end
$$;
grant execute on function app.destination_of(jsonb) to clearbook_app;
create index note_same_destination on app.note (app.destination_of(body)) where kind = 'destination' and app.destination_of(body) is not null;
comment on index app.note_same_destination is 'Who else asked for money to the same destination.';
