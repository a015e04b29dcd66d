/** What a lane does next: a row, or one part of a row that says which parts it has. */
export type Job = {
  readonly row: string;
  readonly part: string;
  /** About what it takes; only the order depends on it. */
  readonly seconds: number;
  /** It measures time, so nothing runs beside it. */
  readonly alone: boolean;
  /** It waits more than it works, and takes half a lane. */
  readonly waits: boolean;
  /** Rows whose reports it reads. One that was not asked for is not waited for. */
  readonly after: readonly string[];
};

/**
 * Which of the waiting jobs begin now, beside those that run. What must be alone goes first, while no lane has to run empty for it; of
 * the others the longest, so that none is left at the end with one lane to itself.
 */
export function beginning(waiting: readonly Job[], running: readonly Job[], lanes: number): Job[] {
  if (running.some(({ alone }) => alone)) return [];
  const unfinished = new Set([...waiting, ...running].map(({ row }) => row));
  const ready = waiting
    .filter(({ after }) => !after.some((row) => unfinished.has(row)))
    .toSorted((a, b) => b.seconds - a.seconds);
  const lone = ready.find(({ alone }) => alone);
  if (lone !== undefined) return running.length === 0 ? [lone] : [];
  let free = 2 * lanes - halves(running);
  return ready.filter((job) => {
    const fits = halves([job]) <= free;
    if (fits) free -= halves([job]);
    return fits;
  });
}

/** What these jobs take, in half lanes. */
function halves(jobs: readonly Job[]): number {
  return jobs.reduce((sum, { waits }) => sum + (waits ? 1 : 2), 0);
}

/**
 * Runs every job once, as many at a time as there are lanes.
 * @throws where jobs wait for one another
 */
export async function runInLanes(jobs: readonly Job[], lanes: number, run: (job: Job) => Promise<void>): Promise<void> {
  const waiting = new Set(jobs);
  const running = new Map<Job, Promise<void>>();
  while (waiting.size + running.size > 0) {
    for (const job of beginning([...waiting], [...running.keys()], lanes)) {
      waiting.delete(job);
      running.set(
        job,
        run(job).finally(() => running.delete(job)),
      );
    }
    if (running.size === 0) throw new Error(`these wait for one another: ${[...waiting].map(({ row }) => row).join()}`);
    await Promise.race(running.values());
  }
}
