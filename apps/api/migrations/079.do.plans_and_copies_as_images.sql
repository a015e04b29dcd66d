-- Written as images from now on.
drop function if exists ledger.write_plans(jsonb, timestamptz, smallint[], uuid[], uuid[], bigint[], bigint[], bigint[]);
drop function if exists ledger.write_manual(jsonb, timestamptz, smallint[], uuid[], uuid[], bigint[], bigint[], bigint[]);
drop function if exists ledger.write_copies(jsonb, timestamptz, smallint[], uuid[], uuid[], bigint[], bigint[], bigint[]);
delete from public.door where name in ('write_plans', 'write_manual', 'write_copies');

-- What a package offers, in the form in which rows are written.
alter table ledger.package drop constraint package_features_check;
alter table ledger.package alter column features type jsonb using to_jsonb(features);
alter table ledger.package add constraint package_features_check check (jsonb_typeof(features) = 'array' and jsonb_array_length(features) between 1 and 20);
