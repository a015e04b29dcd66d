import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { MailWorker } from '../../platform/mail/index.ts';

export type ClientDeps = {
  readonly ledger: Ledger;
  readonly pool: Pool;
  readonly config: Pick<Config, 'mode'>;
  readonly files: FileStore;
  readonly mail?: Pick<MailWorker, 'forgetErased'>;
  /** Throws where it is not this person's password. */
  checkPassword(userId: string, password: string, now: Date): Promise<void>;
};
