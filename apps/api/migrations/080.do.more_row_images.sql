-- Limits and breaks that clients set on themselves are written as row images from now on (sql/modules/protection.sql).
drop function if exists ledger.write_protection(jsonb, timestamptz);
delete from public.door where name = 'write_protection';

-- So are holds (sql/modules/holds.sql).
drop function if exists ledger.write_holds(jsonb, timestamptz);
delete from public.door where name = 'write_holds';
