import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../phases.ts';
import { judge } from './reports.ts';

const file = (name: string, tests: Record<string, string>, status = 'passed', message = '') => ({
  name: join(ROOT, name),
  status: Object.values(tests).includes('failed') ? 'failed' : status,
  message,
  assertionResults: Object.entries(tests).map(([fullName, state]) => ({ fullName, status: state })),
});
const judged = (files: string[], results: ReturnType<typeof file>[], only?: string) =>
  judge([{ testResults: results }], { files, ...(only !== undefined && { only }) });

describe('what a row of npm run accept reads of another row’s run', () => {
  const bots = file('apps/bots.pg.test.ts', { '[C14] record': 'passed', '[C9] limits': 'failed' });
  const chart = file('e2e/chart.test.ts', { '[M1] keys': 'passed', '[M2] touch': 'skipped' });

  it('[O79] is the tests of its files, or of them those that it names', () => {
    expect(judged(['e2e/chart.test.ts'], [bots, chart])).toEqual({ ok: true, figures: '1 passed' });
    expect(judged(['apps/bots.pg.test.ts'], [bots], String.raw`\[C14\]`)).toEqual({ ok: true, figures: '1 passed' });
  });

  it('[O79] fails with the first of them that failed', () => {
    const seen = judged(['apps/bots.pg.test.ts', 'e2e/chart.test.ts'], [bots, chart]);
    expect(seen).toEqual({ ok: false, figures: '1 failed | 2 passed; first: [C9] limits' });
  });

  it('[O79] fails where a file could not be read, and where nothing passed', () => {
    const broken = file('e2e/ticket.test.ts', {}, 'failed', 'Cannot find module');
    expect(judged(['e2e/chart.test.ts', 'e2e/ticket.test.ts'], [chart, broken])).toEqual({
      ok: false,
      figures: '1 passed; first: e2e/ticket.test.ts Cannot find module',
    });
    expect(judged(['apps/bots.pg.test.ts'], [bots], 'nobody')?.ok).toBe(false);
  });

  it('[O79] is nothing where one of its files did not run there', () => {
    expect(judged(['apps/bots.pg.test.ts', 'e2e/chart.test.ts'], [bots])).toBeUndefined();
  });
});
