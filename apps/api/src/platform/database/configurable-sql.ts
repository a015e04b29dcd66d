import { CONFIG_PERMISSIONS } from '@clearbook/contracts/configuration';
import pg from 'pg';

/** The text of apps/api/sql/generated/configurable.sql: everything that can be configured, and what setting it takes. */
export function configurableSql(items: Readonly<Record<string, string>> = CONFIG_PERMISSIONS): string {
  return `-- Made from what packages/contracts/src/configuration.ts declares, by npm run format. Not to be edited.
-- The permission that proposing and approving a value takes; null for what nobody can configure.
create or replace function ledger.configuring(p_item text) returns text
language sql immutable as
$$
  select case p_item
${Object.entries(items)
  .map(([item, permission]) => `    when ${pg.escapeLiteral(item)} then ${pg.escapeLiteral(permission)}`)
  .join('\n')}
  end
$$;
`;
}
