import type { AdminIntegrity } from '@clearbook/contracts/integrity';
import type { Pool } from 'pg';
import { withLease } from '../../platform/lease.ts';
import { wrongBalances } from './balances.ts';
import { type Finding, type IntegrityDeps, keep, markGone, NOT_LOOKED_THROUGH, WHOLE_LEDGER } from './findings.ts';
import { isTooLong } from './pieces.ts';
import { recentRows, type Step, wholeWalk } from './walk.ts';

const RECENT_MS = 3_600_000;
const DAY_MS = 24 * RECENT_MS;
/** How long one turn of the walk through everything lasts; the next one goes on from there. */
const TURN_MS = 10_000;
/** Findings that staff are shown: where more stand, the first say enough. */
const SHOWN = 100;

/**
 * Every minute: the last hour's entries, leaves, tiles and checkpoints, and every balance. The job never repairs anything: what it finds is kept, logged, told to all
 * staff once, and counted in the metrics. One process does it at a time.
 */
export async function lookAtRecent(deps: IntegrityDeps, now: Date): Promise<void> {
  await withLease(deps.pool, 'integrity', async () => {
    await keep(deps, await recentRows(deps.pool, new Date(now.getTime() - RECENT_MS)), now);
    // What the last hour's rows showed is kept by now, whatever becomes of the sums.
    await keep(deps, await wrongBalances(deps.pool).catch(notThisTime), now);
    await deps.pool.query('update app.integrity_look set recent_at = $1', [now]);
  });
}

/** Sums that somebody else writes, or has written meanwhile, are added up at the next minute's look. */
function notThisTime(error: unknown): Finding[] {
  if (error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '55P03')) return [];
  throw error;
}

type Walk = { readonly began: string; readonly step: string; readonly from: number };

/**
 * Once in 24 hours: all entries, leaves, tiles and checkpoints, and every running total and sum compared with the rows that it is of. In turns: how far it came is kept
 * with what it found, and whichever process is next goes on there. A finding that the walk did not see any more is marked as gone and stays on record.
 */
export async function lookAtAll(deps: IntegrityDeps, now: Date, turnMs = TURN_MS): Promise<void> {
  const goOnIfDue = async (): Promise<void> => {
    const { rows } = await deps.pool.query<{ walk: Walk | null; due: boolean }>(
      'select walk, all_at <= $1 as due from app.integrity_look',
      [new Date(now.getTime() - DAY_MS)],
    );
    const [row] = rows;
    if (row === undefined || (row.walk === null && !row.due)) return;
    const walk = row.walk ?? { began: now.toISOString(), step: '', from: 0 };
    await goOn(deps, walk, { now, until: performance.now() + turnMs });
  };
  await withLease(deps.pool, 'integrityWalk', goOnIfDue, { background: true });
}

async function goOn(deps: IntegrityDeps, walk: Walk, turn: { now: Date; until: number }): Promise<void> {
  const { pool } = deps;
  const { now, until } = turn;
  const steps = await wholeWalk(pool);
  // A step that this program does not know is another version's: the walk begins again.
  const at = Math.max(
    0,
    steps.findIndex(({ name }) => name === walk.step),
  );
  let from = steps[at]?.name === walk.step ? walk.from : 0;
  for (const [i, step] of steps.entries()) {
    if (i < at) continue;
    for (;;) {
      const { findings, next } = await step.run(from).catch(leftOut(step));
      await keep(deps, findings, now);
      const following = next === undefined ? steps[i + 1]?.name : step.name;
      if (following === undefined) break;
      from = next ?? 0;
      const come: Walk = { began: walk.began, step: following, from };
      await pool.query('update app.integrity_look set walk = $1', [come]);
      if (performance.now() >= until) return;
      if (next === undefined) break;
    }
  }
  await markGone(pool, new Date(walk.began), now);
  await pool.query(
    `update app.integrity_look set walk = null, all_at = $1, entries = (select coalesce(sum(number), 0) from ledger.head)`,
    [now],
  );
}

/** A step that takes too long would begin again at each turn for ever: it is named, and the walk goes on behind it. */
function leftOut({ name }: Step): (error: unknown) => Awaited<ReturnType<Step['run']>> {
  return (error) => {
    if (!isTooLong(error)) throw error;
    return { findings: [{ relation: WHOLE_LEDGER, key: name, fault: NOT_LOOKED_THROUGH }] };
  };
}

/** How many findings stand, and when all of the books were last looked through. */
export async function integrityOf(pool: Pool): Promise<{ standing: number; allAt: Date }> {
  const { rows } = await pool.query<{ standing: number; all_at: Date }>(
    'select (select count(*)::int from app.integrity_finding where gone_at is null) as standing, all_at from app.integrity_look',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the integrity job has no row of its own');
  return { standing: row.standing, allAt: row.all_at };
}

/** What staff see of it. */
export async function readIntegrity(pool: Pool): Promise<AdminIntegrity> {
  type Row = {
    recent_at: Date | null;
    all_at: Date;
    entries: string;
    standing: number;
    findings: AdminIntegrity['findings'];
  };
  const { rows } = await pool.query<Row>(
    `select l.recent_at, l.all_at, l.entries, (select count(*)::int from app.integrity_finding where gone_at is null) as standing,
       (select coalesce(json_agg(json_build_object('relation', relation, 'key', key, 'fault', fault,
            'found_at', to_char(found_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by id), '[]')
          from (select * from app.integrity_finding where gone_at is null order by id limit ${SHOWN}) f) as findings
     from app.integrity_look l`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('the integrity job has no row of its own');
  return {
    ...row,
    recent_at: row.recent_at?.toISOString() ?? null,
    all_at: row.all_at.toISOString(),
    entries: Number(row.entries),
  };
}
