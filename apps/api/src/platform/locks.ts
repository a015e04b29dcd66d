import type pg from 'pg';

/**
 * Every advisory lock of the product, by what it keeps apart. The numbers are arbitrary and ours; they stay what they are, because a
 * program of another version may hold one. A new lock takes the next free number.
 */
export const LOCKS = {
  start: 7_203_921_875,
  firstAdmin: 7_240_001,
  demoSeed: 7_240_002,
  scaleSeed: 7_240_003,
  pageMaps: 7_240_004,
  copyTasks: 7_240_009,
  copyCatchUp: 7_240_010,
  copyEnds: 7_240_069,
  copyStopLosses: 7_240_011,
  watch: 7_240_012,
  feed: 7_240_016,
  bots: 7_240_017,
  log: 7_240_018,
  integrity: 7_240_019,
  archives: 7_240_024,
  integrityWalk: 7_240_045,
  liabilities: 7_240_025,
  guests: 7_240_066,
  statements: 7_240_067,
  reports: 7_240_068,
  changeNotices: 7_240_080,
  pageMapsAnew: 7_240_081,
  trackRecord: 7_240_082,
  screening: 7_240_083,
} as const;
export type Lock = keyof typeof LOCKS;

/** Until the end of the connection or `unlock`. False where somebody else has it. */
export async function tryLock(client: pg.ClientBase, lock: Lock): Promise<boolean> {
  const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCKS[lock]]);
  return rows[0]?.mine === true;
}

/** The same, waiting for its turn. */
export async function waitForLock(client: pg.ClientBase, lock: Lock): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCKS[lock]]);
}

export async function unlock(client: pg.ClientBase, lock: Lock): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [LOCKS[lock]]);
}

/** Until the end of the caller's transaction, waiting for its turn. */
export async function lockTransaction(client: Pick<pg.ClientBase, 'query'>, lock: Lock): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCKS[lock]]);
}

/** The same of one thing among those that the lock is for: others don't wait. */
export async function lockTransactionOf(
  client: Pick<pg.ClientBase, 'query'>,
  lock: Lock,
  which: string,
): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1::int, hashtext($2))', [LOCKS[lock], which]);
}

/** The books' own lock of what is stopped (`ledger.refuse_stopped`): until the end of the caller's transaction no stop is committed. */
export async function holdStops(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query("select pg_advisory_xact_lock_shared(hashtext('ledger.switch_change'))");
}
