import type { Amendment } from '@clearbook/contracts/trading';
import type { Pool } from 'pg';
import { priceOrNull, type StoredTargets, wireTargets } from './wire.ts';

export const DEFAULT_AMENDMENTS = 50;

type Row = {
  number: string;
  symbol: string;
  at: Date;
  stop_loss_before: string | null;
  take_profit_before: string | null;
  trailing_distance_before: string | null;
  stop_loss: string | null;
  take_profit: string | null;
  trailing_distance: string | null;
  targets_before: StoredTargets | null;
  targets: StoredTargets | null;
};

/** How a trade's stop, target and trailing stop were changed, newest first; nothing where it is not this client's. */
export async function listAmendments(
  pool: Pool,
  clientId: string,
  tradeId: string,
  { limit = DEFAULT_AMENDMENTS, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: Amendment[]; next_cursor: string | null }> {
  const { rows } = await pool.query<Row>(
    `select a.number, t.symbol, a.at, a.stop_loss_before, a.take_profit_before, a.trailing_distance_before, a.targets_before,
       a.stop_loss, a.take_profit, a.trailing_distance, a.targets
     from ledger.trade_amendment a join ledger.trade t on t.id = a.trade_id
     where a.trade_id = $1 and t.client_id = $2 and ($3::bigint is null or a.number < $3) order by a.number desc limit $4`,
    [tradeId, clientId, cursor ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return {
    data: shown.map(wire),
    next_cursor: rows.length > limit ? (shown.at(-1)?.number ?? null) : null,
  };
}

function wire({ symbol, at, ...row }: Row): Amendment {
  const text = (units: string | null): string | null => priceOrNull(units, symbol);
  return {
    at: at.toISOString(),
    before: {
      stop_loss: text(row.stop_loss_before),
      take_profit: text(row.take_profit_before),
      trailing_distance: text(row.trailing_distance_before),
      targets: wireTargets(row.targets_before, symbol),
    },
    after: {
      stop_loss: text(row.stop_loss),
      take_profit: text(row.take_profit),
      trailing_distance: text(row.trailing_distance),
      targets: wireTargets(row.targets, symbol),
    },
  };
}
