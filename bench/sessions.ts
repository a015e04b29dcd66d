import { SessionCheck } from '@clearbook/api/features/sessions/index.ts';
import { createPool } from '@clearbook/api/platform/database/pool.ts';
import { createLog } from '@clearbook/api/platform/log.ts';

/** CPU of this process for one session check, in microseconds, with so many checks under way at once. */
export async function sessionCheckCpuUs(url: string, cookie: string, atOnce: number, checks = 6_000): Promise<number> {
  const pool = createPool(url);
  const name = cookie.split('=')[0] ?? '';
  const sessions = new SessionCheck({
    mode: 'demo',
    pool,
    clock: { now: () => new Date() },
    log: createLog({ level: 'warn' }),
    cookieName: name,
  });
  const run = async (count: number): Promise<void> => {
    let left = count;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) if (!(await sessions.authenticate(cookie))) throw new Error('the session was refused');
      }),
    );
  };
  await run(checks / 4);
  const before = process.cpuUsage();
  await run(checks);
  const used = process.cpuUsage(before);
  await sessions.stop();
  await pool.end();
  return (used.user + used.system) / checks;
}
