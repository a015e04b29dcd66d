import type { Config } from '../../platform/config.ts';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { Market } from '../market/index.ts';
import type { CopyEngine } from './engine.ts';

export type TraderDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly market: Pick<Market, 'marks'>;
  readonly files: FileStore;
  readonly config: Pick<Config, 'mode'>;
  readonly engine: Pick<CopyEngine, 'endCopy' | 'work'>;
};
