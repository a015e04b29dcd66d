import { setImmediate } from 'node:timers/promises';
import type { TickRow } from '@clearbook/contracts/market';
import { messages } from '@clearbook/contracts/messages';
import { exactPrice, instrument, type Symbol as Name, type Tick } from '@clearbook/domain/market';
import { Problem, tooMany } from '../../platform/http/index.ts';
import type { Feed } from './feed.ts';

const DAY_MS = 86_400_000;
/** Files that this process writes at the same time; each takes about a second of its work, spread over however long the reader takes. */
const FOR_CLIENTS = 4;
/** The same for people who have not signed in, so that they never take a client's place. */
const FOR_ANYBODY = 2;
/** A reader who takes longer than this for a day is not waited for: their place belongs to somebody else. */
export const LONGEST_MS = 120_000;
/** The same for people who have not signed in: two who read slowly must not keep everybody else out for long. */
export const LONGEST_FOR_ANYBODY_MS = 30_000;
const BUSY_RETRY_SECONDS = 5;
/** Rows worked out before other work gets its turn: about a millisecond. */
const ROWS_AT_A_TIME = 100;

type Ticked = { readonly ticks?: Feed['ticks']; readonly ticksFrom?: Feed['ticksFrom'] };

/** The tick files that a process is writing: one a reader, and a few altogether. */
export type TickFiles = {
  /** `who` is a client, or the network of somebody who has not signed in. @throws Problem where there is no such file, or no room for another one. */
  rows(who: string, symbol: Name, day: string, now: Date): AsyncIterable<TickRow> & { readonly signal: AbortSignal };
};

/** For clients, or for anybody: these get days that are over, whose files never change. */
export function createTickFiles(
  market: Ticked,
  elapsed: () => number,
  readers: 'clients' | 'anybody' = 'clients',
): TickFiles {
  const [most, longestMs] = readers === 'clients' ? [FOR_CLIENTS, LONGEST_MS] : [FOR_ANYBODY, LONGEST_FOR_ANYBODY_MS];
  const writing = new Map<string, number>();
  return {
    rows(who, symbol, day, now) {
      const { ticks, ticksFrom } = market;
      if (ticks === undefined || ticksFrom === undefined)
        throw new Problem(422, 'ticks.not_kept', messages.market.ticksNotKept);
      const fromMs = Date.parse(day);
      const firstDay = ticksFrom.toISOString().slice(0, 10);
      if (day < firstDay) throw wrongDay(messages.market.ticksBegin(firstDay));
      if (fromMs > now.getTime()) throw wrongDay(messages.market.ticksAhead);
      if (readers === 'anybody' && fromMs + DAY_MS > now.getTime()) throw wrongDay(messages.market.ticksNotOver);
      const startedAt = elapsed();
      for (const [id, since] of writing) if (startedAt - since > longestMs) writing.delete(id);
      if (writing.has(who)) throw tooMany(BUSY_RETRY_SECONDS, messages.market.ticksOneAtATime);
      if (writing.size >= most) throw tooMany(BUSY_RETRY_SECONDS, messages.market.ticksBusy);
      // Taken before the first row is asked for: what follows an answer's headers cannot be refused any more.
      writing.set(who, startedAt);
      const free = (): void => {
        if (writing.get(who) === startedAt) writing.delete(who);
      };
      const late = (): boolean => elapsed() - startedAt > longestMs;
      // A day that is not over ends with the quote of this moment.
      const rows = rowsOf(ticks(symbol, fromMs, Math.min(fromMs + DAY_MS, now.getTime() + 1)), symbol, { free, late });
      // A reader who leaves before the first row is asked for never enters it.
      const leave = (): ReturnType<typeof rows.return> => {
        free();
        return rows.return(undefined);
      };
      const signal = AbortSignal.timeout(longestMs);
      return { signal, [Symbol.asyncIterator]: () => ({ next: () => rows.next(), return: leave }) };
    },
  };
}

async function* rowsOf(
  ticks: Iterable<Tick>,
  symbol: Name,
  { free, late }: { free: () => void; late: () => boolean },
): AsyncGenerator<TickRow> {
  const { digits } = instrument(symbol);
  let count = 0;
  try {
    for (const tick of ticks) {
      yield rowOf(tick, digits);
      count += 1;
      if (count % ROWS_AT_A_TIME !== 0) continue;
      await setImmediate();
      if (late()) throw new Error('a file of ticks was not read in time');
    }
  } finally {
    free();
  }
}

function rowOf({ quote, good }: Tick, digits: number): TickRow {
  return {
    time: quote.sourceTime.toISOString(),
    bid: exactPrice(quote.bid, digits),
    ask: exactPrice(quote.ask, digits),
    quote_id: quote.id,
    state: good ? 'good' : 'set_aside',
  };
}

function wrongDay(message: string): Problem {
  return new Problem(422, 'request.invalid', message, [{ name: 'day', message }]);
}
