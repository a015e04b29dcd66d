import { describe, expect, it } from 'vitest';
import { firstFailure, resultOf } from './command.ts';

const FAILED = ` ✓ |pg| a.pg.test.ts (2 tests) 40ms
 FAIL  |e2e| e2e/chart.test.ts [ e2e/chart.test.ts ]
 FAIL  |e2e| e2e/ticket.test.ts [ e2e/ticket.test.ts ]
Error: the server did not start
 ❯ e2e/support/site.ts:42:3

      Tests  1 failed | 2 passed (3)
`;

describe('a row that runs tests', () => {
  it('[O75] names the first that failed, and why', () => {
    const first = 'FAIL  |e2e| e2e/chart.test.ts [ e2e/chart.test.ts ]: Error: the server did not start';
    expect(firstFailure({ output: FAILED })).toBe(first);
    expect(resultOf({ code: 1, output: FAILED, stdout: '', seconds: 1 })).toEqual({
      ok: false,
      figures: `1 failed | 2 passed (3); first: ${first}`,
    });
  });

  it('[O75] holds where tests passed and none failed, and not where none ran', () => {
    const of = (output: string) => resultOf({ code: 0, output, stdout: '', seconds: 1 });
    expect(of('      Tests  822 passed (822)\n')).toEqual({ ok: true, figures: '822 passed (822)' });
    expect(of('No test files found\n').ok).toBe(false);
  });
});
