import type { Pool } from 'pg';
import { sumAnew, wrongBalances } from './balances.ts';
import { CHECKS, type Check } from './checks.ts';
import { type Finding, NOT_LOOKED_THROUGH, WHOLE_LEDGER } from './findings.ts';
import { LOG_CHECKS, WHOLE_LOG_CHECKS } from './log-checks.ts';
import { atOneMoment, inPieces, isTooLong, isUnreadable, ROWS_AT_MOST } from './pieces.ts';
import { brokenCheckpoints, brokenRoot, brokenTiles, readTree, strayedSignatures, TREE_PIECE } from './tree.ts';

/** Entries whose links are walked in one statement, and leaves: a second or two each. */
const ENTRIES_AT_ONCE = 50_000;
const TILE_WIDTH = 256;
export const LEAVES_AT_ONCE = 64 * TILE_WIDTH;

/** One part of looking through everything, a piece at a time. What it gives back says where its next piece begins, if there is one. */
export type Step = {
  readonly name: string;
  run(from: number): Promise<{ readonly findings: readonly Finding[]; readonly next?: number }>;
};

/** From where the last hour is looked at: a moment, and the size that the log had. */
export type Since = { readonly at: Date; readonly leaf: number };

/** Everything, in the order in which it is looked through: what names a changed row best comes first. */
export async function wholeWalk(pool: Pool): Promise<readonly Step[]> {
  const books = await headsOf(pool);
  const once = (name: string, findings: () => Promise<readonly Finding[]>): Step => ({
    name,
    run: async () => ({ findings: await findings() }),
  });
  return [
    ...books.map(({ book, last }) =>
      stretch(`links of book ${book}`, ENTRIES_AT_ONCE, 1, last + 1, linksOf(pool, book)),
    ),
    stretch('leaves', LEAVES_AT_ONCE, 0, async () => (await readTree(pool)).size, leavesOf(pool)),
    stretch('tiles', TREE_PIECE, 0, async () => (await readTree(pool)).size, tilesOf(pool)),
    { name: 'checkpoints', run: (from) => brokenCheckpoints(pool, from) },
    once('strayed signatures', () => strayedSignatures(pool, 0)),
    once('root', () => brokenRoot(pool)),
    ...WHOLE_LOG_CHECKS.map((check, i) => once(`log ${i}`, () => broken(pool, check))),
    ...LOG_CHECKS.map((check, i) => once(`rows ${i}`, () => broken(pool, check, '-infinity'))),
    ...CHECKS.map((check, i) => once(`totals ${i}`, () => broken(pool, check))),
    { name: 'balances', run: (from) => sumAnew(pool, from) },
  ];
}

/** The last hour of the same, and every balance. */
export async function recentWalk(pool: Pool, hour: Date): Promise<Finding[]> {
  return [...(await recentRows(pool, hour)), ...(await wrongBalances(pool))];
}

/** The last hour alone. */
export async function recentRows(pool: Pool, hour: Date): Promise<Finding[]> {
  const findings: Finding[] = [];
  const all = async (step: Step): Promise<void> => {
    for (let from: number | undefined = 0; from !== undefined;) {
      const done: Awaited<ReturnType<Step['run']>> = await step.run(from);
      findings.push(...done.findings);
      from = done.next;
    }
  };
  for (const { book, last } of await headsOf(pool)) {
    const first = await firstEntrySince(pool, book, hour);
    await all(stretch('links', ENTRIES_AT_ONCE, first, last + 1, linksOf(pool, book)));
  }
  const leaf = await lastSizeBefore(pool, hour);
  const { size } = await readTree(pool);
  const tile = Math.floor(leaf / TILE_WIDTH) * TILE_WIDTH;
  await all(stretch('leaves', LEAVES_AT_ONCE, tile, size, leavesOf(pool)));
  await all(stretch('tiles', TREE_PIECE, tile, size, tilesOf(pool)));
  await all({ name: 'checkpoints', run: (from) => brokenCheckpoints(pool, Math.max(from, leaf)) });
  findings.push(...(await strayedSignatures(pool, leaf)), ...(await brokenRoot(pool)));
  for (const check of WHOLE_LOG_CHECKS) findings.push(...(await broken(pool, check)));
  for (const check of LOG_CHECKS) findings.push(...(await broken(pool, check, hour)));
  return findings;
}

