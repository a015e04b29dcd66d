import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../apps/api/src/main.ts', import.meta.url));

export type ApiProcess = { readonly host: string; readonly port: number; readonly pid: number; stop(): Promise<void> };

/** The product's own server as its own process over the bench's database, as an operator would start it, without rate limits. */
export async function startApi(databaseUrl: string, port: number): Promise<ApiProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'clearbook-bench-api-'));
  const child = spawn(process.execPath, [MAIN], {
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
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8');
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: string) => {
      output += text;
      if (output.includes('is ready at')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)));
  });
  child.stdout.resume();
  return {
    host: '127.0.0.1',
    port,
    pid: child.pid ?? 0,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
