import { routes, type RouteKey } from '@clearbook/contracts/routes';
import pino from 'pino';
import { expect, it } from 'vitest';
import { buildHttp } from './index.ts';
import { reachedIt } from '../../../test/served.ts';

type Checks = Record<string, () => Promise<true | string>>;

async function readyz(checks: { readiness: Checks; external: Checks }) {
  const http = await buildHttp({
    config: {
      mode: 'demo',
      publicUrl: 'http://127.0.0.1:3000',
      allowedOrigins: ['http://127.0.0.1:3000'],
      trustProxy: false,
      rateLimits: false,
      chartProvider: 'builtin',
    },
    clock: { now: () => new Date('2026-01-05T12:00:00Z') },
    log: pino({ level: 'silent' }),
    authenticate: () => Promise.resolve(undefined),
    ...checks,
  });
  for (const key of Object.keys(routes) as RouteKey[]) http.register(key, () => Promise.reject(reachedIt()));
  const answer = await http.app.inject({ url: '/readyz' });
  await http.app.close();
  return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
}

const works = () => Promise.resolve(true as const);

it('[O51] what fails outside of this process is named as degraded, and the process stays ready', async () => {
  const external = {
    feed: () => Promise.resolve('no fresh price: forex silent'),
    outbox: () => Promise.reject(new Error('secret words')),
    files: works,
  };
  expect(await readyz({ readiness: { database: works }, external })).toEqual({
    status: 200,
    body: {
      status: 'degraded',
      checks: {
        database: 'ok',
        feed: 'degraded: no fresh price: forex silent',
        outbox: 'degraded: failed',
        files: 'ok',
      },
      degraded: ['feed: no fresh price: forex silent', 'outbox: failed'],
    },
  });
});

it('[O51] a process that cannot write is not ready, whatever works around it', async () => {
  const answer = await readyz({
    readiness: { database: works, writes: () => Promise.resolve('no storage space left') },
    external: { feed: works },
  });
  expect(answer).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      checks: { database: 'ok', writes: 'no storage space left', feed: 'ok' },
      degraded: [],
    },
  });
});
