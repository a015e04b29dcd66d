-- What two people changed of the site, and approvals of documents that are taken back, are written as row images from now on
-- (sql/modules/site.sql, identity.sql).

-- Of a fee that was raised: the one before it, and from when on the new one applies. Unknown of changes before this migration.
alter table ledger.site_change
  add column fee_before_bps integer,
  add column fee_from timestamptz(3),
  add constraint site_change_fee_sound check (num_nonnulls(fee_before_bps, fee_from) = 0 or kind = 'set_fees' and num_nulls(fee_before_bps, fee_from) = 0);

drop function if exists ledger.write_site(jsonb, timestamptz);
drop function if exists ledger.write_identity(jsonb, timestamptz);
delete from public.door where name in ('write_site', 'write_identity');
