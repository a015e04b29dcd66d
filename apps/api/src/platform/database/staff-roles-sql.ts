import { ROLES } from '@clearbook/contracts/permissions';
import pg from 'pg';

/** The text of apps/api/sql/generated/staff_roles.sql: what each role that every installation has may do. */
export function staffRolesSql(roles: Readonly<Record<string, readonly string[]>> = ROLES): string {
  return `-- Made from the roles of packages/contracts/src/permissions.ts, by npm run format. Not to be edited.
-- What a declared role may do; null for a name that none of them has.
create or replace function ledger.declared_permissions(p_role text) returns text[]
language sql immutable as
$$
  select case p_role
${Object.entries(roles)
  .map(([name, may]) => `    when ${pg.escapeLiteral(name)} then '{${may.join(',')}}'::text[]`)
  .join('\n')}
  end
$$;
grant execute on function ledger.declared_permissions(text) to clearbook_app;
`;
}