type Look = (from: number, upto: number) => Promise<Finding[]>;

function stretch(name: string, atOnce: number, first: number, end: number | (() => Promise<number>), look: Look): Step {
  return {
    name,
    async run(asked) {
      const from = Math.max(asked, first);
      const stop = typeof end === 'number' ? end : await end();
      const upto = Math.min(from + atOnce, Math.max(stop, from));
      const findings = await look(from, upto).catch((error: unknown) => {
        if (!isTooLong(error)) throw error;
        return [{ relation: WHOLE_LEDGER, key: `${name}, ${from} to ${upto - 1}`, fault: NOT_LOOKED_THROUGH }];
      });
      return upto < stop && findings.length < ROWS_AT_MOST ? { findings, next: upto } : { findings };
    },
  };
}

const linksOf =
  (pool: Pool, book: number): Look =>
  (from, upto) =>
    inPieces(
      { from, upto },
      async (first, end) => {
        const { rows } = await pool.query<{ number: string; fault: string }>(
          'select number, fault from ledger.broken_links($1, $2, $3) order by number limit $4',
          [book, first, end - first, ROWS_AT_MOST],
        );
        return rows.map(({ number, fault }) => ({ relation: 'ledger.entry', key: `${book}/${number}`, fault }));
      },
      (number) => ({ relation: 'ledger.entry', key: `${book}/${number}` }),
    );

const leavesOf =
  (pool: Pool): Look =>
  (from, upto) =>
    inPieces(
      { from, upto },
      async (first, end) => {
        const { rows } = await pool.query<Finding>(
          'select relation, key, fault from ledger.broken_leaves($1, $2) order by 1, 2 limit $3',
          [first, end, ROWS_AT_MOST],
        );
        return rows;
      },
      (place) => ({ relation: 'ledger.log_leaf', key: String(place) }),
    );

const tilesOf =
  (pool: Pool): Look =>
  (from, upto) =>
    brokenTiles(pool, from, upto);

async function broken(pool: Pool, { relation, holds, sql }: Check, since?: Date | '-infinity'): Promise<Finding[]> {
  try {
    return await atOneMoment(pool, async (client) => {
      const { rows } = await client.query<{ key: string }>(
        `select key from (${sql}) as broken order by key limit ${ROWS_AT_MOST}`,
        since === undefined ? [] : [since],
      );
      return rows.map(({ key }) => ({ relation, key, fault: holds }));
    });
  } catch (error) {
    if (isTooLong(error)) return [{ relation, key: '?', fault: `${holds}: ${NOT_LOOKED_THROUGH}` }];
    if (!isUnreadable(error)) throw error;
    return [{ relation, key: '?', fault: `${holds}: cannot be read (${error.code})` }];
  }
}

async function headsOf(pool: Pool): Promise<{ book: number; last: number }[]> {
  const { rows } = await pool.query<{ book: number; number: string }>(
    'select book, number from ledger.head order by book',
  );
  return rows.map(({ book, number }) => ({ book, last: Number(number) }));
}

/** Found by halves, since a book's time never runs backwards: an hour may have a million entries. */
async function firstEntrySince(pool: Pool, book: number, at: Date): Promise<number> {
  const { rows } = await pool.query<{ before: string }>(
    `with recursive halves (before, upto) as (
       select 0::bigint, h.number from ledger.head h where h.book = $1
       union all
       select case when found.earlier then middle else before end, case when found.earlier then upto else middle - 1 end
       from halves cross join lateral (select (before + upto + 1) / 2 as middle) m
         cross join lateral (select coalesce((select e.at < $2 from ledger.entry e where e.book = $1 and e.number >= middle order by e.number limit 1), false) as earlier) found
       where before < upto)
     select before from halves where before = upto`,
    [book, at],
  );
  return Number(rows[0]?.before ?? 0) + 1;
}

/** Checkpoints say when the log was how large. Before the first of an hour nothing of that hour was in it. */
async function lastSizeBefore(pool: Pool, at: Date): Promise<number> {
  const { rows } = await pool.query<{ size: string }>(
    'select size from ledger.log_checkpoint where signed_at < $1 order by size desc limit 1',
    [at],
  );
  return Number(rows[0]?.size ?? 0);
}
