import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { id, json, nullable, table, text, time, units } from '@clearbook/domain/ledger';
import { POSITIONS_OF } from '@clearbook/domain/positions';
import { describe, expect, it } from 'vitest';
import { readFunction } from '../platform/database/function-text.ts';
import { FUNCTIONS_DIR } from '../platform/database/ledger-functions.ts';
import { readRowsSql } from '../platform/database/read-rows-sql.ts';
import { columnsOf, rowReader, statementOfSet, statementsOf, TYPES } from './select.ts';

const THINGS = table('thing', {
  id,
  weight: units,
  seenAt: nullable(time),
  made: json<Date>({ from: (stored) => new Date(String(stored)), to: (made) => made.toISOString() }),
});
const RAW = { id: 'a', weight: 9_007_199_254_740_993n, seenAt: null, made: '2026-03-11T16:00:00.000Z' };

describe('[L22] rows are read as their tables declare them', () => {
  it('the functions that lock them are made from the declarations, and the committed file is what would be made now', () => {
    const committed = readFileSync(join(FUNCTIONS_DIR, 'generated/read_rows.sql'), 'utf8');
    expect(readFunction(committed).body).toBe(readRowsSql());
    const [locking = ''] =
      readRowsSql([table('thing', { id, kind: text }, { where: { kind: ["it's"] } })]).match(/return query.*/) ?? [];
    expect(locking).toContain("t.id = any(p_keys) and t.kind in ('it''s') order by t.id for no key update;");
  });

  it('by their key under their lock, by another column as the client of theirs is locked already', () => {
    expect(statementsOf(THINGS)).toEqual([`select ${columnsOf(THINGS)} from ledger.read_thing($book, $keys) t`]);
    expect(columnsOf(THINGS)).toContain('t.seen_at as "seenAt"');
    expect(statementOfSet(POSITIONS_OF)).toMatch(
      /from unnest\(\$part0::uuid\[\]\).*t\.book = \$book and t\.client_id = k\.k0 and t\.status in \('active'\)/,
    );
  });

  it('a column that was not read is an error, never zero', () => {
    expect(rowReader(THINGS)(RAW)).toEqual({ ...RAW, made: new Date(RAW.made) });
    const { weight: _, ...rest } = RAW;
    expect(() => rowReader(THINGS)(rest)).toThrow('thing.weight was not read');
    expect(() => rowReader(THINGS)({ ...RAW, weight: null })).toThrow('thing.weight was not read');
  });

  it('whole numbers keep every digit, and days stay days', () => {
    const read = (oid: number, value: string): unknown =>
      (TYPES.getTypeParser(oid) as (text: string) => unknown)(value);
    expect([read(20, '9007199254740993'), read(1700, '-9007199254740993')]).toEqual([
      9007199254740993n,
      -9007199254740993n,
    ]);
    expect(read(1082, '2026-03-11')).toBe('2026-03-11');
    expect(() => read(1700, '0.5')).toThrow(SyntaxError);
  });
});
