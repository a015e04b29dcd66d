import type { AdminIntegrity } from '@clearbook/contracts/integrity';
import type { Pool } from 'pg';
import { withLease } from '../../platform/lease.ts';
import type { Logger } from '../../platform/log.ts';
import { mailStaff } from '../../platform/mail/mail-staff.ts';
import { transaction } from '../../platform/transaction.ts';
import { CHECKS } from './checks.ts';

type Deps = { readonly pool: Pool; readonly log: Pick<Logger, 'error'> };
type Finding = { readonly relation: string; readonly key: string; readonly fault: string };

const RECENT_MS = 3_600_000;
const DAY_MS = 24 * RECENT_MS;
/** Entries whose links are walked in one statement. */
const ENTRIES_AT_ONCE = 50_000;
/** Rows that one check names at most: where more are wrong, these say enough. */
const ROWS_AT_MOST = 1_000;
const STATEMENT_MAX = '30min';
/** Findings that staff are shown: where more stand, the first say enough. */
const SHOWN = 100;

/**
 * Walks the links of every book's entries of the last hour. The job never repairs anything: what it finds is kept, logged, told to all staff once,
 * and counted in the metrics. One process does it at a time.
 */
export async function lookAtRecent(deps: Deps, now: Date): Promise<void> {
  await withLease(deps.pool, 'integrity', async () => {
    const findings: Finding[] = [];
    for (const { book, last } of await headsOf(deps.pool)) {
      const { rows } = await deps.pool.query<{ number: string | null }>(
        'select max(number) as number from ledger.entry where book = $1 and at < $2',
        [book, new Date(now.getTime() - RECENT_MS)],
      );
      findings.push(...(await brokenLinks(deps.pool, book, Number(rows[0]?.number ?? 0) + 1, last)));
    }
    await keep(deps, findings, now);
    await deps.pool.query('update app.integrity_look set recent_at = $1', [now]);
  });
}

/**
 * Once in 24 hours: walks the links of all entries, and compares every running total and sum with the rows that it is of. A finding that is not
 * found again is marked as gone and stays on record.
 */
export async function lookAtAll(deps: Deps, now: Date): Promise<void> {
  await withLease(deps.pool, 'integrity', async () => {
    const { rowCount: due } = await deps.pool.query('select from app.integrity_look where all_at <= $1', [
      new Date(now.getTime() - DAY_MS),
    ]);
    if (due === 0) return;
    const findings: Finding[] = [];
    let entries = 0;
    for (const { book, last } of await headsOf(deps.pool)) {
      findings.push(...(await brokenLinks(deps.pool, book, 1, last)));
      entries += last;
    }
    for (const { holds, relation, sql } of CHECKS)
      for (const key of await keysOf(deps.pool, sql)) findings.push({ relation, key, fault: holds });
    await keep(deps, findings, now, { all: true });
    await deps.pool.query('update app.integrity_look set all_at = $1, entries = $2', [now, entries]);
  });
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

async function headsOf(pool: Pool): Promise<{ book: number; last: number }[]> {
  const { rows } = await pool.query<{ book: number; number: string }>(
    'select book, number from ledger.head order by book',
  );
  return rows.map(({ book, number }) => ({ book, last: Number(number) }));
}

/** From one number of a book to its end, and beyond: an entry after the last one that the head knows is one too many. */
async function brokenLinks(pool: Pool, book: number, from: number, last: number): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let at = from; at <= Math.max(last, from) && findings.length < ROWS_AT_MOST; at += ENTRIES_AT_ONCE) {
    const { rows } = await pool.query<{ number: string; fault: string }>(
      'select number, fault from ledger.broken_links($1, $2, $3) order by number limit $4',
      [book, at, ENTRIES_AT_ONCE, ROWS_AT_MOST],
    );
    for (const { number, fault } of rows) findings.push({ relation: 'ledger.entry', key: `${book}/${number}`, fault });
  }
  return findings;
}

/** A whole table is read, so it may take longer than a statement of a request. */
async function keysOf(pool: Pool, sql: string): Promise<string[]> {
  return transaction(pool, async (client) => {
    await client.query(`set transaction read only; set local statement_timeout = '${STATEMENT_MAX}'`);
    const { rows } = await client.query<{ key: string }>(`select key from (${sql}) as broken order by key limit $1`, [
      ROWS_AT_MOST,
    ]);
    return rows.map(({ key }) => key);
  });
}

async function keep({ pool, log }: Deps, findings: readonly Finding[], now: Date, { all = false } = {}): Promise<void> {
  const standing = JSON.stringify(findings);
  await transaction(pool, async (client) => {
    const { rows: found } = await client.query<Finding>(
      `insert into app.integrity_finding (relation, key, fault, found_at)
       select distinct relation, key, fault, $2::timestamptz from json_to_recordset($1) as f(relation text, key text, fault text)
       on conflict (relation, key, fault) where gone_at is null do nothing returning relation, key, fault`,
      [standing, now],
    );
    if (all)
      await client.query(
        `update app.integrity_finding set gone_at = $2 where gone_at is null and (relation, key, fault) not in
           (select relation, key, fault from json_to_recordset($1) as f(relation text, key text, fault text))`,
        [standing, now],
      );
    const [first] = found;
    if (first === undefined) return;
    for (const finding of found) log.error(finding, 'the books do not agree with their own record');
    const values = { count: String(found.length), first: `${first.relation} ${first.key} (${first.fault}).` };
    await mailStaff(client, { template: 'books-differ', values }, now);
  });
}
