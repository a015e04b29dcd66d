import { id, nullable, table, TABLES, text, fixed, writtenColumns } from '@clearbook/domain/ledger';
import { expect, it } from 'vitest';
import { batchRowsSql, brokenBy } from './batch-rows-sql.ts';

it('[L23] what is declared fixed is compared with the row as it was before its own check is asked, and breaks the rule of its table', () => {
  const columns = { id, clientId: fixed(id), note: fixed(nullable(text)), status: text };
  expect(brokenBy(table('thing', columns, { rule: 'X1', entries: true }))).toBe(
    "case when b.id is not null and (a.client_id, a.note) is distinct from (b.client_id, b.note) then 'X1' else ledger.check_thing(p_book, b, a, e.s, p_at) end",
  );
  expect(brokenBy(table('thing', { id, status: text }))).toBe('ledger.check_thing(p_book, b, a, ledger.no_sums(), p_at)'); // prettier-ignore
  expect(() => brokenBy(table('thing', columns))).toThrow('thing');
  expect(() => brokenBy(table('thing', { id }, { rule: 'X1' }))).toThrow('thing');
});

it('[L23] every table that declares something fixed has it compared', () => {
  const sql = batchRowsSql({ follows: () => false, verifies: () => false });
  const kept = TABLES.filter((one) => writtenColumns(one).some(([, column]) => column.fixed));
  expect(kept.length).toBeGreaterThan(7);
  for (const one of kept) expect(sql).toContain(brokenBy(one));
});
