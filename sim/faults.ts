import type { createPool } from '@clearbook/api/platform/database/pool.ts';
import type { Random } from './random.ts';

export type Pool = ReturnType<typeof createPool>;
type Client = NonNullable<Parameters<Parameters<Pool['on']>[1]>[1]>;

/** The statements of a batch, in order. */
const POINTS = ['begin', 'read party 0', 'ledger-commit', 'commit'] as const;
type Point = (typeof POINTS)[number];

type Fault =
  /** The server ends the connection before the statement arrives. */
  | 'killed before'
  /** The statement is carried out and its answer is lost with the connection. */
  | 'killed after'
  /** The database gives up on the transaction. */
  | 'serialization'
  | 'deadlock';
const FAULTS: readonly Fault[] = ['killed before', 'killed after', 'serialization', 'deadlock'];

export type Faults = {
  /** The next batch that comes to the point meets the fault. */
  arm(random: Random): void;
  disarm(): void;
  /** A pool whose connections meet what was armed. */
  around(pool: Pool): Pool;
  readonly met: Map<string, number>;
  /** How many faults were met so far. */
  total(): number;
};

/** `kill` ends a connection from outside, by its process id in the database. */
export function createFaults(kill: (pid: number) => Promise<void>): Faults {
  let armed: { point: Point; fault: Fault } | undefined;
  const met = new Map<string, number>();
  const prepared = new WeakSet<Client>();

  async function prepare(client: Client): Promise<Client> {
    if (prepared.has(client)) return client;
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    // What is asked meanwhile stays behind the statement that meets a fault.
    let ahead: Promise<unknown> | undefined;
    Reflect.set(client, 'query', async (...args: unknown[]) => {
      if (ahead) await ahead;
      const point = pointOf(args[0]);
      const fault = armed;
      if (fault === undefined || fault.point !== point) return send(...args);
      armed = undefined;
      met.set(`${fault.fault} ${point}`, (met.get(`${fault.fault} ${point}`) ?? 0) + 1);
      switch (fault.fault) {
        case 'killed before':
          await (ahead = kill(pid));
          return send(...args);
        case 'killed after':
          await (ahead = send(...args).then(() => kill(pid)));
          throw new Error('Connection terminated unexpectedly');
        case 'serialization':
          return send(`do $$ begin raise exception 'planted' using errcode = '40001'; end $$`);
        case 'deadlock':
          return send(`do $$ begin raise exception 'planted' using errcode = '40P01'; end $$`);
      }
    });
    prepared.add(client);
    return client;
  }

  return {
    met,
    total: () => [...met.values()].reduce((sum, n) => sum + n, 0),
    arm: (random) => void (armed = { point: random.pick(POINTS), fault: random.pick(FAULTS) }),
    disarm: () => void (armed = undefined),
    around(pool) {
      const faulty = Object.create(pool) as Pool;
      Reflect.set(faulty, 'connect', async () => {
        const client = await pool.connect();
        try {
          return await prepare(client);
        } catch (error) {
          // The database crashed at this very moment: a connection that nobody gives back is waited for at the end, and for ever.
          client.release(true);
          throw error;
        }
      });
      return faulty;
    },
  };
}

function pointOf(statement: unknown): Point | undefined {
  const name =
    typeof statement === 'string'
      ? statement
      : typeof statement === 'object' && statement !== null
        ? Reflect.get(statement, 'name')
        : undefined;
  return POINTS.find((point) => point === name);
}
