import { hash } from 'node:crypto';
import type { Command } from '@clearbook/domain/ledger';
import { type FeedQuote, instrument, isSymbol, sidesAround, type Symbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Logger } from '../../platform/log.ts';
import type { Market } from '../market/index.ts';

export type BookingParts = {
  readonly pool: Pool;
  readonly ledger: Pick<Ledger, 'execute'>;
  readonly market: Pick<Market, 'showing' | 'bars'>;
  readonly log: Pick<Logger, 'warn'>;
};

type Known = {
  readonly id: string;
  readonly type: 'cash_dividend' | 'split';
  readonly symbol: string;
  readonly effectiveAt: Date;
};
type Due = { readonly id: string; readonly clientId: string; readonly over: boolean };

/** Trades or orders booked at once. */
const AT_A_TIME = 1_000;
/** What was booked is asked for again so often, and for so long: an order's fill from before its moment may be written down after it. */
const AGAIN_MS = 60_000;
const AGAIN_FOR_MS = 48 * 3_600_000;
const NIL = '00000000-0000-0000-0000-000000000000';

const TRADES_OF = (booked: string, over: string) => `select t.id, t.client_id as "clientId", ${over} as over
  from ledger.corporate_action c join ledger.trade t on t.symbol = c.symbol and t.status = 'active' and coalesce(t.held_since, t.opened_at) < c.effective_at
  where c.id = $1 and t.id > $2 and not exists (select from ledger.${booked} d where d.book = t.book and d.action_id = c.id and d.trade_id = t.id)
  order by t.id limit $3`;
/** What an action concerns and has not been booked of, a page at a time: `over` where the ratio leaves something over. */
const DUE = {
  dividends: TRADES_OF('dividend', 'false'),
  splits: TRADES_OF('trade_split', 't.open_lots % c.old_rate <> 0'),
  orders: `select o.id, o.client_id as "clientId", false as over from ledger.corporate_action c join ledger.working_order o
      on o.symbol = c.symbol and o.ended_at is null and o.set_at < c.effective_at
    where c.id = $1 and o.id > $2 order by o.id limit $3`,
};

/**
 * Books each dividend and each split for every trade that is open at its moment, and splits for every order that waits. The key names action and trade,
 * and the database keeps one row of both, so doing it again does nothing twice.
 */
export class CorporateActionBooking {
  readonly #parts: BookingParts;
  readonly #changed: (id: string) => void;
  #known: readonly Known[] = [];
  readonly #done = new Set<string>();
  #askedAt = -Infinity;

  constructor(parts: BookingParts, changed: (id: string) => void) {
    this.#parts = parts;
    this.#changed = changed;
  }

