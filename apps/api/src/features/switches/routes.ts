import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Register } from '../../platform/http/index.ts';
import { executeAndShow } from '../books/index.ts';
import { readSwitches } from './switches.query.ts';

export type SwitchDeps = { readonly ledger: Ledger; readonly pool: Pool };

/** What staff stop for everybody in an emergency. One person is enough either way: nothing here moves money. */
export function switchRoutes(register: Register, { ledger, pool }: SwitchDeps): void {
  register('GET /admin/switches', () => readSwitches(pool));

  register('POST /admin/switches/:id/stop', (request) => {
    const { actor, body, params } = request;
    const stop = { kind: 'set_switch', staffId: actor.userId, name: params.id, stopped: true, ...body } as const;
    return executeAndShow({ ledger, pool }, stop, request, () => readSwitches(pool));
  });

  register('POST /admin/switches/:id/start', (request) => {
    const { actor, body, params } = request;
    const start = {
      kind: 'set_switch',
      staffId: actor.userId,
      name: params.id,
      stopped: false,
      banner: '',
      ...body,
    } as const;
    return executeAndShow({ ledger, pool }, start, request, () => readSwitches(pool));
  });
}
