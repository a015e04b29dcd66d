import { join } from 'node:path';
import { call, parsed } from '../../apps/api/test/http-client.ts';
import { signIn } from '../../apps/api/test/site.ts';
import { start, stop, withClone } from './clone.ts';
import type { Result } from './row.ts';

export const title =
  'Fresh clone: npm start reaches the login page; the second start is ready within 5 s with all data there; stop leaves no process';
/** Most of it installs and builds; beside another row the second start has to be as quick as by itself. */
export const seconds = 170;

const SECOND_START_SECONDS = 5;

export function run(): Promise<Result> {
  return withClone(async (folder) => {
    const dataDir = join(folder, 'data');
    const line = ['npm', '--prefix', folder, 'start'];
    const env = { PORT: '0', DATA_DIR: dataDir };
    const first = await start(line, env);
    const page = await call(first.url, { path: '/login' });
    const person = { username: 'ann', fullname: 'Ann Lee', email: 'ann@example.test', password: 'tide and timber 41' };
    parsed(await call(first.url, { path: '/auth/sign-up', body: person }));
    const ann = await signIn(first.url, person.email, person.password);
    parsed(
      await call(first.url, { path: '/demo/top-up', body: { amount: '12.34' }, cookie: ann.cookie, key: 'first' }),
    );
    const left = await stop(first, folder);
    const second = await start(line, env);
    const again = await signIn(second.url, person.email, person.password);
    const { total_balance: total } = parsed<{ total_balance: { amount: string } }>(
      await call(second.url, { path: '/me/account', cookie: again.cookie }),
    );
    const leftAgain = await stop(second, folder);
    const rendered = page.status === 200 && page.text.includes('<div id="root">');
    return {
      ok:
        rendered &&
        total.amount === '12.34' &&
        second.seconds <= SECOND_START_SECONDS &&
        left.length + leftAgain.length === 0,
      figures: `first start ${first.seconds.toFixed(0)} s with installing and building, login page ${rendered ? 'there' : `missing (${page.status})`}; second ${second.seconds.toFixed(1)} s, balance ${total.amount}; ${left.length + leftAgain.length} processes left`,
    };
  });
}
