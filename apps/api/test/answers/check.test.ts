import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { AnswerCheck, type Answered } from './check.ts';

const EVERY = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=()',
};
const check = new AnswerCheck();
const answer = (of: Partial<Answered> & { json?: unknown }): string[] => {
  const { json, headers, ...others } = of;
  return check.findings({
    method: 'GET',
    route: '/api/v1/me/watchlist',
    status: 200,
    headers: { ...EVERY, 'content-type': 'application/json; charset=utf-8', ...headers },
    text: JSON.stringify(json ?? { symbols: ['EURUSD'] }),
    ...others,
  });
};

it('[X5] finds a status, a header, a body and a code that the description does not know', () => {
  expect(answer({})).toEqual([]);
  expect(answer({ status: 202 })).toEqual(['the status 202 is not described']);
  expect(answer({ headers: { 'x-powered-by': 'us' } })).toEqual(['the header x-powered-by is not described for 200']);
  expect(answer({ headers: { 'x-content-type-options': undefined } })).toEqual([
    'the header X-Content-Type-Options is missing',
  ]);
  expect(answer({ json: { symbols: ['EURUSD'], more: 1 } })[0]).toContain('must NOT have additional properties');
  expect(answer({ json: { symbols: 'EURUSD' } })[0]).toContain('must be array');
  expect(answer({ headers: { 'content-type': 'text/html' } })[0]).toContain('"text/html" is not one of');
  const problem = { type: 't', title: 't', detail: 'd', fields: [], request_id: 'r' };
  const refused = (status: number, code: string) =>
    answer({ status, json: { ...problem, status, code }, headers: { 'content-type': 'application/problem+json' } });
  expect(refused(404, 'request.not_found')).toEqual([]);
  expect(refused(404, 'order.too_many')[0]).toContain('described with 422, not 404');
  expect(refused(404, 'made.up')[0]).toContain('must be equal to one of the allowed values');
  expect(refused(429, 'request.too_many')).toEqual(['429 without Retry-After']);
});

it('[X5] watches the servers of this run: a wrong answer fails its request, and the test that made it', async () => {
  const folder = process.env['ANSWERS_DIR'] ?? '';
  const app = Fastify();
  app.get('/api/v1/me/watchlist', () => ({ symbols: 5 }));
  expect((await app.inject({ url: '/api/v1/me/watchlist' })).statusCode).toBe(500);
  await app.close();
  const files = readdirSync(folder).map((name) => join(folder, name));
  const noted = files.map((file) => readFileSync(file, 'utf8'));
  // Otherwise they would fail this test as well.
  for (const file of files) rmSync(file);
  expect(noted.join('\n')).toMatch(/GET \/api\/v1\/me\/watchlist answered 200, and .*must be array/);
});
