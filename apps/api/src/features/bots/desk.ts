import type { Context } from '@clearbook/domain/ledger';
import { BAR_MS, barStart, isSymbol, type Symbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { v7 as newId } from 'uuid';
import { createLedger, type Ledger } from '../../ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { withLease } from '../../platform/lease.ts';
import type { Logger } from '../../platform/log.ts';
import { DEMO_DESK, ensureDemoPerson } from '../demo/index.ts';
import type { Market } from '../market/index.ts';
import { type Bot, BOTS } from './bots.ts';
import { botKey, historyBegins, keyOf, tradeHistory } from './history.ts';
import { type Holding, stepOf } from './step.ts';

export type BotDeskParts = {
  /** False in live mode and with SEED_DEMO=false. */
  readonly wanted: boolean;
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly market: Pick<Market, 'quote' | 'marks' | 'bars' | 'range'>;
  /** Whether the market's past can be traded. */
  readonly past: boolean;
  readonly contextAt: (now: Date) => Context;
  readonly clock: Clock;
  readonly log: Logger;
};

export type BotDesk = {
  /** Creates the bots and their history in a new database. To be awaited before anyone can do anything. */
  prepare(): Promise<void>;
  /** Handles the bars that have ended since the last time. Any process may run it at any time. */
  trade(now: Date): Promise<void>;
};

export function createBotDesk(parts: BotDeskParts): BotDesk {
  const { pool, ledger, market, clock, log } = parts;
  /** The last bar handled, by symbol. Losing it only costs time. */
  const looked = new Map<string, number>();

  async function prepare(): Promise<void> {
    if (!parts.wanted) return;
    // A second process that starts at the same moment waits here, and then finds everything done.
    await withLease(pool, 'bots', make, { wait: true });
  }

  async function make(): Promise<void> {
    const now = clock.now();
    const { rows } = await pool.query<{ others: boolean; began_at: Date | null; ready_at: Date | null }>(
      `select b.began_at, b.ready_at, exists (select 1 from ledger.entry e
         where not exists (select 1 from ledger.trader t where t.client_id = e.client_id and t.bot is not null)) as others
       from (select 1) one left join app.bots b on true`,
    );
    const [known] = rows;
    // Done, or the books began without bots, so that a past can no longer be entered.
    if (!known || known.ready_at !== null || known.others) return;
    const began = known.began_at ?? (parts.past ? historyBegins(now) : now);
    await pool.query('insert into app.bots (began_at) values ($1) on conflict do nothing', [began]);
    const performanceBegan = performance.now();
    const staffId = await ensureDemoPerson(pool, DEMO_DESK, began);
    if (staffId === undefined) return;
    // Entries never run backwards in time, so whatever comes first is dated first.
    let at = began;
    const past = createLedger({ pool, log, context: () => parts.contextAt(at) });
    let commands = 0;
    try {
      const made = new Map<string, string>();
      for (const bot of BOTS) {
        const id = await makeBot(pool, past, bot, staffId, began);
        if (id !== undefined) made.set(bot.strategy.id, id);
      }
      if (parts.past)
        commands = await tradeHistory({ ledger: past, market, dated: (now) => void (at = now) }, made, began, now);
    } finally {
      await past.close();
    }
    await pool.query('update app.bots set ready_at = $1', [now]);
    log.info({ ms: Math.round(performance.now() - performanceBegan), commands }, 'the bots have their history');
  }

  async function trade(now: Date): Promise<void> {
    const found = await findBots(pool);
    for (const { strategy } of BOTS) {
      const bot = found.get(strategy.id);
      if (bot === undefined) continue;
      const { clientId } = bot;
      const wanted = parts.wanted && bot.listed;
      const timeMs = barStart(strategy.interval, now.getTime());
      const due = strategy.symbols.filter((symbol) => looked.get(`${strategy.id} ${symbol}`) !== timeMs);
      if (wanted && due.length === 0) continue;
      const { equity, holdings, stopped } = await findLife(pool, clientId);
      if (!wanted) {
        await goFlat(parts, clientId, holdings, now);
        continue;
      }
      for (const symbol of due) {
        const bars = await market.bars(symbol, strategy.interval, strategy.bars + 1, now);
        const finished = bars.filter((bar) => bar.timeMs + BAR_MS[strategy.interval] <= now.getTime());
        const command = stepOf(
          { strategy, symbol, clientId, now, stoppedAt: stopped.get(symbol) },
          finished,
          holdings.get(symbol),
          equity,
          market,
        );
        if (command !== undefined) await ledger.execute(command, keyOf(clientId, botKey(strategy.id, symbol, timeMs)));
        looked.set(`${strategy.id} ${symbol}`, timeMs);
      }
    }
  }

  return { prepare, trade };
}

async function makeBot(pool: Pool, past: Ledger, bot: Bot, staffId: string, began: Date): Promise<string | undefined> {
  const clientId = await ensureDemoPerson(pool, bot.person, began);
  if (clientId === undefined) return undefined;
  await past.execute(
    {
      kind: 'create_trader',
      staffId,
      clientId,
      traderId: newId(),
      name: bot.person.fullname,
      returnRate: '',
      followers: '',
      minimumBalance: bot.minimumBalance,
      profitShareBps: bot.profitShareBps,
      bot: bot.strategy.id,
    },
    keyOf(staffId, `bot:${bot.strategy.id}`),
  );
  await past.execute({ kind: 'grant_capital', clientId, amount: bot.capital }, keyOf(clientId, 'bot:capital'));
  return clientId;
}

/** With SEED_DEMO=false, or off the list, a bot stops trading, so that the market can be changed (O12). */
async function goFlat(
  { ledger, market }: Pick<BotDeskParts, 'ledger' | 'market'>,
  clientId: string,
  holdings: ReadonlyMap<Symbol, Holding>,
  now: Date,
): Promise<void> {
  for (const [symbol, { tradeId }] of holdings)
    if (market.quote(symbol, 0, now).ok)
      await ledger.execute(
        { kind: 'close_trade', clientId, tradeId, lots: null },
        keyOf(clientId, `bot:flat:${tradeId}:${now.getTime()}`),
      );
}

async function findBots(pool: Pool): Promise<ReadonlyMap<string, { clientId: string; listed: boolean }>> {
  const { rows } = await pool.query<{ bot: string; client_id: string; listed: boolean }>(
    'select bot, client_id, listed from ledger.trader where bot is not null',
  );
  return new Map(rows.map((row) => [row.bot, { clientId: row.client_id, listed: row.listed }]));
}

async function findLife(
  pool: Pool,
  clientId: string,
): Promise<{ equity: bigint; holdings: Map<Symbol, Holding>; stopped: ReadonlyMap<string, Date> }> {
  const { rows } = await pool.query<{
    equity: string;
    open: { id: string; symbol: string; side: 'buy' | 'sell' }[] | null;
    stopped: { symbol: string; at: string }[] | null;
  }>(
    `select p.cash + p.margin as equity,
       (select json_agg(json_build_object('id', t.id, 'symbol', t.symbol, 'side', t.side)) from ledger.trade t where t.client_id = p.id and t.status = 'active') as open,
       (select json_agg(s) from (select t.symbol, max(t.closed_at) as at from ledger.trade t
          where t.client_id = p.id and t.status = 'closed' and t.closed_by = 'stop' group by 1) s) as stopped
     from ledger.party p where p.id = $1`,
    [clientId],
  );
  const holdings = new Map<Symbol, Holding>();
  for (const { id, symbol, side } of rows[0]?.open ?? [])
    if (isSymbol(symbol)) holdings.set(symbol, { tradeId: id, side });
  const stopped = new Map((rows[0]?.stopped ?? []).map(({ symbol, at }) => [symbol, new Date(at)]));
  return { equity: BigInt(rows[0]?.equity ?? '0'), holdings, stopped };
}
