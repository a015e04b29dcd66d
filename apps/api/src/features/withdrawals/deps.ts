import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import type { SecondFactor } from '../sessions/index.ts';

export type WithdrawalDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly config: Pick<Config, 'mode'>;
  readonly secondFactor: SecondFactor;
};
