import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../phases.ts';
import type { Result } from './row.ts';
import { tests, wholeOf } from './tested.ts';

export const title =
  'Live feeds against a vendor on this machine that speaks the documented formats: hostile REST and socket answers make no price good, recovery without a restart, failover, second source, status; bars recorded once; two processes on one quote';

export const after = [wholeOf('pg')];

export async function run(): Promise<Result> {
  const parts: [name: string, result: Result][] = [
    [
      'rules and adapters',
      await tests('unit', [
        'packages/domain/src/market',
        'apps/api/src/adapters/feeds',
        'apps/api/src/features/market',
      ]),
    ],
    [
      'tape and processes',
      await tests('pg', ['apps/api/src/adapters/feeds', 'apps/api/src/ledger/second-price.pg.test.ts']),
    ],
    ['servers', await tests('start*', ['apps/api/test/live.start.test.ts'])],
  ];
  const recorded = existsSync(join(ROOT, '../shared/data/market/stocks'));
  return {
    ok: parts.every(([, { ok }]) => ok),
    figures: [
      ...parts.map(([name, { figures }]) => `${name}: ${figures}`),
      recorded ? 'recorded gaps of stocks read' : 'recorded stocks are not here: their gaps were not read',
    ].join('; '),
  };
}
