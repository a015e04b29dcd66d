import { financingAt } from '@clearbook/domain/configuration';
import type { FinancingRates, Instrument } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { readVersions, type Versions } from './versions.query.ts';

/** Rates that are about to change. */
type Change = { readonly effectiveAt: Date; readonly rates: FinancingRates };

/**
 * What nights cost, as this process read it last. A change is approved a week before it takes effect, so that a copy which is read every few seconds knows
 * the rate of every night that is due; the database compares each charge with the versions themselves.
 */
export class Financing {
  readonly #pool: Pick<Pool, 'query'>;
  #versions: Versions = new Map();

  constructor(pool: Pick<Pool, 'query'>) {
    this.#pool = pool;
  }

  async read(): Promise<void> {
    this.#versions = await readVersions(this.#pool, 'financing');
  }

  /** In basis points a year. */
  readonly at = (of: Instrument, at: Date): FinancingRates => financingAt(of, this.#of(of), at);

  /** The next change after an instant; undefined where none is approved. */
  changeAfter(of: Instrument, after: Date): Change | undefined {
    const next = this.#of(of).findLast(({ effectiveAt }) => effectiveAt > after);
    return next && { effectiveAt: next.effectiveAt, rates: this.at(of, next.effectiveAt) };
  }

  #of({ symbol }: Instrument) {
    return this.#versions.get(symbol) ?? [];
  }
}
