import { describe, expect, it } from 'vitest';
import { runApart } from './apart.ts';

const run = (script: string, limitMs: number) => runApart(process.execPath, ['-e', script], limitMs);

describe('a row of npm run accept', () => {
  it('[O75] tells what it found', async () => {
    expect(await run("process.send({ ok: true, figures: '3 of 3' })", 30_000)).toEqual({ ok: true, figures: '3 of 3' });
  });

  it('[O75] that does not end is ended in its time, and says how far it came', async () => {
    const { ok, figures } = await run("process.stderr.write('seed 1\\n'); setInterval(() => 0, 1_000)", 1_500);
    expect(ok).toBe(false);
    expect(figures).toBe('stopped: not finished after 1.5 s; last it said: seed 1');
  });

  it('[O75] that breaks off fails', async () => {
    expect(await run('process.exit(3)', 30_000)).toEqual({ ok: false, figures: 'stopped: ended without a result (3)' });
  });
});
