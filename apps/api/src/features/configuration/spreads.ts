import { addedSpreadAt } from '@clearbook/domain/configuration';
import type { Instrument } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import type { AddedSpreads } from '../market/index.ts';
import { readVersions, type Versions } from './versions.query.ts';

/**
 * What is added to spreads, as this process read it last. A change is approved a week before it takes effect, so that a copy which is read every few seconds
 * knows what is added to every price that comes.
 */
export class Spreads implements AddedSpreads {
  readonly #pool: Pick<Pool, 'query'>;
  #versions: Versions = new Map();

  constructor(pool: Pick<Pool, 'query'>) {
    this.#pool = pool;
  }

  async read(): Promise<void> {
    this.#versions = await readVersions(this.#pool, 'spread');
  }

  at(of: Instrument, at: Date): number {
    const versions = this.#versions.get(of.symbol);
    return versions === undefined ? 0 : addedSpreadAt(versions, at);
  }

  most(of: Instrument): number {
    const versions = this.#versions.get(of.symbol) ?? [];
    return Math.max(0, ...versions.map((one) => addedSpreadAt([one], one.effectiveAt)));
  }

  /** The next change after an instant; undefined where none is approved. */
  changeAfter(of: Instrument, after: Date): { readonly effectiveAt: Date; readonly tenths: number } | undefined {
    const next = this.#versions.get(of.symbol)?.findLast(({ effectiveAt }) => effectiveAt > after);
    return next && { effectiveAt: next.effectiveAt, tenths: this.at(of, next.effectiveAt) };
  }
}
