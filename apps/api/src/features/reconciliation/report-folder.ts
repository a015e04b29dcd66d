import { createWriteStream } from 'node:fs';
import { access, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as contract from '@clearbook/contracts/reconciliation';
import type { Pool } from 'pg';
import { each } from '../../platform/failures.ts';
import { csvFile } from '../../platform/http/index.ts';
import { withLease } from '../../platform/lease.ts';
import type { Logger } from '../../platform/log.ts';
import { listed } from '../tables/index.ts';
import { clientMoneyOf, countPostings, feesOf, journalOf, trialBalanceOf } from './reports.ts';
import { POSTINGS_MAX, workbookOf } from './workbook.ts';

/** Closed days that are looked after: a folder that was missing for longer is filled by hand. */
const LOOKED_BACK_DAYS = 60;

type Deps = { readonly pool: Pool; readonly folder: string; readonly log: Pick<Logger, 'info'> };

/** A day's folder while it is being written, as mkdtemp names it. */
const DRAFT = /^\.\d{4}-\d\d-\d\d-[A-Za-z0-9]{6}$/;

/** Writes the reports of every closed day that has no folder of its own yet: all of a day's files or none, in a folder named after it. One process does it at a time. */
export async function writeReports(deps: Deps): Promise<void> {
  await withLease(deps.pool, 'reports', () => write(deps));
}

async function write({ pool, folder, log }: Deps): Promise<void> {
  const { rows } = await pool.query<{ day: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day from ledger.day_mark where state = 'closed' order by ledger.day_mark.day desc limit ${LOOKED_BACK_DAYS}`,
  );
  await removeDrafts(folder);
  await each(rows.toReversed(), async ({ day }) => {
    if (await exists(join(folder, day))) return;
    await writeFolder(pool, folder, day);
    log.info({ day }, 'the reports of a closed day are written');
  });
}

async function writeFolder(pool: Pool, folder: string, day: string): Promise<void> {
  const wanted = join(folder, day);
  await mkdir(folder, { recursive: true });
  const made = await mkdtemp(join(folder, `.${day}-`));
  try {
    await writeDay(pool, day, made);
    await rename(made, wanted);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    if (!(await exists(wanted))) throw error;
  }
}

/** Under the lease nobody else writes a day: what is half written was left by a process that ended. */
async function removeDrafts(folder: string): Promise<void> {
  const names = (await exists(folder)) ? await readdir(folder) : [];
  for (const name of names) if (DRAFT.test(name)) await rm(join(folder, name), { recursive: true, force: true });
}

async function writeDay(pool: Pool, day: string, folder: string): Promise<void> {
  const csv = (name: string, rows: AsyncIterable<unknown>, row: Parameters<typeof csvFile>[1]) =>
    pipeline(csvFile(rows, row), createWriteStream(join(folder, `${name}-${day}.csv`)));
  await csv('journal', journalOf(pool, day), contract.journalRow);
  await csv('fees', feesOf(pool, day), contract.feeRow);
  await csv('trial-balance', listed(await trialBalanceOf(pool, day)), contract.trialRow);
  await csv('client-money', listed(await clientMoneyOf(pool, day)), contract.clientMoneyRow);
  // A longer day has its files of values alone.
  if ((await countPostings(pool, day)) <= POSTINGS_MAX)
    await writeFile(join(folder, `books-${day}.xlsx`), await workbookOf(pool, day));
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
