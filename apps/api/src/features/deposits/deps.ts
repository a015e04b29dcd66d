import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { Lending } from '../loans/index.ts';
import type { ConversionPrices, Market } from '../market/index.ts';

/** Dependencies of the deposit routes. */
export type DepositDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly files: FileStore;
  readonly prices: ConversionPrices;
  readonly market: Market;
  readonly config: Lending;
};
