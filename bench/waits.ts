import type pg from 'pg';

const EVERY_MS = 20;

export type Wait = {
  /** PostgreSQL's name of what a backend waits for; "running" where it waits for nothing. */
  readonly name: string;
  /** How many backends are in this state at a moment, on average. */
  readonly backends: number;
};

/** Looks at what the backends with work do, fifty times a second. */
export function watchWaits(client: pg.Client): { stop(): Promise<Wait[]> } {
  const seen = new Map<string, number>();
  let looks = 0;
  let stopped = false;
  const looking = (async () => {
    while (!stopped) {
      const { rows } = await client.query<{ name: string; count: number }>(
        `select coalesce(wait_event_type || ': ' || wait_event, 'running') as name, count(*)::int as count from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle' group by 1`,
      );
      looks += 1;
      for (const { name, count } of rows) seen.set(name, (seen.get(name) ?? 0) + count);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  })();
  return {
    async stop() {
      stopped = true;
      await looking;
      return [...seen]
        .map(([name, count]) => ({ name, backends: count / looks }))
        .toSorted((a, b) => b.backends - a.backends);
    },
  };
}
