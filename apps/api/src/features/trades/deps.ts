import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import type { Market } from '../market/index.ts';

export type TradeDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly market: Market;
  readonly config: Pick<Config, 'mode'>;
};
