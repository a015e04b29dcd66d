import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type ApiProcess = { readonly host: string; readonly port: number; readonly pid: number; stop(): Promise<void> };

/** The product's own server as its own process over the bench's database, as a service manager would start it (its log is a file), without rate limits. */
export async function startApi(options: {
  folder: string;
  databaseUrl: string;
  nodeArgs: readonly string[];
}): Promise<ApiProcess> {
  const { folder, databaseUrl, nodeArgs } = options;
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-bench-api-'));
  const logPath = join(dataDir, 'log');
  const log = openSync(logPath, 'a');
  const child = spawn(process.execPath, [...nodeArgs, join(folder, 'apps/api/src/main.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      RATE_LIMITS: 'off',
      SEED_DEMO: 'false',
      MARKET_SEED: 'bench',
    },
    stdio: ['ignore', 'pipe', log],
  });
  closeSync(log);
  const { stdout } = child;
  if (!stdout) throw new Error('the server has no standard output');
  stdout.setEncoding('utf8');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    stdout.on('data', (text: string) => {
      output += text;
      if (output.includes('is ready at')) resolve();
    });
    child.once('exit', (code) =>
      reject(new Error(`the server ended with ${code}: ${output}${readFileSync(logPath, 'utf8')}`)),
    );
  });
  stdout.resume();
  return {
    host: '127.0.0.1',
    port,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** One that nobody listens on, so that two runs on a machine do not meet. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('a port has no number');
  return address.port;
}
