import { ACTION_NOTICE_MS } from '@clearbook/domain/corporate-actions';
import { type ActionsOf, isSymbol, NO_ACTIONS, type PriceAction, type Symbol } from '@clearbook/domain/market';
import type { Pool } from 'pg';

/** What a market is told of what companies do to their shares. */
export type KnownActions = {
  readonly of: ActionsOf;
  /** Nothing that is unknown takes effect before this. */
  knownUntilMs(): number;
};

export const NOTHING_ANNOUNCED: KnownActions = { of: NO_ACTIONS, knownUntilMs: () => Infinity };

/** The clocks of two processes, and the time between an announcement and its commit. */
const SLACK_MS = 5 * 60_000;
/** So long whatever values a share waits for a split to be applied to it. What takes longer takes a person, and must not hold up everybody who holds the share. */
const APPLYING_MS = 10 * 60_000;

type Row = {
  id: string;
  symbol: string;
  effectiveAt: Date;
  rate: string | null;
  newRate: number | null;
  oldRate: number | null;
  /** A split that has taken effect, and has been applied to every trade that was open. */
  applied: boolean;
};

/** Nobody asks of a split after 30 days whether it was applied: a server may have been away for as long. */
const RECORDED = `
  select c.id, c.symbol, c.effective_at as "effectiveAt", c.rate, c.new_rate as "newRate", c.old_rate as "oldRate",
    c.new_rate is not null and c.effective_at <= $1 and (c.effective_at < $1::timestamptz - interval '720 hours' or not exists (
      select from ledger.trade t where t.symbol = c.symbol and t.status = 'active' and coalesce(t.held_since, t.opened_at) < c.effective_at and c.id <> all($2::uuid[])
        and not exists (select from ledger.trade_split d where d.book = t.book and d.action_id = c.id and d.trade_id = t.id))) as applied
  from ledger.corporate_action c order by c.effective_at`;

/**
 * What the database has recorded, read again and again. An action is recorded a day before it takes effect, so a list that was read within a day is whole:
 * every process has the same prices at the same moment, whenever it read.
 */
export class RecordedActions implements KnownActions {
  readonly #pool: Pick<Pool, 'query'>;
  #of = new Map<Symbol, readonly PriceAction[]>();
  #untilMs = -Infinity;
  #lookedMs: number | undefined;
  readonly #applied = new Set<string>();
  /** Splits that are to be applied, or are being so: until when they are waited for. */
  #open: readonly { readonly symbol: Symbol; readonly fromMs: number; readonly untilMs: number }[] = [];
  /** Shares whose split has taken effect, and of which nobody was told yet. */
  readonly #begun = new Set<Symbol>();
  /** By id, when a split was first found not to be applied to everything. */
  readonly #found = new Map<string, number>();

  constructor(pool: Pick<Pool, 'query'>) {
    this.#pool = pool;
  }

  readonly of: ActionsOf = (symbol) => this.#of.get(symbol) ?? NO_ACTIONS(symbol);

  knownUntilMs(): number {
    return this.#untilMs;
  }

  /** `watchedUntil`: until when everything that quotes set off is decided; undefined while nobody knows. */
  async read(now: Date, watchedUntil?: Date): Promise<void> {
    const { rows } = await this.#pool.query<Row>({
      name: 'price-actions',
      text: RECORDED,
      values: [now, [...this.#applied]],
    });
    const found = new Map<Symbol, PriceAction[]>();
    const open: { symbol: Symbol; fromMs: number; untilMs: number }[] = [];
    for (const row of rows) {
      const action = actionOf(row);
      found.set(action.symbol, [...(found.get(action.symbol) ?? []), action]);
      if (row.applied) {
        // A fill from before it may still be written down, and is looked for again until then.
        if (watchedUntil !== undefined && watchedUntil > row.effectiveAt) this.#applied.add(row.id);
      } else if (action.type === 'split') open.push({ symbol: action.symbol, ...this.#waiting(row, now) });
    }
    this.#open = open;
    // Rows are only ever added: a list of the same length is the one that is known, and what was worked out from it stays.
    for (const [symbol, actions] of found)
      if (this.#of.get(symbol)?.length !== actions.length) this.#of.set(symbol, actions);
    this.#untilMs = now.getTime() + ACTION_NOTICE_MS - SLACK_MS;
  }

  /**
   * Whether a split of this symbol, or of any, has taken effect and is still being applied to what is held. Until then lots of before would be valued at
   * prices of after. `watchedUntil`: one since then has reached nothing that quotes of before it open.
   * `now`: the waiting ends by the clock, also for what is asked of an earlier instant.
   */
  isSplitting(at: Date, symbol?: Symbol, watchedUntil?: Date, now = at): boolean {
    const [atMs, nowMs] = [at.getTime(), now.getTime()];
    if (watchedUntil !== undefined && this.#takesEffect(watchedUntil, at, symbol)) return true;
    return this.#open.some(
      ({ fromMs, untilMs, ...one }) =>
        fromMs <= atMs && nowMs < untilMs && (symbol === undefined || one.symbol === symbol),
    );
  }

  #takesEffect(after: Date, until: Date, symbol?: Symbol): boolean {
    const known = symbol === undefined ? [...this.#of.values()].flat() : this.of(symbol);
    return known.some(({ type, effectiveAt }) => type === 'split' && effectiveAt > after && effectiveAt <= until);
  }

  #waiting({ id, effectiveAt }: Row, now: Date): { readonly fromMs: number; readonly untilMs: number } {
    const fromMs = effectiveAt.getTime();
    const foundMs = this.#found.get(id) ?? Math.max(fromMs, now.getTime());
    this.#found.set(id, foundMs);
    return { fromMs, untilMs: foundMs + APPLYING_MS };
  }

  /** Whether a split that took effect since this was first asked has been applied since it was last asked: what is read then is of the shares of now throughout. */
  splitSince(now: Date): boolean {
    const sinceMs = this.#lookedMs ?? now.getTime();
    // Where it began while one was being applied, pages that were opened since have read of both shares.
    if (this.#lookedMs === undefined)
      for (const { symbol } of this.#open) if (this.isSplitting(now, symbol)) this.#begun.add(symbol);
    this.#lookedMs = now.getTime();
    for (const { type, symbol, effectiveAt } of [...this.#of.values()].flat())
      if (type === 'split' && effectiveAt.getTime() > sinceMs && effectiveAt <= now) this.#begun.add(symbol);
    const applied = [...this.#begun].filter((symbol) => !this.isSplitting(now, symbol));
    for (const symbol of applied) this.#begun.delete(symbol);
    return applied.length > 0;
  }
}

/** @throws where a row says neither, rather than have a price that nobody announced. */
function actionOf({ symbol, effectiveAt, rate, newRate, oldRate }: Row): PriceAction {
  if (!isSymbol(symbol)) throw new Error(`an action of ${symbol}, which is no instrument`);
  if (rate !== null) return { type: 'cash_dividend', symbol, effectiveAt, rate: BigInt(rate) };
  if (newRate === null || oldRate === null) throw new Error(`an action of ${symbol} without its terms`);
  return { type: 'split', symbol, effectiveAt, num: BigInt(newRate), den: BigInt(oldRate) };
}
