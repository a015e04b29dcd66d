-- FS5: a payment that was tried is kept as its network writes it, which is how the books keep it: another spelling must not hide that it was used before. What is no transaction id stays
-- as it was typed.
with typed as (
  delete from app.payment_try t using ledger.deposit d
  where d.id = t.deposit_id and btrim(t.txid) ~ '^(0x)?[0-9a-f]{64}$' and t.txid !~ case d.method when 'ethereum' then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end
  returning t.deposit_id, t.client_id, case d.method when 'ethereum' then '0x' else '' end || regexp_replace(btrim(t.txid), '^0x', '') as txid, t.output_index, t.staff_id, t.at)
insert into app.payment_try (deposit_id, client_id, txid, output_index, staff_id, at)
select deposit_id, client_id, txid, output_index, staff_id, at from typed order by at on conflict on constraint payment_try_once do nothing;
