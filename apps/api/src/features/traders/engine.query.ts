import type { Symbol } from '@clearbook/domain/market';
import type { Terms } from '@clearbook/domain/trading';
import type { Pool } from 'pg';
import { OPEN_ROW, type OpenRow } from './value.ts';

export type Task = {
  number: string;
  kind: 'open' | 'close' | 'start' | 'stop';
  lead_id: string;
  trade_id: string | null;
  fill_id: string | null;
  copy_id: string | null;
};
/** A mirrored trade that is open although it should be smaller or closed. */
export type Behind = { id: string; client_id: string; copy_id: string; lead_trade_id: string; symbol: string };
export type Watched = {
  id: string;
  clientId: string;
  stopLoss: bigint;
  result: bigint;
  terms: Terms;
  open: readonly OpenRow[];
};

export async function findTasks(pool: Pool, limit: number, without: readonly string[]): Promise<Task[]> {
  const { rows } = await pool.query<Task>({
    name: 'copy-tasks',
    text: 'select number, kind, lead_id, trade_id, fill_id, copy_id from ledger.copy_task where lead_id <> all($2::uuid[]) order by number limit $1',
    values: [limit, without],
  });
  return rows;
}

const MIRRORED = `select t.id, t.client_id, t.copy_id, t.lead_trade_id, t.symbol from ledger.trade t
  join ledger.copy c on c.id = t.copy_id and c.status <> 'stopped'`;

/** What a copy has open. */
export async function findOpenOf(pool: Pool, copyId: string): Promise<Behind[]> {
  const { rows } = await pool.query<Behind>(`${MIRRORED} where t.copy_id = $1 and t.status = 'active'`, [copyId]);
  return rows;
}

/**
 * What lies above its target in these symbols, up to 2,000: those whose markets are shut must not take the places of the others.
 * The target is the domain's: floor(open lots × allotment ÷ equity).
 */
export async function findBehind(pool: Pool, symbols: readonly Symbol[]): Promise<Behind[]> {
  const { rows } = await pool.query<Behind>(
    `${MIRRORED} join ledger.trade l on l.id = t.lead_trade_id
     where t.copy_id is not null and t.status = 'active' and t.symbol = any($1)
       and (c.status = 'stopping' or t.open_lots > div(l.open_lots::numeric * c.allotment, l.equity_at_open)) limit 2000`,
    [symbols],
  );
  return rows;
}

type WatchedRow = {
  id: string;
  client_id: string;
  stop_loss: string;
  result: string;
  markup: number;
  leverage_ceiling: number;
  open: OpenRow[] | null;
};

/** Copies with a stop-loss that have something to lose, with what they have open. */
export async function findWatched(pool: Pool): Promise<Watched[]> {
  const { rows } = await pool.query<WatchedRow>({
    name: 'copies-with-a-stop',
    text: `select c.id, c.client_id, c.stop_loss, c.result, p.markup, p.leverage_ceiling,
        (select json_agg(${OPEN_ROW('t')}) from ledger.trade t where t.copy_id = c.id and t.status = 'active') as open
      from ledger.copy c join ledger.party p on p.id = c.client_id
      where c.status in ('active', 'paused') and c.stop_loss is not null and (c.held > 0 or c.result <= -c.stop_loss)`,
  });
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    stopLoss: BigInt(row.stop_loss),
    result: BigInt(row.result),
    terms: { markup: row.markup, leverageCeiling: row.leverage_ceiling },
    open: row.open ?? [],
  }));
}

/** The copies of a trader that were running when this trade was opened. */
export async function findCopiesOf(
  pool: Pool,
  leadId: string,
  tradeId: string,
): Promise<{ id: string; client_id: string }[]> {
  const { rows } = await pool.query<{ id: string; client_id: string }>(
    `select c.id, c.client_id from ledger.copy c join ledger.trade t on t.id = $2
     where c.lead_id = $1 and c.status in ('active', 'paused') and c.started_at <= t.opened_at order by c.id`,
    [leadId, tradeId],
  );
  return rows;
}

/** What is open that mirrors this trade. */
export async function findMirrored(pool: Pool, tradeId: string): Promise<Behind[]> {
  const { rows } = await pool.query<Behind>(
    `select t.id, t.client_id, t.copy_id, t.lead_trade_id, t.symbol from ledger.trade t join ledger.copy c on c.id = t.copy_id
     where t.lead_trade_id = $1 and t.status = 'active' and c.status <> 'stopped' order by t.id`,
    [tradeId],
  );
  return rows;
}

/** The trades that a copy's trader has open, each with the copier. */
export async function findOpenOfLead(pool: Pool, copyId: string): Promise<{ id: string; client_id: string }[]> {
  const { rows } = await pool.query<{ id: string; client_id: string }>(
    `select t.id, c.client_id from ledger.copy c join ledger.trade t on t.client_id = c.lead_id and t.status = 'active' and t.copy_id is null
     where c.id = $1 order by t.id`,
    [copyId],
  );
  return rows;
}

/** A copy as far as its end depends on it; `listed`: its trader still is. */
export async function findEnding(
  pool: Pool,
  copyId: string,
): Promise<{ client_id: string; status: string; listed: boolean } | undefined> {
  const { rows } = await pool.query<{ client_id: string; status: string; listed: boolean }>(
    `select c.client_id, c.status, t.listed from ledger.copy c join ledger.trader t on t.id = c.trader_id where c.id = $1`,
    [copyId],
  );
  return rows[0];
}

/** Running copies whose copier or whose trader has closed the account. */
export async function findOfClosedAccounts(pool: Pool): Promise<{ id: string; client_id: string; leads: boolean }[]> {
  const { rows } = await pool.query<{ id: string; client_id: string; leads: boolean }>(
    `select c.id, c.client_id, l.status = 'closed' as leads from ledger.copy c join ledger.party p on p.id = c.client_id join ledger.party l on l.id = c.lead_id
     where c.status in ('active', 'paused') and 'closed' in (p.status, l.status) limit 500`,
  );
  return rows;
}

/** Copies that are stopping and have nothing open any more. */
export async function findEmptied(pool: Pool): Promise<{ id: string }[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select c.id from ledger.copy c where c.status = 'stopping'
       and not exists (select 1 from ledger.trade t where t.copy_id = c.id and t.status = 'active') limit 500`,
  );
  return rows;
}
