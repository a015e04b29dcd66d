import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import { withLease } from '../../platform/lease.ts';
import type { Logger } from '../../platform/log.ts';
import { type Built, createBuilder } from './build.ts';
import { dayBefore, dayOf, FEWEST_PEOPLE, idBytes, type Tree, TREES } from './leaves.ts';

/** For so many days a client can be given a proof. The roots stay for ever. */
export const PROOF_DAYS = 35;
/** Clients that are read at a time, and tiles that are written at a time. */
const BATCH = 10_000;
const TILES_AT_ONCE = 64;
/** Of a million clients a tree is made within a minute; its moment of the books is open for as long. */
const LONGEST = '15min';

export type CountDeps = {
  readonly pool: Pool;
  readonly log: Pick<Logger, 'info'>;
  /** Where a test lets the process die. */
  readonly reached?: (point: CrashPoint) => void;
};
export type CrashPoint = 'begun' | 'built' | 'tiles' | 'ended';

/** Who is counted. Nobody is left out who has anything; closed accounts without money have nothing to count. */
const COUNTED: Record<Tree, { readonly amount: string; readonly where: string }> = {
  owed: {
    amount: 'p.cash + p.margin + p.withdrawing',
    where: `p.kind = 'client' and (p.status <> 'closed' or p.cash + p.margin + p.withdrawing > 0)`,
  },
  debt: { amount: 'p.loan', where: 'p.loan > 0' },
};

/**
 * U112: once per UTC day, what clients have here and what they owe, as of one moment of the books. Safe to run anywhere at any time: the trees of a day, their
 * place in the log's queue and the day itself are one transaction, which a second process doesn't begin and a crash leaves nothing of.
 */
export async function countLiabilities(deps: CountDeps, now: Date): Promise<void> {
  const day = dayOf(now);
  if (await isCounted(deps.pool, day)) return;
  const countAll = async (): Promise<void> => {
    await inOneMoment(deps.pool, (moment) => count(deps, moment, day, now));
    await deps.pool.query('select ledger.forget_liabilities($1)', [dayBefore(day, PROOF_DAYS - 1)]);
  };
  await withLease(deps.pool, 'liabilities', countAll, { background: true });
}

async function isCounted(pool: Pool, day: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from ledger.liability_root where day = $1', [day]);
  return rowCount !== 0;
}

/** True where it is to be committed. */
async function inOneMoment(pool: Pool, work: (moment: PoolClient) => Promise<boolean>): Promise<void> {
  const moment = await pool.connect();
  let broken: Error | undefined;
  try {
    await moment.query('begin isolation level repeatable read');
    await moment.query(
      `set local statement_timeout = '${LONGEST}'; set local idle_in_transaction_session_timeout = '${LONGEST}'`,
    );
    await moment.query((await work(moment)) ? 'commit' : 'rollback');
  } catch (error) {
    await moment.query('rollback').catch((failure: Error) => (broken = failure));
    throw error;
  } finally {
    moment.release(broken);
  }
}

async function count(
  { log, reached = () => undefined }: CountDeps,
  moment: PoolClient,
  day: string,
  now: Date,
): Promise<boolean> {
  const { people } = await sizeOf(moment, 'owed');
  if (people < FEWEST_PEOPLE) return false;
  const secret = randomBytes(32);
  const { rows } = await moment.query<{ begun: boolean }>('select ledger.begin_liabilities($1, $2) as begun', [
    day,
    secret,
  ]);
  if (rows[0]?.begun !== true) return false;
  reached('begun');
  for (const tree of Object.keys(TREES) as Tree[]) {
    const size = await sizeOf(moment, tree);
    if (size.people < FEWEST_PEOPLE) continue;
    const builder = createBuilder({ day, tree, secret }, size.clients);
    await readClients(moment, tree, (clients) => builder.add(clients));
    const built = await builder.build();
    reached('built');
    await keepTiles(moment, day, tree, built);
    reached('tiles');
    await moment.query('select ledger.end_liabilities($1, $2, $3, $4, $5, $6)', [
      day,
      TREES[tree],
      now,
      built.depth,
      built.parts,
      built.root.subarray(8),
    ]);
    log.info({ day, tree, clients: size.clients, depth: built.depth }, 'liabilities were counted');
  }
  await moment.query('select ledger.publish_figures($1, $2)', [day, now]);
  reached('ended');
  return true;
}

/** How many are counted, and how many of them have anything there. */
async function sizeOf(moment: PoolClient, tree: Tree): Promise<{ clients: number; people: number }> {
  const { amount, where } = COUNTED[tree];
  const { rows } = await moment.query<{ clients: string; people: string }>(
    `select count(*) as clients, count(*) filter (where ${amount} > 0) as people from ledger.party p where ${where}`,
  );
  return { clients: Number(rows[0]?.clients), people: Number(rows[0]?.people) };
}

async function readClients(
  moment: PoolClient,
  tree: Tree,
  take: (clients: { client: Buffer; amount: bigint }[]) => Promise<void>,
): Promise<void> {
  const { amount, where } = COUNTED[tree];
  await moment.query(
    `declare counted no scroll cursor for select p.id::text as id, (${amount})::text as amount from ledger.party p where ${where}`,
  );
  for (;;) {
    const { rows } = await moment.query<{ id: string; amount: string }>(`fetch ${BATCH} from counted`);
    await take(rows.map((row) => ({ client: idBytes(row.id), amount: BigInt(row.amount) })));
    if (rows.length < BATCH) break;
  }
  await moment.query('close counted');
}

async function keepTiles(moment: PoolClient, day: string, tree: Tree, { tiles, nodes }: Built): Promise<void> {
  for (let from = 0; from < tiles.length; from += TILES_AT_ONCE) {
    await moment.query('select ledger.add_liability_tiles($1, $2, $3, $4, $5)', [
      day,
      TREES[tree],
      from,
      nodes.slice(from, from + TILES_AT_ONCE),
      tiles.slice(from, from + TILES_AT_ONCE),
    ]);
  }
}
