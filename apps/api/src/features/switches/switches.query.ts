import type { PublicSettings } from '@clearbook/contracts/admin';
import { SWITCH_NAMES, type SwitchChange, type SwitchName, type Switches } from '@clearbook/contracts/switches';
import type { Pool, PoolClient } from 'pg';
import { holdStops } from '../../platform/locks.ts';

type Reader = Pick<Pool, 'query'>;
type Row = Omit<SwitchChange, 'at'> & { readonly at: Date };

/** Every switch as it is, and everything that was done with them. */
export async function readSwitches(pool: Reader): Promise<Switches> {
  const { rows } = await pool.query<Row>(
    `select c.name, c.stopped, c.banner, c.reason, u.email as by, c.at
     from ledger.switch_change c join app.user u on u.id = c.staff_id order by c.number desc`,
  );
  const history = rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
  return {
    switches: SWITCH_NAMES.map((name) => {
      const last = history.find((change) => change.name === name) ?? null;
      return { name, stopped: last?.stopped === true, last };
    }),
    history,
  };
}

/** What everybody reads on every page. */
export async function readNotices(pool: Reader): Promise<PublicSettings['stopped']> {
  const { rows } = await pool.query<PublicSettings['stopped'][number]>('select name, banner from ledger.stops()');
  return rows;
}

export async function isStopped(pool: Reader, name: SwitchName): Promise<boolean> {
  const { rowCount } = await pool.query('select from ledger.stops() s where s.name = $1', [name]);
  return rowCount !== 0;
}

/** The same after the locks of a transaction that it would refuse: a stop waits for that to end, and whoever comes later waits for the stop (KS2). */
export async function isStoppedByCommit(
  client: Pick<PoolClient, 'query'>,
  names: readonly SwitchName[],
): Promise<boolean> {
  await holdStops(client);
  const { rowCount } = await client.query('select from ledger.stops() s where s.name = any($1)', [names]);
  return rowCount !== 0;
}
