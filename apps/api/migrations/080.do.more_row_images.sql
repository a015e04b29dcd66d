-- Limits and breaks that clients set on themselves are written as row images from now on (sql/modules/protection.sql).
drop function if exists ledger.write_protection(jsonb, timestamptz);
delete from public.door where name = 'write_protection';

-- So are holds (sql/modules/holds.sql).
drop function if exists ledger.write_holds(jsonb, timestamptz);
delete from public.door where name = 'write_holds';

-- And proposals, the links of staff who are let in, and the limits of what one person lets go (sql/modules/proposals.sql, releases.sql).
drop function if exists ledger.write_proposals(jsonb, timestamptz, smallint[], uuid[], uuid[], uuid[], bigint[], bigint[]);
delete from public.door where name = 'write_proposals';
