import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second. */
const TICK_US = 10_000;

/** Processor time that a process and all its threads have used, user and system, in microseconds. */
export function cpuOfProcess(pid: number): number {
  const { used } = read(pid);
  return used * TICK_US;
}

/** The same for a process with all its children, those that have ended included: a PostgreSQL server with its backends. */
export function cpuOfFamily(pid: number): number {
  const parent = read(pid);
  let ticks = parent.used + parent.ofEnded;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const child = tryRead(Number(name));
    if (child?.parent === pid) ticks += child.used + child.ofEnded;
  }
  return ticks * TICK_US;
}

/** The parent of a process: the server whose backend it is. */
export function parentOf(pid: number): number {
  return read(pid).parent;
}

type Stat = { parent: number; used: number; ofEnded: number };

function read(pid: number): Stat {
  // The program's name is in parentheses and may contain anything, so fields count from behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const field = (n: number): number => {
    const value = fields[n];
    if (value === undefined || Number.isNaN(value)) throw new Error(`/proc/${pid}/stat has no field ${n + 3}`);
    return value;
  };
  return { parent: field(1), used: field(11) + field(12), ofEnded: field(13) + field(14) };
}

/** Undefined where the process ended meanwhile. */
function tryRead(pid: number): Stat | undefined {
  try {
    return read(pid);
  } catch {
    return undefined;
  }
}
