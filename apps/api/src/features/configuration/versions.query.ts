import type { ConfigItem } from '@clearbook/domain/configuration';
import type { Pool } from 'pg';

type Version = { readonly value: unknown; readonly effectiveAt: Date };
/** By key: the last to take effect first, and of two at the same moment the newer one. */
export type Versions = ReadonlyMap<string, readonly Version[]>;

/** Everything that was ever set of an item. */
export async function readVersions(pool: Pick<Pool, 'query'>, item: ConfigItem): Promise<Versions> {
  const { rows } = await pool.query<Version & { readonly key: string }>({
    name: 'config-versions',
    text: `select key, value, effective_at as "effectiveAt" from ledger.config_version where item = $1 order by effective_at desc, number desc`,
    values: [item],
  });
  return Map.groupBy(rows, ({ key }) => key);
}
