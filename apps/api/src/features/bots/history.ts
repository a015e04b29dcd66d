import { hash } from 'node:crypto';
import { type Bar, BAR_MS, type Symbol } from '@clearbook/domain/market';
import { decimalToCents } from '@clearbook/domain/money';
import type { Ledger } from '../../ledger/index.ts';
import { type Market, MAX_BARS } from '../market/index.ts';
import { BOTS } from './bots.ts';
import { type Holding, stepOf } from './step.ts';

export type HistoryParts = {
  readonly ledger: Pick<Ledger, 'execute'>;
  readonly market: Pick<Market, 'quote' | 'marks' | 'bars'>;
  /** Sets the time at which the ledger decides. */
  readonly dated: (now: Date) => void;
};

/** How far back the bots have traded when a demo database is new. */
export const HISTORY_DAYS = 45;
const DAY_MS = 86_400_000;
const STEP_MS = BAR_MS['1h'];

/**
 * The bots' past, traded through the same door as everything else: the simulated market is a function of time, so its past can be dealt on. Entries
 * never run backwards in time, so this is the very first thing that happens in a new database; cut off, it goes on where it was, under its keys.
 */
export async function tradeHistory(
  parts: HistoryParts,
  ids: ReadonlyMap<string, string>,
  began: Date,
  until: Date,
): Promise<number> {
  const lives = BOTS.flatMap((bot) => {
    const clientId = ids.get(bot.strategy.id);
    return clientId === undefined ? [] : [{ bot, clientId, equity: bot.capital, holdings: new Map<Symbol, Holding>() }];
  });
  const bars = new Map<string, readonly Bar[]>();
  for (const { bot } of lives)
    for (const symbol of bot.strategy.symbols)
      bars.set(`${bot.strategy.id} ${symbol}`, await barsOf(parts.market, symbol, bot.strategy, began, until));

  let commands = 0;
  const first = Math.ceil(began.getTime() / STEP_MS) * STEP_MS;
  for (let timeMs = first; timeMs <= until.getTime(); timeMs += STEP_MS) {
    const now = new Date(timeMs);
    const due = lives.flatMap((life) => {
      const { bot, clientId, holdings } = life;
      const { strategy } = bot;
      if (timeMs % BAR_MS[strategy.interval] !== 0) return [];
      return strategy.symbols.flatMap((symbol) => {
        const finished = window(bars.get(`${strategy.id} ${symbol}`) ?? [], timeMs, strategy);
        const command = stepOf(
          { strategy, symbol, clientId, now },
          finished,
          holdings.get(symbol),
          life.equity,
          parts.market,
        );
        return command === undefined ? [] : [{ life, symbol, command }];
      });
    });
    if (due.length === 0) continue;
    parts.dated(now);
    await Promise.all(
      due.map(async ({ life, symbol, command }) => {
        const key = keyOf(life.clientId, botKey(life.bot.strategy.id, symbol, timeMs));
        const { outcome } = await parts.ledger.execute(command, key);
        if (!outcome.ok) return;
        commands += 1;
        if (command.kind === 'open_trade')
          life.holdings.set(symbol, { tradeId: outcome.result['trade_id'] ?? '', side: command.side });
        else {
          life.holdings.delete(symbol);
          life.equity += decimalToCents(outcome.result['realized_pl'] ?? '0');
        }
      }),
    );
  }
  return commands;
}

/** One command a bot, symbol and bar, whichever process sends it and however often. */
export function botKey(strategy: string, symbol: Symbol, timeMs: number): string {
  return `bot:${strategy}:${symbol}:${timeMs}`;
}

export function keyOf(clientId: string, key: string) {
  return { actorId: clientId, key, requestHash: hash('sha256', key) };
}

async function barsOf(
  market: HistoryParts['market'],
  symbol: Symbol,
  { interval, bars: wanted }: { interval: keyof typeof BAR_MS; bars: number },
  began: Date,
  until: Date,
): Promise<Bar[]> {
  const earliest = began.getTime() - wanted * BAR_MS[interval];
  let found: Bar[] = [];
  let to = until;
  for (;;) {
    const part = (await market.bars(symbol, interval, MAX_BARS, to)).filter(
      ({ timeMs }) => timeMs < (found[0]?.timeMs ?? Infinity),
    );
    found = [...part, ...found];
    const oldest = part[0];
    if (oldest === undefined || oldest.timeMs <= earliest) return found;
    to = new Date(oldest.timeMs - 1);
  }
}

/** The finished bars that a strategy sees at this time. */
function window(
  all: readonly Bar[],
  timeMs: number,
  { interval, bars }: { interval: keyof typeof BAR_MS; bars: number },
): readonly Bar[] {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.timeMs ?? 0) + BAR_MS[interval] <= timeMs) low = middle + 1;
    else high = middle;
  }
  return all.slice(Math.max(0, low - bars), low);
}

export function historyBegins(now: Date): Date {
  return new Date(now.getTime() - HISTORY_DAYS * DAY_MS);
}
