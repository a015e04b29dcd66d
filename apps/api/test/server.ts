import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { call } from './http-client.ts';
import { COMPILED, ROOT, startProcess, waitFor } from './process.ts';
import type { Running } from './process.ts';

/** The first administrator of every server that tests start. */
export const FIRST_ADMIN = { email: 'desk@example.org', password: 'lantern over quiet water 6' };

export type ServerOptions = {
  dataDir: string;
  /** Left out: the embedded database in DATA_DIR. */
  databaseUrl?: string;
  /** Left out: a free one. A server that takes another's place keeps its port. */
  port?: number;
  rateLimits?: boolean;
  env?: Record<string, string>;
};

export type Server = {
  url: string;
  port: number;
  running: Running;
  /** From the process's start until it said that it is ready. */
  startMs: number;
  /** kill -9, waited for. */
  kill(): Promise<void>;
  /** SIGTERM; the exit code. */
  stop(): Promise<number | NodeJS.Signals>;
};

/** The product's own server as an operator starts it: a process of its own, real database, real port. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const port = options.port ?? (await freePort());
  const beganAt = performance.now();
  const answers = process.env['ANSWERS_DIR'];
  const watched =
    answers === undefined ? [] : ['--import', pathToFileURL(join(ROOT, 'apps/api/test/answers/watch.ts')).href];
  const running = startProcess([process.execPath, ...watched, 'apps/api/src/main.ts'], {
    ...COMPILED,
    ...(answers !== undefined && { ANSWERS_DIR: answers }),
    PORT: String(port),
    DATA_DIR: options.dataDir,
    ADMIN_EMAIL: FIRST_ADMIN.email,
    ADMIN_PASSWORD: FIRST_ADMIN.password,
    SEED_DEMO: 'false',
    RATE_LIMITS: options.rateLimits ? 'on' : 'off',
    ...(options.databaseUrl !== undefined && { DATABASE_URL: options.databaseUrl }),
    ...options.env,
  });
  const url = (await running.says(/ready at (http\S+)/))[1] ?? '';
  return {
    url,
    port,
    running,
    startMs: performance.now() - beganAt,
    kill: async () => {
      running.child.kill('SIGKILL');
      await running.ended();
    },
    stop: () => {
      running.child.kill('SIGTERM');
      return running.ended();
    },
  };
}

/** Waits until the server says of itself that it can work; milliseconds that it took. */
export async function untilReady(url: string): Promise<number> {
  const beganAt = performance.now();
  let last = 'no answer';
  await waitFor(
    async () => {
      const answer = await call(url, { path: '/readyz' }).catch(() => undefined);
      last = answer?.text ?? last;
      return answer?.status === 200;
    },
    `${url}/readyz`,
    () => last,
  );
  return performance.now() - beganAt;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
