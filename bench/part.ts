/**
 * One part of a measurement in a process of its own, over the product in the folder that the first argument names: this version or
 * another one. It prints one line of JSON.
 *   FOLDER prepare URL · FOLDER transfers URL SECONDS · FOLDER session URL COOKIE AT_ONCE
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Prepare from '@clearbook/api/platform/database/prepare.ts';
import type * as Roles from '@clearbook/api/platform/database/roles.ts';
import type * as Sessions from './sessions.ts';
import type * as Transfers from './transfers.ts';

const [folder = '', part = '', url = '', ...rest] = process.argv.slice(2);
const load = async <Module>(file: string): Promise<Module> =>
  (await import(pathToFileURL(join(folder, file)).href)) as Module;

const parts: Record<string, () => Promise<unknown>> = {
  async prepare() {
    const { prepareDatabase } = await load<typeof Prepare>('apps/api/src/platform/database/prepare.ts');
    const { derivedAppPassword } = await load<typeof Roles>('apps/api/src/platform/database/roles.ts');
    const { appUrl } = await prepareDatabase({
      url,
      // The same password that a server started with this address as its DATABASE_URL will derive.
      appPassword: derivedAppPassword(url),
      instance: { mode: 'demo', market: 'simulated', marketSeed: 'bench' },
    });
    return appUrl;
  },
  async transfers() {
    const { runTransfers } = await load<typeof Transfers>('bench/transfers.ts');
    return runTransfers(url, Number(rest[0]));
  },
  async session() {
    const { sessionCheckCpuUs } = await load<typeof Sessions>('bench/sessions.ts');
    return sessionCheckCpuUs(url, rest[0] ?? '', Number(rest[1]));
  },
};

const run = parts[part];
if (!run) throw new Error(`There is no part "${part}": choose one of ${Object.keys(parts).join(', ')}.`);
process.stdout.write(`${JSON.stringify(await run())}\n`);
