import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RETENTION } from '@clearbook/contracts/words/retention';
import { expect, it } from 'vitest';
import { ROOT } from './phases.ts';

it('[G93] docs/retention.md names what stays of an erased person, why, where and until when, as it is declared', () => {
  const page = readFileSync(join(ROOT, 'docs/retention.md'), 'utf8');
  const rows = RETENTION.map(({ what, why, until, tables }) => {
    const where = tables.length === 0 ? 'outside the tables' : tables.map((name) => `\`${name}\``).join(', ');
    return `| ${what} | ${why} | ${until} | ${where} |`;
  });
  expect(page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| what stays '))).toEqual(rows);
});
