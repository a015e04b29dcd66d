import { hash } from 'node:crypto';
import type { Command } from '@clearbook/domain/ledger';
import {
  type Bar,
  BAR_MS,
  conversionPair,
  type FeedQuote,
  instrument,
  priceStep,
  type Symbol,
} from '@clearbook/domain/market';
import { decimalToCents } from '@clearbook/domain/money';
import type { Protections } from '@clearbook/domain/positions';
import { effectiveMarkup, isExitReached, NO_PACKAGE, type Trigger } from '@clearbook/domain/trading';
import type { Ledger } from '../../ledger/index.ts';
import { type Market, MAX_BARS } from '../market/index.ts';
import { type Bot, BOTS } from './bots.ts';
import { type Holding, stepOf } from './step.ts';

export type HistoryParts = {
  readonly ledger: Pick<Ledger, 'execute'>;
  readonly market: Pick<Market, 'quote' | 'marks' | 'bars' | 'range'>;
  /** Sets the time at which the ledger decides. */
  readonly dated: (now: Date) => void;
};

/** How far back the bots have traded when a demo database is new. */
export const HISTORY_DAYS = 45;
const DAY_MS = 86_400_000;
const STEP_MS = BAR_MS['1h'];

/**
 * The bots' past, traded through the ledger like everything else: the simulated market is a function of time, so its past can be traded. Entries
 * never go back in time, so this happens first in a new database. After an interruption it continues where it stopped, thanks to its keys.
 */
export async function tradeHistory(
  parts: HistoryParts,
  ids: ReadonlyMap<string, string>,
  began: Date,
  until: Date,
): Promise<number> {
  const lives = livesOf(ids);
  const bars = new Map<string, readonly Bar[]>();
  for (const { bot } of lives)
    for (const symbol of bot.strategy.symbols)
      bars.set(`${bot.strategy.id} ${symbol}`, await barsOf(parts.market, symbol, bot.strategy, began, until));

  let commands = 0;
  const close = async (
    life: Life,
    symbol: Symbol,
    command: Command<'trigger_close' | 'close_trade'>,
    key: string,
  ): Promise<boolean> => {
    const { outcome } = await parts.ledger.execute(command, keyOf(life.clientId, key));
    if (!outcome.ok || !('realized_pl' in outcome.result)) return false;
    commands += 1;
    life.holdings.delete(symbol);
    life.equity += decimalToCents(outcome.result.realized_pl);
    return true;
  };
  const first = Math.ceil(began.getTime() / STEP_MS) * STEP_MS;
  for (let timeMs = first; timeMs <= until.getTime(); timeMs += STEP_MS) {
    const now = new Date(timeMs);
    // What happened within the hour comes before what its end decides.
    for (const { life, symbol, holding, at, why, trigger } of reachedBefore(parts.market, lives, bars, timeMs)) {
      parts.dated(at);
      const command: Command<'trigger_close'> = {
        kind: 'trigger_close',
        clientId: life.clientId,
        tradeId: holding.tradeId,
        why,
        trigger,
      };
      const closed = await close(life, symbol, command, `bot:trigger:${holding.tradeId}:${trigger.quote.id}`);
      if (closed && why === 'stop') life.stopped.set(symbol, at);
    }
    const due = dueAt(parts.market, lives, bars, now);
    if (due.length === 0) continue;
    parts.dated(now);
    await Promise.all(
      due.map(async ({ life, symbol, command }) => {
        const key = botKey(life.bot.strategy.id, symbol, timeMs);
        if (command.kind !== 'open_trade') return close(life, symbol, command, key);
        const { outcome } = await parts.ledger.execute(command, keyOf(life.clientId, key));
        if (!outcome.ok) return false;
        commands += 1;
        const { side, stopLoss = null, takeProfit = null } = command;
        life.holdings.set(symbol, { tradeId: outcome.result.trade_id, side, stopLoss, takeProfit });
        return true;
      }),
    );
  }
  return commands;
}

/** A holding with what closes it within a bar. */
type Guarded = Holding & Pick<Protections, 'stopLoss' | 'takeProfit'>;

/** A bot and the state of its history so far. */
type Life = {
  readonly bot: Bot;
  readonly clientId: string;
  equity: bigint;
  readonly holdings: Map<Symbol, Guarded>;
  readonly stopped: Map<Symbol, Date>;
};
/** By strategy and symbol. */
type PastBars = ReadonlyMap<string, readonly Bar[]>;

function livesOf(ids: ReadonlyMap<string, string>): Life[] {
  return BOTS.flatMap((bot) => {
    const clientId = ids.get(bot.strategy.id);
    return clientId === undefined
      ? []
      : [{ bot, clientId, equity: bot.capital, holdings: new Map(), stopped: new Map() }];
  });
}

