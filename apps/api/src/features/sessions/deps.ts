import type { Pool } from 'pg';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { SharedLimits } from '../../platform/limits/index.ts';
import type { Logger } from '../../platform/log.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { SecondFactor } from './second-factor/second-factor.ts';

export type SessionDeps = {
  pool: Pool;
  clock: Clock;
  log: Logger;
  config: Pick<Config, 'publicUrl' | 'allowedOrigins' | 'mode'> & Partial<Pick<Config, 'staffNetworks'>>;
  hasher: PasswordHasher;
  secondFactor: SecondFactor;
  /** Undefined where RATE_LIMITS=off. */
  limits: SharedLimits | undefined;
};
