import type { AsClient } from '@clearbook/contracts/relations';
import type { Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import type { Actor } from '../../platform/http/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { listDeposits } from '../deposits/index.ts';
import type { Market } from '../market/index.ts';
import { listNotifications, type NotificationDeps } from '../notifications/index.ts';
import { readAccount } from '../statements/index.ts';
import { listTrades } from '../trades/index.ts';
import { listWithdrawals } from '../withdrawals/index.ts';
import { mayRead } from './notification-reads.ts';

export type RelationDeps = {
  readonly pool: Pool;
  readonly market: Pick<Market, 'marks' | 'status'>;
  readonly config: Pick<Config, 'mode'>;
  /** The same as for the clients' own pages. */
  readonly site: NotificationDeps['site'];
};

const SHOWN = 50;

/**
 * What the client reads on their own pages, by the very queries of those pages. That it was looked at is in the log, under the client, before it
 * is shown; nothing is marked as read, and no token of theirs is made.
 */
export async function readAsClient(
  { pool, market, config, site }: RelationDeps,
  { userId: staffId, permissions }: Pick<Actor, 'userId' | 'permissions'>,
  clientId: string,
  now: Date,
): Promise<AsClient> {
  await transaction(pool, (client) =>
    client.query("select ledger.record_audit($1::uuid, 'user.as_client', 'user', $2::text, $2::uuid, '{}', $3)", [
      staffId,
      clientId,
      now,
    ]),
  );
  const page = { limit: SHOWN };
  const [account, trades, deposits, withdrawals, notifications] = await Promise.all([
    readAccount(pool, market, clientId, now, config.mode),
    permissions.has('trade.read') ? listTrades(pool, clientId, { ...page, state: 'active' }, market.marks(now)) : null,
    permissions.has('deposit.read') ? listDeposits(pool, clientId, page, now) : null,
    permissions.has('withdrawal.read') ? listWithdrawals(pool, clientId, page, now) : null,
    listNotifications(pool, site, clientId, page),
  ]);
  return {
    account,
    trades: trades?.data ?? null,
    deposits: deposits?.data ?? null,
    withdrawals: withdrawals?.data ?? null,
    notifications: notifications.data.filter(({ kind }) => mayRead(permissions, kind)),
    as_of: now.toISOString(),
  };
}
