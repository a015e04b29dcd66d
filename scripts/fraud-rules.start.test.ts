import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBooks, type Books } from '../apps/api/test/books.ts';
import { freshDatabase, type FreshDatabase } from '../apps/api/test/database.ts';
import { COMPILED, startProcess } from '../apps/api/test/process.ts';

const RULE = { about: 'withdrawal', severity: 'look', when: [{ fact: 'amount', is: 'at_least', value: '100.00' }] };
/** The books' clock says 11 March 2026. */
const DURING = ['--since', '2026-03-11', '--until', '2026-03-11'];
let db: FreshDatabase;
let books: Books;
let folder: string;
let withdrawalId: string;
beforeAll(async () => {
  db = await freshDatabase();
  books = openBooks(db.pool);
  folder = mkdtempSync(join(tmpdir(), 'clearbook-rules-'));
  writeFileSync(join(folder, 'rules.json'), JSON.stringify({ rules: [{ ...RULE, name: 'Large' }] }));
  writeFileSync(join(folder, 'wrong.json'), JSON.stringify({ rules: [{ ...RULE, name: 'Large', severity: 'grave' }] }));
  const clientId = await books.openParty();
  await books.fund(clientId, 100_000n);
  withdrawalId = newId();
  const request = { kind: 'request_withdrawal', clientId, withdrawalId, amount: 20_000n, method: 'bank' } as const;
  const rest = { coin: null, destination: {}, expectedFee: null, code: '246810', codeHash: 'x' } as const;
  const { outcome } = await books.run({ ...request, ...rest });
  expect(outcome).toMatchObject({ ok: true });
});
afterAll(async () => {
  await books.ledger.close();
  await db.drop();
  rmSync(folder, { recursive: true });
});

const path = (file: string) => join(folder, file);
const started = (script: string, args: readonly string[], env: Record<string, string> = {}) =>
  startProcess([process.execPath, script, ...args], {
    ...COMPILED,
    DATA_DIR: path('data'),
    DATABASE_URL: db.superuserUrl,
    PORT: '0',
    ...env,
  });
async function dryRun(args: readonly string[], env: Record<string, string> = {}) {
  const running = started('scripts/fraud-rules.ts', args, env);
  return { code: await running.ended(), output: running.output() };
}

it('[FS18] the command says in plain text what each rule would have marked', async () => {
  const { code, output } = await dryRun(['--file', path('rules.json'), ...DURING]);
  expect(output).toBe(
    [
      'What was asked for from 2026-03-11 to 2026-03-11, in UTC. Nothing was changed.',
      '',
      'Large (withdrawal, look)',
      '  Would have marked 1 of 1 withdrawals: 0 were approved, 0 rejected, 1 neither.',
      `  ${withdrawalId}`,
      '',
    ].join('\n'),
  );
  expect(code).toBe(0);
});

it('[FS18] the command says the same as JSON, with the file of the setting', async () => {
  const { code, output } = await dryRun(['--json', ...DURING], { FRAUD_RULES: path('rules.json') });
  expect(JSON.parse(output)).toEqual({
    since: '2026-03-11',
    until: '2026-03-11',
    rules: [
      {
        ...{ name: 'Large', about: 'withdrawal', severity: 'look' },
        ...{ records: 1, flagged: 1, approved: 0, rejected: 0, other: 1, ids: [withdrawalId] },
      },
    ],
  });
  expect(code).toBe(0);
});

it('[FS18] the command refuses days that aren’t, days in reverse, and to run without rules', async () => {
  const refused = async (...args: string[]) => {
    const { code, output } = await dryRun(args);
    expect(code).toBe(1);
    return output;
  };
  const file = ['--file', path('rules.json')];
  expect(await refused(...file, '--since', '2026-02-30')).toContain('Say since when: npm run fraud-rules -- --file');
  expect(await refused(...file, '--since', '2026-03-11', '--until', '2026-03-10')).toContain(
    '--until is before --since.',
  );
  expect(await refused(...DURING)).toContain('Name a file of rules with --file, or in FRAUD_RULES.');
});

it('[FS18] a server doesn’t start with a file that has a mistake, and names the rule', async () => {
  const running = started('apps/api/src/main.ts', [], { FRAUD_RULES: path('wrong.json') });
  expect(await running.ended()).toBe(1);
  expect(running.output()).toContain(
    `${path('wrong.json')} of FRAUD_RULES: rule 1 (“Large”): "severity" must be one of "serious", "look", "note".\n`,
  );
  expect(running.output()).not.toContain('    at ');
});
