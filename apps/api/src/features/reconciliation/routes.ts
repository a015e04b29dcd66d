import type { Pool } from 'pg';
import type { Actor, Register } from '../../platform/http/index.ts';
import { listed, recordExport, within } from '../tables/index.ts';
import { enterBalance, readBalances } from './balances.query.ts';
import { prepareDay, readDay, readDays, sendBackDay, signDay } from './days.ts';
import { fileRowOf, readFiles } from './files.query.ts';
import { importStatement } from './import-statement.ts';
import { lineRows, movementRows, readLines, readMovements } from './lines.query.ts';
import { matchByHand, undoMatch } from './manual-match.ts';
import { clientMoneyOf, feesOf, journalOf, trialBalanceOf } from './reports.ts';
import { workbookOf } from './workbook.ts';

/** Statements beside the books, the close of a day, and its reports. */
export function reconciliationRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /admin/statement-balances', ({ now }) => readBalances(pool, now));
  register('POST /admin/statement-balances', ({ actor, body, now }) => enterBalance(pool, actor.userId, body, now));
  register('GET /admin/statement-files.csv', async (request) => {
    await recordExport(pool, 'statement_files', request);
    const { files } = await readFiles(pool, null);
    return listed(files.filter(within(request.query, ({ at }) => at)).map(fileRowOf));
  });
  register('GET /admin/statement-files', () => readFiles(pool));
  register('POST /admin/statement-files/:id', ({ actor, params, files, now }) => {
    const [upload] = files;
    if (!upload) throw new Error('The route was reached without its file.');
    const { filename: name, data } = upload;
    return importStatement(pool, { method: params.id, name, data, staffId: actor.userId }, now);
  });
  register('GET /admin/statement-lines', ({ query }) => readLines(pool, query));
  register('GET /admin/statement-lines.csv', async (request) => {
    await recordExport(pool, 'statement_lines', request);
    return lineRows(pool, request.query);
  });
  register('GET /admin/unmatched-movements.csv', async (request) => {
    await recordExport(pool, 'unmatched_movements', request);
    return movementRows(pool, request.query, request.now);
  });
  register('GET /admin/unmatched-movements', ({ query, now }) => readMovements(pool, query, now));
  register('POST /admin/statement-lines/:id/match', ({ actor, params, body, now }) =>
    matchByHand(pool, { id: params.id, staffId: actor.userId, now }, body),
  );
  register('POST /admin/statement-lines/:id/unmatch', ({ actor, params, body, now }) =>
    undoMatch(pool, { id: params.id, staffId: actor.userId, now }, body.reason),
  );
  dayRoutes(register, pool);
  reportRoutes(register, pool);
}

function dayRoutes(register: Register, pool: Pool): void {
  register('GET /admin/day-closes', ({ actor, now }) => readDays(pool, actor.userId, now));
  register('GET /admin/day-closes/:id', ({ actor, params }) => readDay(pool, params.id, actor.userId));
  register('POST /admin/day-closes/:id/prepare', ({ actor, params, body, now }) =>
    prepareDay(pool, { day: params.id, staffId: actor.userId, now }, body),
  );
  register('POST /admin/day-closes/:id/sign', ({ actor, params, now }) =>
    signDay(pool, { day: params.id, staffId: actor.userId, now }),
  );
  register('POST /admin/day-closes/:id/send-back', ({ actor, params, body, now }) =>
    sendBackDay(pool, { day: params.id, staffId: actor.userId, now }, body.reason),
  );
}

/** Each download is a line of the audit log. */
function reportRoutes(register: Register, pool: Pool): void {
  const noted = async (name: string, actor: Actor, day: string, now: Date): Promise<void> => {
    await pool.query("select ledger.record_audit($1, 'report.export', 'report', $2, null, $3, $4)", [
      actor.userId,
      name,
      { report: name, day },
      now,
    ]);
  };
  register('GET /admin/reports/journal.csv', async ({ actor, query: { day }, now }) => {
    await noted('journal', actor, day, now);
    return journalOf(pool, day);
  });
  register('GET /admin/reports/fees.csv', async ({ actor, query: { day }, now }) => {
    await noted('fees', actor, day, now);
    return feesOf(pool, day);
  });
  register('GET /admin/reports/trial-balance.csv', async ({ actor, query: { day }, now }) => {
    await noted('trial-balance', actor, day, now);
    return listed(await trialBalanceOf(pool, day));
  });
  register('GET /admin/reports/client-money.csv', async ({ actor, query: { day }, now }) => {
    await noted('client-money', actor, day, now);
    return listed(await clientMoneyOf(pool, day));
  });
  register('GET /admin/reports/books.xlsx', async ({ actor, query: { day }, now }) => {
    await noted('books', actor, day, now);
    return { name: `books-${day}.xlsx`, data: await workbookOf(pool, day) };
  });
}
