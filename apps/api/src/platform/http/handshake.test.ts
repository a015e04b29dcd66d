import type { IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { GENERAL, MemoryLimits } from '../limits/index.ts';
import { createAddressOf, createHandshakeCount } from './handshake.ts';
import { createRate } from './rate.ts';

const from = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }) } }) as unknown as IncomingMessage; // prettier-ignore

it('[X7] [A20] a handshake has the address that any other request from there has', async () => {
  const forwarded = [
    undefined,
    '',
    '203.0.113.7',
    '203.0.113.7, 10.1.1.1',
    '10.9.9.9,203.0.113.7 , 10.1.1.1',
    '10.1.1.2, 10.1.1.1',
    'nobody, 10.1.1.1',
    '203.0.113.7,,10.1.1.1,',
    '2001:db8::7, ::ffff:10.1.1.1',
  ];
  for (const trustProxy of [false, '10.0.0.0/8', '10.1.1.1,192.0.2.9', '2001:db8::/32,10.0.0.0/8'] as const) {
    const app = Fastify({ trustProxy });
    app.get('/', ({ ip }) => ip);
    const addressOf = createAddressOf(trustProxy);
    for (const remoteAddress of ['10.1.1.1', '192.0.2.9', '198.51.100.1', '::ffff:10.1.1.1'])
      for (const each of forwarded) {
        const headers = each === undefined ? {} : { 'x-forwarded-for': each };
        const { body } = await app.inject({ url: '/', remoteAddress, headers });
        expect(addressOf(from(remoteAddress, each)), JSON.stringify([trustProxy, remoteAddress, each])).toBe(body);
      }
    await app.close();
  }
});

it('[X7] handshakes count for their address under the general limit, and say what is left', () => {
  const rate = createRate(new MemoryLimits(), { now: () => new Date(0) });
  const count = createHandshakeCount(rate, false);
  const left = (n: number) => `"general";r=${n};t=${GENERAL.windowSeconds}`;
  const first = count(from('192.0.2.9'));
  expect(first).toMatchObject({ refusal: undefined, headers: { ratelimit: left(GENERAL.points - 1) } });
  for (let n = 1; n < GENERAL.points; n += 1) expect(count(from('192.0.2.9')).refusal).toBeUndefined();
  const over = count(from('192.0.2.9', '203.0.113.7'));
  expect(over).toMatchObject({ refusal: { status: 429, code: 'request.too_many' }, headers: { ratelimit: left(0) } });
  expect(count(from('192.0.2.10')).refusal).toBeUndefined();
});
