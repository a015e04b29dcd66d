import { openSite } from '../../apps/api/test/site.ts';
import type { Site, SiteOptions } from '../../apps/api/test/site.ts';
import type { Result } from './row.ts';

/** Opens an installation of its own for one row and closes it whatever happens. */
export async function onSite(options: SiteOptions, use: (site: Site) => Promise<Result>): Promise<Result> {
  const site = await openSite(options);
  try {
    return await use(site);
  } finally {
    await site.close();
  }
}