  /** Reads what is announced. To be done again and again: whatever is new takes effect in a day or later. */
  async read(): Promise<void> {
    const { rows } = await this.#parts.pool.query<Known>({
      name: 'corporate-actions-known',
      text: 'select id, type, symbol, effective_at as "effectiveAt" from ledger.corporate_action order by effective_at',
    });
    this.#known = rows;
  }

  /** When the next one takes effect after an instant, in milliseconds; Infinity where none is announced. */
  next(afterMs: number): number {
    return this.#known.find(({ effectiveAt }) => effectiveAt.getTime() > afterMs)?.effectiveAt.getTime() ?? Infinity;
  }

  /** Books those that have taken effect by an instant. */
  async book(at: Date): Promise<void> {
    const again = at.getTime() - this.#askedAt >= AGAIN_MS;
    // One after another, the earlier first: each is of the shares that the one before it left.
    const waiting = new Set<string>();
    for (const action of this.#known) {
      const ageMs = at.getTime() - action.effectiveAt.getTime();
      if (ageMs < 0 || (this.#done.has(action.id) && (!again || ageMs > AGAIN_FOR_MS))) continue;
      if (waiting.has(action.symbol)) continue;
      if (await this.#bookAction(action)) this.#done.add(action.id);
      else {
        this.#done.delete(action.id);
        waiting.add(action.symbol);
      }
    }
    if (again) this.#askedAt = at.getTime();
  }

  /** False where something could not be booked, and will be asked for again. */
  async #bookAction(action: Known): Promise<boolean> {
    if (action.type === 'cash_dividend')
      return this.#bookAll('dividends', action, (due) => this.#payDividend(due, action));
    const trades = await this.#bookAll('splits', action, (due) => this.#splitTrade(due, action));
    const orders = await this.#bookAll('orders', action, ({ id, clientId }) =>
      this.#send(`split:${action.id}:${id}`, {
        ...{ kind: 'apply_split_to_order', clientId, orderId: id, actionId: action.id },
      }),
    );
    return trades && orders;
  }

  async #bookAll(of: keyof typeof DUE, { id }: Known, book: (due: Due) => Promise<boolean>): Promise<boolean> {
    let after = NIL;
    let whole = true;
    for (;;) {
      const { rows } = await this.#parts.pool.query<Due>({
        name: `corporate-actions-${of}`,
        text: DUE[of],
        values: [id, after, AT_A_TIME],
      });
      const done = await Promise.all(rows.map(book));
      whole &&= done.every(Boolean);
      const last = rows.at(-1);
      if (last === undefined || rows.length < AT_A_TIME) return whole;
      after = last.id;
    }
  }

  #payDividend({ id, clientId }: Due, { id: actionId }: Known): Promise<boolean> {
    return this.#send(`dividend:${actionId}:${id}`, { kind: 'pay_dividend', clientId, tradeId: id, actionId });
  }

  /** What the ratio leaves over is closed first, at the last price of the old shares. */
  async #splitTrade({ id, clientId, over }: Due, { id: actionId, symbol, effectiveAt }: Known): Promise<boolean> {
    const ofTrade = { clientId, tradeId: id, actionId };
    if (over) {
      if (!isSymbol(symbol)) throw new Error(`a split of an unknown symbol: ${symbol}`);
      const quote = await this.#lastBefore(symbol, effectiveAt);
      if (quote === undefined) {
        this.#parts.log.warn({ symbol, tradeId: id }, 'no price from before a split is known; it waits for one');
        return false;
      }
      const trigger = { quote, conversions: [] };
      if (!(await this.#send(`in-lieu:${actionId}:${id}`, { kind: 'cash_in_lieu', ...ofTrade, trigger }))) return false;
    }
    return this.#send(`split:${actionId}:${id}`, { kind: 'apply_split', ...ofTrade });
  }

  /** The last price of before a split. What a live source said before it was asked is in the recorded bars alone: then the close of the last day before, with the base spread around it. */
  async #lastBefore(symbol: Symbol, effectiveAt: Date): Promise<FeedQuote | undefined> {
    const before = new Date(effectiveAt.getTime() - 1);
    const { quote } = this.#parts.market.showing(symbol, before);
    if (quote !== undefined && quote.receivedTime < effectiveAt) return quote;
    // Of the day before: the split's own has prices of after as soon as they trade.
    const dayBefore = new Date(before.toISOString().slice(0, 10));
    dayBefore.setUTCMilliseconds(-1);
    const [day] = (await this.#parts.market.bars(symbol, '1d', 1, dayBefore, undefined, 'raw')).slice(-1);
    return (
      day && {
        id: `${symbol}-${before.getTime()}.close`,
        symbol,
        ...sidesAround(instrument(symbol), day.close),
        source: 'recorded close',
        sourceTime: before,
        receivedTime: before,
      }
    );
  }

  async #send(key: string, command: Command & { readonly clientId: string }): Promise<boolean> {
    try {
      await this.#parts.ledger.execute(command, {
        actorId: command.clientId,
        key,
        requestHash: hash('sha256', key),
      });
      if ('tradeId' in command) this.#changed(command.tradeId);
      else if ('orderId' in command) this.#changed(command.orderId);
      // A refusal is an answer: it was closed at a quote from before.
      return true;
    } catch (error) {
      this.#parts.log.warn({ err: error, key }, 'a dividend or a split could not be booked and will be booked later');
      return false;
    }
  }
}
