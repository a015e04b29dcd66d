import type { Clock } from './clock.ts';
import type { Logger } from './log.ts';
import { counters, gauges, timings } from './telemetry/index.ts';

export type Job = { readonly name: string; readonly everyMs: number; run(now: Date): Promise<void> };

/** How a job has gone in this process. Moments as texts. */
export type JobRun = { name: string; doneAt: string | null; failedAt: string | null; failures: number };

export type Jobs = { start(): void; stop(): Promise<void>; runs(): JobRun[] };

/**
 * Scheduled work. Each job runs independently, never twice at the same time in one process, and is tried again at its next turn after a failure.
 * While no writes are accepted (`halted`) none starts. Several processes may run the same job: each is safe to run at any time, anywhere.
 */
export function createJobs(
  jobs: readonly Job[],
  { clock, log, halted }: { clock: Clock; log: Logger; halted?: () => boolean },
): Jobs {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();
  const runs = new Map<string, JobRun>(
    jobs.map(({ name }) => [name, { name, doneAt: null, failedAt: null, failures: 0 }]),
  );
  const note = (name: string, how: Partial<JobRun>) => {
    const before = runs.get(name);
    if (before !== undefined) runs.set(name, { ...before, ...how });
  };

  function turn(job: Job): void {
    if (running.has(job.name) || halted?.() === true) return;
    const ended = timings.jobs.startTimer({ job: job.name });
    const done = job
      .run(clock.now())
      .then(() => {
        gauges.jobSuccess.set({ job: job.name }, Date.now() / 1_000);
        note(job.name, { doneAt: clock.now().toISOString() });
      })
      .catch((error: unknown) => {
        counters.jobFailures.inc({ job: job.name });
        note(job.name, { failedAt: clock.now().toISOString(), failures: (runs.get(job.name)?.failures ?? 0) + 1 });
        log.warn({ err: error, job: job.name }, 'a job failed and will run again');
      })
      .finally(ended)
      .finally(() => void running.delete(job.name));
    running.set(job.name, done);
  }

  return {
    start() {
      for (const job of jobs) {
        turn(job);
        timers.push(setInterval(() => turn(job), job.everyMs));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
    runs: () => [...runs.values()],
  };
}
