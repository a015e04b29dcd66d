import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { type ApiProcess, startApi } from './api-process.ts';
import { type BenchCluster, startBenchCluster } from './cluster.ts';
import { fillDatabase } from './fill.ts';
import { signInTraders, type Trader } from './orders.ts';

const PART = fileURLToPath(new URL('part.ts', import.meta.url));
/** Enough that nobody comes near the most trades that a client may have open. */
const TRADERS = 256;
const exec = promisify(execFile);

export type Version = {
  /** The folder that it was checked out into. */
  readonly folder: string;
  readonly commit: string;
};

/** One version of the product with a database server of its own. All sides have the same server settings: this version's. */
export type Side = Version & {
  readonly name: string;
  /** Entries that were in the books before the first measurement. */
  readonly filled: number;
  readonly cluster: BenchCluster;
  readonly appUrl: string;
  readonly api: ApiProcess;
  readonly traders: readonly Trader[];
  /** Ledger transfers a second. */
  transfers(seconds: number): Promise<number>;
  /** Processor time of one session check, in microseconds, with so many at once. */
  sessionCheckUs(atOnce: number): Promise<number>;
  stop(): Promise<void>;
};

export type SideOptions = Version & {
  readonly name: string;
  readonly entries?: number;
  /** Left out: one. */
  readonly books?: number;
  readonly settings?: Record<string, string>;
  /** Arguments of Node before the server's program. */
  readonly nodeArgs?: readonly string[];
  readonly say: (text: string) => void;
};

export async function startSide(options: SideOptions): Promise<Side> {
  const { name, folder, commit, say } = options;
  const cluster = await startBenchCluster(options.settings);
  const part = async <Answer>(...args: string[]): Promise<Answer> => {
    const { stdout } = await exec(process.execPath, [PART, folder, ...args], { cwd: folder, maxBuffer: 1 << 20 });
    return JSON.parse(stdout) as Answer;
  };
  let api: ApiProcess | undefined;
  try {
    const appUrl = await part<string>('prepare', cluster.superuserUrl);
    for (let book = 1; book < (options.books ?? 1); book += 1) await addBook(cluster.superuserUrl);
    const filled = options.entries ? await fill(cluster.superuserUrl, options.entries, say) : 0;
    const server = await startApi({
      folder,
      databaseUrl: cluster.superuserUrl,
      nodeArgs: options.nodeArgs ?? [],
    });
    api = server;
    say(`${name}: ${TRADERS} clients sign up`);
    const traders = await signInTraders(server, TRADERS, 'trader');
    const cookie = traders[0]?.cookie.split('; ').find((each) => each.startsWith('clearbook=')) ?? '';
    return {
      name,
      folder,
      commit,
      filled,
      cluster,
      appUrl,
      api: server,
      traders,
      transfers: (seconds) => part<number>('transfers', appUrl, String(seconds)),
      sessionCheckUs: (atOnce) => part<number>('session', appUrl, cookie, String(atOnce)),
      async stop() {
        await server.stop();
        await cluster.stop();
      },
    };
  } catch (error) {
    await api?.stop();
    await cluster.stop();
    throw error;
  }
}

async function addBook(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query('select ledger.add_book()');
  } finally {
    await owner.end();
  }
}

async function fill(url: string, entries: number, say: (text: string) => void): Promise<number> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    const filled = await fillDatabase(owner, entries, say);
    // What it wrote is on disk before anything is measured.
    await owner.query('checkpoint');
    return filled;
  } finally {
    await owner.end();
  }
}
