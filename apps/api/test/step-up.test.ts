import { PERMISSIONS, STEP_UP } from '@clearbook/contracts/permissions';
import { type Route, type RouteKey, routes } from '@clearbook/contracts/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { examples, idFor } from './drills/bad-input.ts';
import { serve, type Served } from './served.ts';

const ID = '018f0000-0000-7000-8000-00000000000a';
/** Every route answers 418 once it is reached. */
const REACHED = 418;

let site: Served;
beforeAll(async () => {
  site = await serve(
    () => new Date('2026-01-05T12:00:00Z'),
    () => undefined,
  );
});
afterAll(() => site?.app.close());

it('[A136] takes the password or a code again wherever staff move money or access, once the fields are right, and for nothing else', async () => {
  const person = { id: ID, email: 'ann@example.org', cookie: '' };
  const people = { client: person, admin: person, leaving: person };
  const things = { trade: ID, deposit: ID, pending: ID, awaiting: ID };
  const given = examples(people);
  const wrong: string[] = [];
  const asked: RouteKey[] = [];
  for (const [key, route] of Object.entries(routes) as [RouteKey, Route][]) {
    if (route.policy !== 'admin' || key.startsWith('GET ') || route.files) continue;
    const [method, path] = key.split(' ') as ['POST', string];
    const url = path.replace(':id', idFor(key, things, people));
    const body = route.body ? (given[key]?.[0]?.body ?? {}) : undefined;
    const answer = await site.send(method, url, `borrowed ${ID}`, body);
    const refused = answer.statusCode === 403 && answer.json<{ code: string }>().code === 'auth.step_up_required';
    if (refused !== (STEP_UP[route.can] === 'always')) wrong.push(`${key}: ${answer.body}`);
    if (!refused && answer.statusCode !== REACHED) wrong.push(`${key}: ${answer.body}`);
    if (!refused) continue;
    asked.push(key);
    if ((await site.send(method, url, `admin ${ID}`, body)).statusCode !== REACHED) wrong.push(`${key} after it`);
    // What is wrong in a form is said first.
    const misspelt = await site.send(method, url, `borrowed ${ID}`, { ...body, nonsense: 1 });
    if (route.body && misspelt.statusCode !== 422) wrong.push(`${key} asked before it looked: ${misspelt.body}`);
  }
  expect(wrong).toEqual([]);
  expect(asked).toContain('POST /admin/withdrawals/:id/decision');
  expect(asked).toContain('POST /admin/proposals');
  // Reading asks nobody, so every route that takes a permission to change something can be judged by its permission.
  for (const name of PERMISSIONS) if (name.endsWith('.read')) expect(STEP_UP[name], name).toBe('never');
});
