import { hash } from 'node:crypto';
import type { Paper, StatementDocument } from '@clearbook/contracts/documents';
import type { StatementRow } from '@clearbook/contracts/statement';
import type { Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import { type Read, readDocument } from './document.query.ts';
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

async function printOf(
  pool: Pool,
  { read, paper, now, operator }: { read: Read; paper: Paper; now: Date } & Pick<StatementPrint, 'operator'>,
): Promise<StatementPrint> {
  const { document, rows } = read;
  const { client, site } = await readNames(pool, document.account);
  const last = document.entries.findLast(({ entry }) => entry !== null)?.entry;
  const log = last === undefined || last === null ? undefined : await readLogPlace(pool, document.account, last);
  return {
    ...{ paper, site, client, document, operator },
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
