import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runApart } from './accept/apart.ts';
import { rows } from './accept/rows.ts';

/** What a row may take that does not say: most need less than ten. */
const USUAL_MINUTES = 60;

/**
 * `npm run accept`: every line of what must hold, in full, one row a line. It takes hours on a small machine, and says on standard error
 * what it is doing. Each row runs in a process of its own and has a time in which it must end.
 *   --only NAME   one row, or several separated by commas (a name may be the beginning of several)
 *   --list        the names
 */
const { values } = parseArgs({
  options: { only: { type: 'string' }, list: { type: 'boolean', default: false }, alone: { type: 'string' } },
});
// What a row has started ends with us: its servers and commands hear of our exit.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
const wanted = values.only?.split(',');
const chosen = rows.filter(({ name }) => !wanted || wanted.some((part) => name.startsWith(part)));

if (values.alone !== undefined) {
  await runHere(values.alone);
} else if (values.list) {
  for (const { name, title } of rows) process.stdout.write(`${name.padEnd(22)} ${title}\n`);
} else if (chosen.length === 0) {
  process.stderr.write(`No row is called ${values.only}: choose from npm run accept -- --list\n`);
  process.exitCode = 1;
} else {
  let failed = 0;
  for (const { name, title, minutes = USUAL_MINUTES } of chosen) {
    process.stderr.write(`… ${name}: ${title}\n`);
    const beganAt = performance.now();
    const own = [...process.execArgv, fileURLToPath(import.meta.url), '--alone', name];
    const { ok, figures } = await runApart(process.execPath, own, minutes * 60_000);
    if (!ok) failed += 1;
    const seconds = Math.round((performance.now() - beganAt) / 1000);
    process.stdout.write(`[${ok ? 'ok' : 'FAIL'}] ${title} — ${figures} (${seconds} s)\n`);
  }
  process.stdout.write(`${chosen.length - failed} of ${chosen.length} rows hold.\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** As the process that runApart starts. */
async function runHere(name: string): Promise<void> {
  const row = rows.find((each) => each.name === name);
  if (row === undefined || process.send === undefined) throw new Error('a row runs alone for npm run accept');
  const result = await row.run().catch((error: unknown) => ({ ok: false, figures: `stopped: ${sentence(error)}` }));
  process.send(result, () => process.exit());
}

function sentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').slice(0, 12).join(' / ').slice(0, 1500);
}
