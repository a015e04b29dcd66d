import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** The kernel counts in hundredths of a second wherever we run. */
const TICKS_A_SECOND = 100;

/** Processor time of this process and, on Linux, of every process that it and theirs have waited for, in seconds. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000 + childrenSeconds();
}

/** What every core of this machine has worked since it started, in seconds. */
export function machineSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}

function childrenSeconds(): number {
  if (process.platform !== 'linux') return 0;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name of a program stands in brackets and may have spaces; cutime and cstime are the 16th and 17th of all.
  const after = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(after[13]) + Number(after[14])) / TICKS_A_SECOND;
}
