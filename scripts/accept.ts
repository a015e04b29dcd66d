import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endAll, runApart } from './accept/apart.ts';
import { type Job, runInLanes } from './accept/lanes.ts';
import { cpuSeconds, machineSeconds } from './accept/cpu.ts';
import type { Result, Row } from './accept/row.ts';
import { rows } from './accept/rows.ts';
import { buildClient } from './build-client.ts';

/** What a row may take that does not say, and about what it does take. */
const USUAL_MINUTES = 60;
const USUAL_SECONDS = 30;
const LANES = '2';

/**
 * `npm run accept`: every line of what must hold, in full, one row a line. It says on
 * standard error what it is doing. Each row runs in a process of its own and has a time in which it must end. What measures time runs
 * alone and first, the others in lanes.
 *   --only NAME   one row, or several separated by commas (a name may be the beginning of several)
 *   --lanes N     how many rows at a time (2); of those that mostly wait, twice as many
 *   --list        the names
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    lanes: { type: 'string', default: LANES },
    list: { type: 'boolean', default: false },
    alone: { type: 'string' },
    part: { type: 'string', default: '' },
  },
});
// What a row has started ends with us: its servers and commands hear of our exit.
const end = () => void endAll().finally(() => process.exit(130));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
process.once('disconnect', end);
// Whoever started us is not waited for.
if (process.connected) process.channel?.unref();
const wanted = values.only?.split(',');
const chosen = rows.filter(({ name }) => !wanted || wanted.some((part) => name.startsWith(part)));
const lanes = Number(values.lanes);

if (values.alone !== undefined) {
  await runHere(values.alone, values.part);
} else if (values.list) {
  for (const { name, title } of rows) process.stdout.write(`${name.padEnd(22)} ${title}\n`);
} else if (chosen.length === 0) {
  process.stderr.write(`No row is called ${values.only}: choose from npm run accept -- --list\n`);
  process.exitCode = 1;
} else if (!Number.isInteger(lanes) || lanes < 1) {
  process.stderr.write('--lanes takes a whole number\n');
  process.exitCode = 1;
} else {
  process.exitCode = await runAll();
}

async function runAll(): Promise<number> {
  const beganAt = performance.now();
  const busyBefore = machineSeconds();
  const reports = mkdtempSync(join(tmpdir(), 'clearbook-accept-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const jobs = chosen.flatMap(jobsOf);
  // Once beforehand: two lanes would build it into one folder.
  if (jobs.length > 1) await buildClient();
  const done = new Map<Row, Ran[]>();
  let failed = 0;
  await runInLanes(jobs, lanes, async (job) => {
    const row = chosen.find(({ name }) => name === job.row);
    if (row === undefined) throw new Error(`${job.row} is no row`);
    const from = performance.now();
    const ran = await runJob(job, row, reports);
    const results = [...(done.get(row) ?? []), { ...ran, seconds: (performance.now() - from) / 1000 }];
    done.set(row, results);
    if (results.length < (row.parts?.length ?? 1)) return;
    const ok = results.every((result) => result.ok);
    if (!ok) failed += 1;
    const figures = results.map((result) => result.figures).join('; ');
    process.stdout.write(`[${ok ? 'ok' : 'FAIL'}] ${row.title} — ${figures} (${took(results)})\n`);
  });
  const minutes = ((performance.now() - beganAt) / 60_000).toFixed(1);
  const [ours, all] = [cpuOf([...done.values()].flat()), machineSeconds() - busyBefore];
  process.stdout.write(
    `${chosen.length - failed} of ${chosen.length} rows hold; together they took ${minutes} min and ${minutesOf(ours)} min of processor time, of ${minutesOf(all)} min that the whole machine used.\n`,
  );
  return failed > 0 ? 1 : 0;
}

type Ran = Result & { seconds: number };

/** Beside the time that it took, the time that its processes were at work: on a busy machine the first says little. */
function took(results: readonly Ran[]): string {
  const seconds = results.reduce((sum, result) => sum + result.seconds, 0);
  return `${seconds.toFixed(0)} s, ${cpuOf(results).toFixed(0)} s of processor time`;
}

function cpuOf(results: readonly Ran[]): number {
  return results.reduce((sum, { cpu = 0 }) => sum + cpu, 0);
}

function minutesOf(seconds: number): string {
  return (seconds / 60).toFixed(1);
}

function jobsOf({ name, parts = [''], seconds = USUAL_SECONDS, alone = false, waits = false, after = [] }: Row): Job[] {
  return parts.map((part) => ({ row: name, part, seconds, alone, waits, after }));
}

async function runJob({ part, alone }: Job, row: Row, reports: string): Promise<Result> {
  const called = part === '' ? row.name : `${row.name} ${part}`;
  process.stderr.write(`… ${called}: ${row.title}\n`);
  const own = [...process.execArgv, fileURLToPath(import.meta.url), '--alone', row.name, '--part', part];
  const share = Math.max(1, Math.floor(availableParallelism() / lanes));
  const env = { ACCEPT_REPORTS: reports, ...(!alone && { VITEST_MAX_WORKERS: String(share) }) };
  return runApart(process.execPath, own, (row.minutes ?? USUAL_MINUTES) * 60_000, { env, called });
}

/** As the process that runApart starts. */
async function runHere(name: string, part: string): Promise<void> {
  const row = rows.find((each) => each.name === name);
  if (row === undefined || process.send === undefined) throw new Error('a row runs alone for npm run accept');
  const result = await row.run(part).catch((error: unknown) => ({ ok: false, figures: `stopped: ${sentence(error)}` }));
  process.send({ ...result, cpu: cpuSeconds() }, () => process.exit());
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').slice(0, 12).join(' / ').slice(0, 1500);
}
