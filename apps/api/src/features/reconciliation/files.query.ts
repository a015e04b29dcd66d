import type { StatementFileRow } from '@clearbook/contracts/admin-export';
import type { StatementFile, StatementMethod } from '@clearbook/contracts/reconciliation';
import type { Pool } from 'pg';

const SHOWN = 100;
type Reader = Pick<Pool, 'query'>;
type Row = Omit<StatementFile, 'at'> & { at: Date };

const FILES = `select f.id, f.method, f.name, f.format, u.email as by, f.at, f.lines, f.known,
    (select count(*)::int from app.statement_line l join app.statement_match m on m.line_id = l.id where l.file_id = f.id) as matched
  from app.statement_file f join app.user u on u.id = f.staff_id`;

/** The newest first; without a limit all of them. */
export async function readFiles(reader: Reader, limit: number | null = SHOWN): Promise<{ files: StatementFile[] }> {
  const { rows } = await reader.query<Row>(`${FILES} order by f.at desc, f.id desc limit $1`, [limit]);
  return { files: rows.map(wire) };
}

export function fileRowOf({
  id,
  method,
  name,
  format,
  lines,
  known,
  matched,
  by,
  at,
}: StatementFile): StatementFileRow {
  return {
    id,
    account: method,
    name,
    format,
    lines: String(lines),
    known: String(known),
    matched: String(matched),
    imported_by: by,
    imported_utc: at,
  };
}

export async function fileById(reader: Reader, id: string): Promise<StatementFile | undefined> {
  const { rows } = await reader.query<Row>(`${FILES} where f.id = $1`, [id]);
  return rows.map(wire)[0];
}

export async function fileByHash(
  reader: Reader,
  method: StatementMethod,
  sha256: string,
): Promise<StatementFile | undefined> {
  const { rows } = await reader.query<Row>(`${FILES} where f.method = $1 and f.sha256 = $2`, [method, sha256]);
  return rows.map(wire)[0];
}

const wire = (row: Row): StatementFile => ({ ...row, at: row.at.toISOString() });
