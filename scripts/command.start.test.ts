import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { COMPILED, startProcess } from '../apps/api/test/process.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clearbook-command-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it.each([
  ['backup --help', 'Say where to: npm run backup, or npm run backup -- FOLDER'],
  ['backup one two', 'Say where to: npm run backup, or npm run backup -- FOLDER'],
  ['restore --help', 'Say which backup to restore: npm run restore -- FOLDER'],
  ['migrate --help', 'It takes nothing: npm run migrate'],
  ['staff add ada@clearbook.example support', 'Say whom to invite: npm run staff -- add EMAIL'],
  ['log rotate at-once --now', 'Say what to do: npm run log -- rotate, or npm run log -- rotate at-once'],
  ['fraud-rules --since yesterday', 'Say since when: npm run fraud-rules -- --file RULES.json --since 2026-01-01'],
  ['fraud-rules --help', 'Say since when: npm run fraud-rules -- --file RULES.json --since 2026-01-01'],
  ['books list 2', 'Say what to do: npm run books -- list, or npm run books -- add'],
])('[O97] "%s" is more than the command takes: it says what it takes and touches nothing', async (asked, sentence) => {
  const [script, ...args] = asked.split(' ');
  const running = startProcess([process.execPath, `scripts/${script}.ts`, ...args], { ...COMPILED, DATA_DIR: dataDir });
  expect(await running.ended()).toBe(1);
  expect(running.output()).toContain(sentence);
  expect(readdirSync(dataDir)).toEqual([]);
});
