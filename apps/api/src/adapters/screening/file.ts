import { type ListedPerson, screeningIndex } from '@clearbook/domain/fraud';
import { CsvError, parse } from 'csv-parse/sync';
import { hash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { ListVersion, ScreeningList } from '../../features/screening/index.ts';
import { PlainError } from '../../platform/plain-error.ts';

const COLUMNS = ['list', 'name', 'aliases', 'date of birth', 'country', 'program'] as const;
type Column = (typeof COLUMNS)[number];

/** A CSV file that the operator replaces when the lists change (docs/operators.md). It is read again once its time or size differs. */
export function listInFile(path: string): ScreeningList {
  let read: { stamp: string; version: ListVersion } | undefined;
  return {
    async read(now) {
      const { mtimeMs, size } = await stat(path);
      const stamp = `${mtimeMs} ${size}`;
      if (read?.stamp === stamp) return read.version;
      const content = await readFile(path);
      const sha256 = hash('sha256', content, 'buffer');
      const people = peopleOf(content.toString(), path);
      read = { stamp, version: { sha256, readAt: now, people: people.length, find: screeningIndex(people) } };
      return read.version;
    },
  };
}

/** A file with a mistake counts for nothing: half a list would clear whoever is in the other half. */
function peopleOf(text: string, path: string): ListedPerson[] {
  let rows: Record<Column, string>[];
  try {
    rows = parse(text, {
      bom: true,
      columns: (names: string[]) => header(names, path),
      skip_empty_lines: true,
      trim: true,
    });
  } catch (error) {
    if (error instanceof CsvError) throw new PlainError(`${path} of SCREENING_LIST: ${error.message}`);
    throw error;
  }
  if (rows.length === 0) throw new PlainError(`${path} of SCREENING_LIST names nobody.`);
  return rows.map((row, at) => {
    const born = several(row['date of birth']);
    if (row.list === '' || row.name === '' || !born.every((day) => /^\d{4}(-\d\d(-\d\d)?)?$/.test(day)))
      throw new PlainError(
        `${path} of SCREENING_LIST, person ${at + 1}: a list and a name are needed, and dates of birth such as 1961-04-28, 1961-04 or 1961.`,
      );
    return {
      list: row.list,
      name: row.name,
      aliases: several(row.aliases),
      born,
      country: row.country === '' ? null : row.country,
      program: row.program === '' ? null : row.program,
    };
  });
}

function header(names: readonly string[], path: string): string[] {
  const plain = names.map((name) => name.toLowerCase().replaceAll('_', ' '));
  const missing = COLUMNS.filter((name) => !plain.includes(name));
  if (missing.length > 0)
    throw new PlainError(`${path} of SCREENING_LIST lacks columns: ${missing.join(', ')}. Its first line names them.`);
  return plain;
}

/** Several values of one cell have semicolons between them. */
function several(cell: string): string[] {
  return cell
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
