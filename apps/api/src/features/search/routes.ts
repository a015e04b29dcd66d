import { SEARCH_GROUP_NAMES, SEARCH_GROUPS, type SearchGroup } from '@clearbook/contracts/search';
import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { reading } from '../tables/index.ts';
import { askedFor } from './asked.ts';
import { FINDERS } from './finders.ts';

/** One search over everything that staff look for. What a role does not include is not looked for. */
export function searchRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/search', async ({ actor, query }) => {
    const asked = askedFor(query.q);
    const open = SEARCH_GROUP_NAMES.filter((name) => actor.permissions.has(SEARCH_GROUPS[name]));
    const groups = await reading(pool, async (client) => {
      const found: SearchGroup[] = [];
      for (const group of open) found.push({ group, hits: await FINDERS[group](client, asked) });
      return found;
    });
    return { groups: groups.filter(({ hits }) => hits.length > 0) };
  });
}
