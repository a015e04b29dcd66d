import { hash } from 'node:crypto';
import { instrument, nightsOn } from '@clearbook/domain/market';
import { daysUntil, financingDay, financingInstant } from '@clearbook/domain/trading';
import { marksOf } from '../market/index.ts';
import { type After, BEGINNING, type Overnight, readOvernight } from './watched.query.ts';
import type { WatchParts } from './parts.ts';

/** Trades charged at once. */
const AT_A_TIME = 1_000;

/**
 * Overnight financing: at 17:00 New York of each day that counts for its instrument, once for every trade that was open then, at the last known prices of that instant. The
 * key names trade and day, and the trade knows the last day that was charged, so doing it again does nothing twice.
 */
export class Nights {
  readonly #parts: Pick<WatchParts, 'pool' | 'ledger' | 'market' | 'log'>;
  /** The last day of which everything is charged. */
  #done: string | undefined;

  constructor(parts: Pick<WatchParts, 'pool' | 'ledger' | 'market' | 'log'>) {
    this.#parts = parts;
  }

  async charge(now: Date): Promise<void> {
    const last = financingDay(now);
    if (this.#done === last) return;
    let left = 0;
    // What could not be charged for a night is charged for none after it: that one would be lost.
    const waiting = new Set<string>();
    for (const day of daysUntil(now)) left += await this.#chargeDay(day, waiting, now);
    if (left === 0) this.#done = last;
  }

  /** How many could not be charged, and will be asked for again. */
  async #chargeDay(day: string, waiting: Set<string>, now: Date): Promise<number> {
    const endedAt = financingInstant(day);
    let left = 0;
    let after: After = BEGINNING;
    for (;;) {
      const page: Overnight[] = await readOvernight(this.#parts.pool, day, endedAt, after, AT_A_TIME);
      const trades = page.filter(({ id }) => !waiting.has(id));
      const done = await Promise.all(trades.map((trade) => this.#chargeTrade(trade, day, endedAt, now)));
      for (const [i, { id }] of trades.entries()) if (done[i] !== true) waiting.add(id);
      left += done.filter((each) => !each).length;
      const last = page.at(-1);
      if (last === undefined || page.length < AT_A_TIME) return left;
      after = last;
    }
  }

  async #chargeTrade(trade: Overnight, day: string, endedAt: Date, now: Date): Promise<boolean> {
    const { id, clientId, symbol } = trade;
    if (nightsOn(instrument(symbol), day) === 0) return true;
    const marks = marksOf(this.#parts.market, trade, endedAt, now);
    // Nothing is known of the symbol yet, or a split is still to be applied: at the next turn.
    if (marks === undefined) return false;
    const key = `financing:${id}:${day}`;
    try {
      await this.#parts.ledger.execute(
        { kind: 'charge_financing', clientId, tradeId: id, day, marks },
        { actorId: clientId, key, requestHash: hash('sha256', key) },
      );
      // A refusal is an answer: it was closed meanwhile.
      return true;
    } catch (error) {
      this.#parts.log.warn({ err: error, key }, 'a night could not be charged and will be charged later');
      return false;
    }
  }
}
