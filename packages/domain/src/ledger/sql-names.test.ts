import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { namedSql } from './sql-names.ts';

const ROOT = new URL('../../../../', import.meta.url);
/** A code of an event or an account, compared with in SQL. */
const BARE =
  /\b(?:\w+\.|\w*_)?(?:event|account)(?:\[[\w.+ ]+\])? ?(?:=|<>|in|not in|between|&& array) ?[([]?[0-9]|case \w+\.(?:event|account) when [0-9]|\ba = [0-9]/;

function sources(folder: string, ending: RegExp): string[] {
  return readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}${name}`);
}

it('[L21] SQL names events, accounts and limits; it holds no bare code', () => {
  const files = [
    ...sources('apps/api/sql/', /\.sql$/),
    ...sources('apps/api/src/', /(?<!\.test)\.ts$/),
    ...sources('sim/', /(?<!\.test)\.ts$/),
    ...sources('bench/', /(?<!\.test)\.ts$/),
  ];
  expect(files.length).toBeGreaterThan(300);
  const bare = files.flatMap((file) =>
    readFileSync(fileURLToPath(new URL(file, ROOT)), 'utf8')
      .split('\n')
      .filter((line) => BARE.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(bare).toEqual([]);
});

it('[L21] names are filled in with the domain’s own numbers, and an unknown one is an error', () => {
  expect(namedSql('where e.event = @event.trade_closed and a = @account.custody:paper')).toBe(
    'where e.event = 4 and a = 17',
  );
  expect(namedSql("interval '@limit.trigger_age_ms ms', @limit.open_trades")).toBe("interval '60000 ms', 200");
  expect(() => namedSql('@event.trade_clozed')).toThrow('no event is called trade_clozed');
});
