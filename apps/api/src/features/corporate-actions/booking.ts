import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Logger } from '../../platform/log.ts';

export type BookingParts = {
  readonly pool: Pool;
  readonly ledger: Pick<Ledger, 'execute'>;
  readonly log: Pick<Logger, 'warn'>;
};

type Known = { readonly id: string; readonly effectiveAt: Date };
type Due = { readonly id: string; readonly clientId: string };

/** Trades booked at once. */
const AT_A_TIME = 1_000;

/**
 * Books each dividend for every trade that is open at its moment. The key names action and trade, and the database keeps one row of both, so doing it
 * again does nothing twice.
 */
export class Dividends {
  readonly #parts: BookingParts;
  #known: readonly Known[] = [];
  readonly #done = new Set<string>();

  constructor(parts: BookingParts) {
    this.#parts = parts;
  }

  /** Reads what is announced. To be done again and again: whatever is new takes effect in a day or later. */
  async read(): Promise<void> {
    const { rows } = await this.#parts.pool.query<Known>({
      name: 'corporate-actions-known',
      text: 'select id, effective_at as "effectiveAt" from ledger.corporate_action order by effective_at',
    });
    this.#known = rows;
  }

  /** When the next one takes effect after an instant, in milliseconds; Infinity where none is announced. */
  next(afterMs: number): number {
    return this.#known.find(({ effectiveAt }) => effectiveAt.getTime() > afterMs)?.effectiveAt.getTime() ?? Infinity;
  }

  /** Books those that have taken effect by an instant. */
  async book(at: Date): Promise<void> {
    for (const { id, effectiveAt } of this.#known) {
      if (effectiveAt > at || this.#done.has(id)) continue;
      if (await this.#bookAction(id)) this.#done.add(id);
    }
  }

  /** False where something could not be booked, and will be asked for again. */
  async #bookAction(actionId: string): Promise<boolean> {
    let after = '00000000-0000-0000-0000-000000000000';
    let whole = true;
    for (;;) {
      const { rows } = await this.#parts.pool.query<Due>({
        name: 'corporate-actions-due',
        text: `select t.id, t.client_id as "clientId" from ledger.corporate_action c join ledger.trade t on t.symbol = c.symbol and t.status = 'active'
            and least(t.opened_at, t.protected_at) < c.effective_at
          where c.id = $1 and t.id > $2 and not exists (select from ledger.dividend d where d.book = t.book and d.action_id = c.id and d.trade_id = t.id)
          order by t.id limit $3`,
        values: [actionId, after, AT_A_TIME],
      });
      const done = await Promise.all(rows.map((trade) => this.#bookTrade(trade, actionId)));
      whole &&= done.every(Boolean);
      const last = rows.at(-1);
      if (last === undefined || rows.length < AT_A_TIME) return whole;
      after = last.id;
    }
  }

  async #bookTrade({ id, clientId }: Due, actionId: string): Promise<boolean> {
    const key = `dividend:${actionId}:${id}`;
    try {
      await this.#parts.ledger.execute(
        { kind: 'pay_dividend', clientId, tradeId: id, actionId },
        { actorId: clientId, key, requestHash: hash('sha256', key) },
      );
      // A refusal is an answer: it was closed at a quote from before.
      return true;
    } catch (error) {
      this.#parts.log.warn({ err: error, key }, 'a dividend could not be booked and will be booked later');
      return false;
    }
  }
}
