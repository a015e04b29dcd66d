import { marksFrom } from '@clearbook/domain/trading';
import { addedSpreadAt, type ConfigItem, financingAt, type Version } from '@clearbook/domain/configuration';
import type { Context, Priced } from '@clearbook/domain/ledger';
import {
  conversionPair,
  type DealtQuote,
  dealtQuote,
  type FeedQuote,
  instrument,
  INSTRUMENTS,
  momentOfShares,
  type Price,
  type PriceAction,
  sidesAround,
  simulatedQuote,
  spreadBy,
  standingAt,
  type Symbol,
  type Width,
} from '@clearbook/domain/market';
import { keyed } from './random.ts';

/** Time stands still inside a batch, and each batch has a millisecond of its own, so that a time names the batch. */
export type Clock = { now(): Date; tick(): Date; jump(ms: number): void };

export function createClock(start: Date): Clock {
  let now = start.getTime();
  return {
    now: () => new Date(now),
    tick: () => new Date(++now),
    jump: (ms) => void (now += ms),
  };
}

/** Everything a decision gets from outside, as a function of seed and time: the oracle is given the same again, later. */
export type World = {
  contextAt(now: Date): Context;
  /** Price units of the middle, whether or not the market quotes at the moment. */
  mid(symbol: Symbol, now: Date): Price;
  /** What the feed said at a moment, without anybody's mark-up. */
  feedQuote(symbol: Symbol, now: Date): FeedQuote;
  /** From its moment on the share trades at its price divided by the ratio. To be said ahead. */
  split(split: AheadSplit): void;
  /** What two people set, a week ahead of its moment. */
  configured(version: AheadVersion): void;
};
type AheadVersion = Pick<Version, 'value' | 'effectiveAt'> & { readonly item: string; readonly key: string };
type AheadSplit = { readonly symbol: Symbol; readonly newRate: bigint; readonly oldRate: bigint; readonly at: Date };

/** How long a quote holds. Longer than most batches are apart, so that fills share quotes. */
const QUOTE_MS = 3_000;
/** Where all prices start. */
const ANCHOR_TIME = Date.UTC(2026, 2, 11, 16);

export function createWorld(seed: number): World {
  const indexes = new Map(INSTRUMENTS.map(({ symbol }, index) => [symbol, index]));
  const anchors = new Map(
    INSTRUMENTS.map(({ symbol }) => [symbol, middle(simulatedQuote('anchor', symbol, ANCHOR_TIME))]),
  );

  const splits: AheadSplit[] = [];
  /** The last to take effect first, and of two at the same moment the newer one. */
  let versions: readonly AheadVersion[] = [];
  const versionsOf = (item: ConfigItem, key: string) => versions.filter((one) => one.item === item && one.key === key);

  function mid(symbol: Symbol, now: Date): Price {
    const bucket = Math.floor(now.getTime() / QUOTE_MS);
    const noise = keyed(seed, indexes.get(symbol) ?? 0, bucket);
    // Mostly within one percent; now and then a gap of up to forty, far beyond what collateral covers.
    const bps = noise % 100 < 94 ? ((noise >>> 8) % 201) - 100 : ((noise >>> 8) % 8_001) - 4_000;
    const old = ((anchors.get(symbol) ?? 0n) * BigInt(10_000 + bps)) / 10_000n;
    return splits
      .filter((one) => one.symbol === symbol && one.at.getTime() <= bucket * QUOTE_MS)
      .reduce((price, { newRate, oldRate }) => (price * oldRate) / newRate, old);
  }

  function feed(symbol: Symbol, now: Date): FeedQuote {
    const bucket = Math.floor(now.getTime() / QUOTE_MS);
    const at = new Date(bucket * QUOTE_MS);
    const of = instrument(symbol);
    const added = addedSpreadAt(versionsOf('spread', symbol), at);
    return {
      id: `${symbol}:${bucket}`,
      symbol,
      ...spreadBy(of, sidesAround(of, mid(symbol, now)), added),
      source: 'sim',
      sourceTime: at,
      receivedTime: at,
    };
  }

  function actionsOf(symbol: Symbol): PriceAction[] {
    return splits
      .filter((one) => one.symbol === symbol)
      .map(({ newRate: num, oldRate: den, at: effectiveAt }) => ({
        type: 'split' as const,
        symbol,
        effectiveAt,
        num,
        den,
      }))
      .toSorted((one, other) => one.effectiveAt.getTime() - other.effectiveAt.getTime());
  }

  function quote(symbol: Symbol, markup: Width, now: Date): Priced<DealtQuote> {
    const luck = keyed(seed + 1, indexes.get(symbol) ?? 0, Math.floor(now.getTime() / QUOTE_MS)) % 100;
    if (luck === 0) return { ok: false, code: 'market.unavailable', detail: 'no price' };
    if (luck === 1) return { ok: false, code: 'market.stale', detail: 'the last price is too old' };
    if (luck === 2) return { ok: false, code: 'market.closed', detail: 'closed' };
    return { ok: true, quote: dealtQuote(feed(symbol, now), markup) };
  }

  return {
    mid,
    feedQuote: feed,
    split: (one) => void splits.push(one),
    configured: (one) => {
      versions = [one, ...versions].toSorted((a, b) => b.effectiveAt.getTime() - a.effectiveAt.getTime());
    },
    contextAt(now) {
      let made = 0;
      return {
        now,
        newId: () => idOf(now, made++),
        quote: (symbol, markup) => quote(symbol, markup, now),
        conversion: (currency) => quote(conversionPair(currency)?.symbol ?? 'EURUSD', 0, now),
        ...marksFrom((symbol, markup) => ({ ok: true, quote: dealtQuote(feed(symbol, now), markup) })),
        financing: (of, at) => financingAt(of, versionsOf('financing', of.symbol), at),
        nightMarks: (held, at) => {
          const { symbol } = held;
          const actions = actionsOf(symbol);
          const moment = momentOfShares(held, actions, at.getTime(), now.getTime());
          if (moment === undefined) return undefined;
          const pair = conversionPair(instrument(symbol).base);
          const conversions = pair === undefined || pair.symbol === symbol ? [] : [feed(pair.symbol, at)];
          return { quote: standingAt(feed(symbol, at), actions, moment), conversions };
        },
      };
    },
  };
}

function middle({ bid, ask }: FeedQuote): Price {
  return (bid + ask) / 2n;
}

/** The n-th id made at a time, in the form of a version 7 UUID. */
function idOf(now: Date, n: number): string {
  const time = now.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
}
