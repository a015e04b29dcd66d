import { describe, expect, it } from 'vitest';
import { type Job, runInLanes } from './lanes.ts';

const job = (row: string, seconds: number, rest: Partial<Job> = {}): Job => ({
  ...{ row, part: '', seconds, alone: false, waits: false, after: [] },
  ...rest,
});

type Run = { job: Job; from: number; to: number };

/** Runs them on a clock of its own: each takes exactly what it says. */
async function played(jobs: readonly Job[], lanes: number): Promise<Run[]> {
  const runs: Run[] = [];
  const under: { run: Run; end: () => void }[] = [];
  let now = 0;
  const all = runInLanes(jobs, lanes, (one) => {
    const run = { job: one, from: now, to: now + one.seconds };
    runs.push(run);
    return new Promise((end) => under.push({ run, end }));
  });
  while (under.length > 0) {
    const [next] = under.toSorted((a, b) => a.run.to - b.run.to);
    if (next === undefined) break;
    under.splice(under.indexOf(next), 1);
    now = next.run.to;
    next.end();
    // Whoever waits for it goes on before the clock does.
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  }
  await all;
  return runs;
}

const overlap = (a: Run, b: Run): boolean => a.from < b.to && b.from < a.to;
const rowsOf = (runs: readonly Run[]): string[] => runs.map(({ job: { row, part } }) => row + part);

describe('the lanes of npm run accept', () => {
  it('[O78] run every job once, never more at a time than there are lanes', async () => {
    const jobs = [7, 3, 5, 1, 9, 2, 8].map((seconds, i) => job(`row${i}`, seconds));
    const runs = await played(jobs, 2);
    expect(rowsOf(runs).toSorted((a, b) => a.localeCompare(b))).toEqual(jobs.map(({ row }) => row));
    for (const { from } of runs)
      expect(runs.filter((other) => other.from <= from && from < other.to).length).toBeLessThanOrEqual(2);
  });

  it('[O78] begin with the longest, so that both end at about the same time', async () => {
    const runs = await played(
      [3, 2, 8, 2, 1, 2].map((seconds, i) => job(`row${i}`, seconds)),
      2,
    );
    expect(rowsOf(runs).slice(0, 2)).toEqual(['row2', 'row0']);
    expect(Math.max(...runs.map(({ to }) => to))).toBe(9);
  });

  it('[O78] leave what measures time alone, and let no lane run empty for it', async () => {
    const jobs = [job('long', 9), job('bench', 4, { alone: true }), job('short', 2), job('trace', 3, { alone: true })];
    const runs = await played(jobs, 2);
    for (const run of runs.filter((each) => each.job.alone))
      expect(rowsOf(runs.filter((other) => overlap(run, other)))).toEqual([run.job.row]);
    expect(rowsOf(runs)).toEqual(['bench', 'trace', 'long', 'short']);
    expect(Math.max(...runs.map(({ to }) => to))).toBe(16);
  });

  it('[O78] take two that mostly wait into one lane, and nothing beyond what there is room for', async () => {
    const waiting = [6, 6, 6].map((seconds, i) => job(`drill${i}`, seconds, { waits: true }));
    const runs = await played([...waiting, job('sim', 9), job('tests', 5)], 2);
    expect(runs.map(({ job: { row }, from }) => `${row} ${from}`)).toEqual([
      'sim 0',
      'drill0 0',
      'drill1 0',
      'drill2 6',
      'tests 9',
    ]);
  });

  it('[O78] let a row that reads the reports of another one begin after all of its parts', async () => {
    const parts = ['1', '2', '3'].map((part) => job('journeys', 4, { part }));
    const runs = await played([job('chart', 1, { after: ['journeys'] }), ...parts], 2);
    expect(runs.find((run) => run.job.row === 'chart')?.from).toBe(8);
  });

  it('[O78] do not wait for a row that was not asked for', async () => {
    expect(rowsOf(await played([job('chart', 1, { after: ['journeys'] })], 2))).toEqual(['chart']);
  });

  it('[O78] say so where rows wait for one another', async () => {
    const jobs = [job('a', 1, { after: ['b'] }), job('b', 1, { after: ['a'] })];
    await expect(played(jobs, 2)).rejects.toThrow('these wait for one another: a,b');
  });
});