/** The holdings that reached their stop or target within the hour before `timeMs`, in the order in which they did. */
function reachedBefore(market: HistoryParts['market'], lives: readonly Life[], bars: PastBars, timeMs: number) {
  return lives
    .flatMap((life) =>
      [...life.holdings].flatMap(([symbol, holding]) => {
        const { id, interval } = life.bot.strategy;
        const bar = barWith(bars.get(`${id} ${symbol}`) ?? [], timeMs - 1, interval);
        const found = firstReached(market, symbol, holding, bar, timeMs - STEP_MS, timeMs);
        return found === undefined ? [] : [{ life, symbol, holding, ...found }];
      }),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** What the bots do at the end of this hour's bars. */
function dueAt(market: HistoryParts['market'], lives: readonly Life[], bars: PastBars, now: Date) {
  return lives.flatMap((life) => {
    const { bot, clientId, holdings } = life;
    const { strategy } = bot;
    if (now.getTime() % BAR_MS[strategy.interval] !== 0) return [];
    return strategy.symbols.flatMap((symbol) => {
      const finished = window(bars.get(`${strategy.id} ${symbol}`) ?? [], now.getTime(), strategy);
      const command = stepOf(
        { strategy, symbol, clientId, now, stoppedAt: life.stopped.get(symbol) },
        finished,
        holdings.get(symbol),
        life.equity,
        market,
      );
      return command === undefined ? [] : [{ life, symbol, command }];
    });
  });
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/**
 * The first of the hour's quotes that reaches a holding's stop or its target, as dealt to a bot: what the engine that watches prices does live. Hours and
 * minutes that stayed far from both are not looked into.
 */
function firstReached(
  market: HistoryParts['market'],
  symbol: Symbol,
  holding: Guarded,
  bar: Bar | undefined,
  afterMs: number,
  untilMs: number,
): { at: Date; why: 'stop' | 'take_profit'; trigger: Trigger } | undefined {
  const levels = [holding.stopLoss, holding.takeProfit].filter((level) => level !== null);
  const near = (range: { low: bigint; high: bigint }, margin: (level: bigint) => bigint): boolean =>
    levels.some((level) => level >= range.low - margin(level) && level <= range.high + margin(level));
  // Of mids, so a percent for the spread and the mark-up; of bids and asks, so half the mark-up and its rounding.
  if (bar !== undefined && !near(bar, (level) => level / 100n)) return undefined;
  const markup = (level: bigint): bigint => level / 1_000n + 2n * priceStep(instrument(symbol));
  const trade = { ...holding, trailingDistance: null, trailingPeak: null, targets: null };
  for (let minuteMs = afterMs; minuteMs < untilMs; minuteMs += MINUTE_MS) {
    const range = market.range?.(symbol, minuteMs, minuteMs + MINUTE_MS);
    if (range === undefined || !near(range, markup)) continue;
    for (let timeMs = minuteMs + SECOND_MS; timeMs <= minuteMs + MINUTE_MS; timeMs += SECOND_MS) {
      const at = new Date(timeMs);
      const dealt = market.quote(symbol, effectiveMarkup(NO_PACKAGE), at);
      if (!dealt.ok) continue;
      const why = isExitReached(trade, 'stop', dealt.quote)
        ? 'stop'
        : isExitReached(trade, 'take_profit', dealt.quote)
          ? 'take_profit'
          : null;
      if (why === null) continue;
      const trigger = triggerAt(market, symbol, at);
      if (trigger !== undefined) return { at, why, trigger };
    }
  }
  return undefined;
}

/** The feed's own quotes of that moment: the symbol's, and the dollar pair of its quote currency. */
function triggerAt(market: HistoryParts['market'], symbol: Symbol, at: Date): Trigger | undefined {
  const feed = (of: Symbol): FeedQuote | undefined => {
    const found = market.quote(of, 0, at);
    if (!found.ok) return undefined;
    const { id, bid, ask, source, sourceTime, receivedTime } = found.quote;
    return { id, symbol: of, bid, ask, source, sourceTime, receivedTime };
  };
  const quote = feed(symbol);
  const pair = conversionPair(instrument(symbol).quote);
  const conversion = pair === undefined || pair.symbol === symbol ? undefined : feed(pair.symbol);
  if (quote === undefined || (pair !== undefined && pair.symbol !== symbol && conversion === undefined))
    return undefined;
  return { quote, conversions: conversion === undefined ? [] : [conversion] };
}

/** The bar that this moment is in. */
function barWith(all: readonly Bar[], timeMs: number, interval: keyof typeof BAR_MS): Bar | undefined {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.timeMs ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  const found = all[low - 1];
  return found !== undefined && timeMs < found.timeMs + BAR_MS[interval] ? found : undefined;
}

/** One command per bot, symbol and bar, whichever process sends it and however often. */
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
