import { hash } from 'node:crypto';
import type { Paper, StatementDocument } from '@clearbook/contracts/documents';
import type { StatementRow } from '@clearbook/contracts/statement';
import { centsToDecimal } from '@clearbook/domain/money';
import type { ClientBase, Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import { type Read, readDocument, readMonth } from './document.query.ts';
import type { EntryWords } from './pdf/entries-table.ts';
import type { StatementPrint } from './pdf/statement-pdf.ts';
import type { Printer } from './printer.ts';
import { readLogPlace, readNames } from './printing.query.ts';

export type DocumentDeps = {
  readonly pool: Pool;
  readonly config: Pick<Config, 'operator'>;
  readonly printer: Printer;
};
export type Asked = { readonly clientId: string; readonly period: string; readonly paper: Paper; readonly now: Date };

/** The PDF of a period. @throws Problem where there is no such statement, or where it has to wait */
export async function printStatement(
  { pool, config, printer }: DocumentDeps,
  { clientId, period, paper, now }: Asked,
): Promise<{ name: string; data: Uint8Array }> {
  const data = await printer.print(clientId, async () => {
    const read = await readDocument(pool, clientId, period, now);
    return printOf(pool, { read, paper, now, operator: config.operator ?? null });
  });
  return { name: `statement-${period}.pdf`, data };
}

/** A month's statement as it stands in an archive: the same bytes that are downloaded, once the month has ended. */
export type MonthFiles = {
  readonly ended: boolean;
  readonly json: string;
  readonly fingerprint: string;
  readonly pdf: () => Promise<Uint8Array>;
};

/** Those of one month, from a snapshot; undefined where it is too long for a document (E36). Where its last entry is in the log is read outside: what is there stays. */
export async function monthFiles(
  { pool, config, printer }: DocumentDeps,
  snapshot: ClientBase,
  { clientId, month, now }: { readonly clientId: string; readonly month: string; readonly now: Date },
): Promise<MonthFiles | undefined> {
  const read = await readMonth(snapshot, clientId, month, now);
  if (read === undefined) return undefined;
  const { document } = read;
  return {
    ended: document.ended,
    json: JSON.stringify(document),
    fingerprint: fingerprintOf(document),
    pdf: () =>
      printer.print(clientId, () => printOf(pool, { read, paper: 'a4', now, operator: config.operator ?? null })),
  };
}

async function printOf(
  pool: Pool,
  { read, paper, now, operator }: { read: Read; paper: Paper; now: Date } & Pick<StatementPrint, 'operator'>,
): Promise<StatementPrint> {
  const { document, rows, owed } = read;
  const { client, site } = await readNames(pool, document.account);
  const last = document.entries.findLast(({ entry }) => entry !== null)?.entry;
  const log = last === undefined || last === null ? undefined : await readLogPlace(pool, document.account, last);
  return {
    ...{ paper, site, client, document, operator },
    owed: owed === 0n ? null : centsToDecimal(owed),
    words: rows.map(wordsOf),
    fingerprint: fingerprintOf(document),
    log: log ?? null,
    at: now,
  };
}

/** SHA-256 of the bytes that `GET /me/statements/{period}` answers with: they are in the order of the schema, and so is this. */
export function fingerprintOf(document: StatementDocument): string {
  return hash('sha256', JSON.stringify(document));
}

function wordsOf({ what, details, reason, reference, manual }: StatementRow): EntryWords {
  return { what, details, reason, reference, manual: manual !== '' };
}
