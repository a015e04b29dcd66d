-- FS5: a payment that was tried is kept as its network writes it, which is how the books keep it: another spelling must not hide that it was used before. What is no transaction id stays
-- as it was typed.
with typed as (
  delete from app.payment_try t using ledger.deposit d
  where d.id = t.deposit_id and btrim(t.txid) ~ '^(0x)?[0-9a-f]{64}$' and t.txid !~ case d.method when 'ethereum' then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end
  returning t.deposit_id, t.client_id, case d.method when 'ethereum' then '0x' else '' end || regexp_replace(btrim(t.txid), '^0x', '') as txid, t.output_index, t.staff_id, t.at)
insert into app.payment_try (deposit_id, client_id, txid, output_index, staff_id, at)
select deposit_id, client_id, txid, output_index, staff_id, at from typed order by at on conflict on constraint payment_try_once do nothing;

-- FS6: an IBAN is told by its letters and digits, whatever stands between them; a bank's name is the same with its dots, dashes and commas and without; and so is a GCash number with the
-- country's code before its 0, without that 0, and without either.
drop index app.note_same_destination;
create or replace function app.destination_of(p_body jsonb) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as
$$
  select case
    when p_body ? 'accountNumber' then 'bank ' || regexp_replace(upper(p_body ->> 'accountNumber'), '[^A-Z0-9]', '', 'g')
      || case when regexp_replace(upper(p_body ->> 'accountNumber'), '[^A-Z0-9]', '', 'g') ~ '^[A-Z]{2}' then ''
        else ' ' || regexp_replace(upper(coalesce(p_body ->> 'bankName', '')), '[\s[:punct:]’–]', '', 'g') end
    when p_body ? 'address' then 'coin ' || lower(btrim(p_body ->> 'address'))
    when p_body ? 'paypalemail' then 'paypal ' || lower(btrim(p_body ->> 'paypalemail'))
    when p_body ? 'cashapptag' then 'cashapp ' || lower(ltrim(btrim(p_body ->> 'cashapptag'), '$'))
    when p_body ? 'gcashacctnumber' then 'gcash ' || regexp_replace(regexp_replace(p_body ->> 'gcashacctnumber', '\D', '', 'g'), '^(00)?(63)?0?(?=9\d{9}$)', '0')
  end
$$;
create index note_same_destination on app.note (app.destination_of(body), client_id, at) where kind = 'destination' and app.destination_of(body) is not null;
comment on index app.note_same_destination is 'Who else asked for money to the same destination, client by client.';
