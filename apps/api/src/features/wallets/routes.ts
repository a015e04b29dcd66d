import { messages } from '@clearbook/contracts/messages';
import type { Pool } from 'pg';
import { Problem, type Register } from '../../platform/http/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { announce } from '../../platform/realtime/index.ts';
import { isAddress } from './address.ts';
import { keepReason } from '../audit/index.ts';
import { readWallets } from './wallets.query.ts';

const NETWORKS = [
  ['bitcoin', 'Bitcoin'],
  ['ethereum', 'Ethereum'],
  ['usdt', 'USDT (Trc20)'],
] as const;

export function walletRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/wallets', () => readWallets(pool));

  register('PUT /admin/wallets', async ({ actor, body, now }) => {
    const wrong = NETWORKS.filter(([coin]) => !isAddress(coin, body[coin]));
    if (wrong.length > 0) {
      throw new Problem(
        422,
        'request.invalid',
        messages.common.checkFields,
        wrong.map(([name, label]) => ({ name, message: messages.withdrawal.addressChecksum(label) })),
      );
    }
    const { bitcoin, ethereum, usdt, reason } = body;
    return transaction(pool, async (client) => {
      await client.query(
        'update app.wallets set bitcoin = $1, ethereum = $2, usdt = $3, created_at = coalesce(created_at, $4), updated_at = $4',
        [bitcoin, ethereum, usdt, now],
      );
      // Addresses are no personal data: the log says exactly what clients were shown from when on.
      await client.query('select ledger.record_audit($1, $2, $3, $4, null, $5, $6)', [
        actor.userId,
        'wallets.update',
        'wallets',
        'wallets',
        JSON.stringify({
          bitcoin,
          ethereum,
          usdt,
          ...(await keepReason(client, { whose: actor.userId, reason, now })),
        }),
        now,
      ]);
      await announce(client, [{ c: null, t: ['wallets'], e: 'wallets_updated', s: null, a: true }]);
      return readWallets(client);
    });
  });
}
