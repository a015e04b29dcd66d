import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type SimCluster, startSimCluster } from './cluster.ts';
import { type SimReport, simulate, Violation } from './run.ts';

/** Seeds that once found something. Every run replays them first, this many steps beyond where they failed at most. */
const KEPT = new URL('seeds.json', import.meta.url);
type Kept = { readonly seed: number; readonly steps: number; readonly found: string };

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1' },
    steps: { type: 'string', default: '20000' },
    books: { type: 'string', default: '1' },
    planted: { type: 'boolean', default: false },
    only: { type: 'string' },
    fresh: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});
let databases = 0;
let endedBy: NodeJS.Signals | undefined;

if (values.planted) {
  const { runPlanted } = await import('./planted/run.ts');
  process.exitCode = await runPlanted(values.only);
} else {
  const first = values.seed === undefined ? Math.floor(Math.random() * 1_000_000_000) : whole(values.seed, 'seed');
  process.exitCode = await run(first, whole(values.seeds, 'seeds'), whole(values.steps, 'steps'));
}

async function run(first: number, seeds: number, steps: number): Promise<number> {
  const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Kept[];
  const cluster = await startSimCluster();
  // Whoever loses patience leaves no database behind, and is not told of a failure that is only the end of it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      endedBy = signal;
      console.error(`ended by ${signal} before its last look: nothing is known of this seed`);
      void cluster.stop().finally(() => process.exit(130));
    });
  try {
    for (const { seed, steps: until, found } of values.fresh ? [] : kept) {
      if (!(await one(cluster, seed, until, `kept because of: ${found.split('\n')[0]}`))) return 1;
    }
    for (let seed = first; seed < first + seeds; seed++) {
      if (!(await one(cluster, seed, steps))) return 1;
    }
    return 0;
  } finally {
    await cluster.stop();
  }
}

async function one(cluster: SimCluster, seed: number, steps: number, note = ''): Promise<boolean> {
  console.log(`seed ${seed}, ${steps.toLocaleString('en')} steps ${note}`);
  const database = await cluster.database(`sim_${++databases}`);
  try {
    const report = await simulate({ seed, steps, ...database, books: whole(values.books, 'books'), crashes: true });
    print(report);
    return true;
  } catch (error) {
    // Its database was taken away from it: the signal says all there is to say.
    if (endedBy !== undefined) await new Promise(() => undefined);
    console.error(`seed ${seed} FAILED ${error instanceof Error ? error.message : String(error)}`);
    if (!(error instanceof Violation)) throw error;
    keep({ seed, steps: error.step, found: error.message });
    console.error(`To see it again: npm run sim -- --seed ${seed} --steps ${error.step} --fresh`);
    return false;
  }
}

function keep(found: Kept): void {
  if (process.env['SIM_KEEP'] === 'no') return;
  const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Kept[];
  if (kept.some(({ seed, steps }) => seed === found.seed && steps === found.steps)) return;
  writeFileSync(KEPT, `${JSON.stringify([...kept, { ...found, found: found.found.slice(0, 300) }], null, 2)}\n`);
}

function print({ steps, seconds, answers, faults, reached }: SimReport): void {
  console.log(`  no violation; ${Math.round(steps / seconds).toLocaleString('en')} steps/s, ${seconds.toFixed(1)} s`);
  if (!values.verbose) return;
  const list = (counts: ReadonlyMap<string, number>): string =>
    [...counts]
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, n]) => `${name} ${n}`)
      .join(' · ');
  console.log(`  answers: ${list(answers)}\n  faults: ${list(faults)}\n  reached: ${list(reached)}`);
}

function whole(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) {
    console.error(`--${name} takes a whole number`);
    process.exit(2);
  }
  return Number(text);
}
