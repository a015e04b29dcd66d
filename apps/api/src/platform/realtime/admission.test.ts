import type { IncomingMessage } from 'node:http';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tooMany } from '../http/index.ts';
import { createLog } from '../log.ts';
import { type AdmissionOptions, createAdmission, REFUSAL_MS, STREAM_PATH } from './admission.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A connection whose other end never closes its half. It takes what is written, or nothing. */
class HalfOpen extends Duplex {
  written = '';
  readonly #takes: boolean;
  constructor(takes: boolean) {
    super({ allowHalfOpen: true });
    this.#takes = takes;
  }
  override _read(): void {
    // Nothing ever comes.
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written += chunk.toString();
    if (this.#takes) done();
  }
}

function refused(takes: boolean, more: Partial<AdmissionOptions> = {}): HalfOpen {
  const admit = createAdmission(
    { allowedOrigins: [], glance: () => Promise.resolve(undefined), log: createLog({ level: 'fatal' }), ...more },
    () => expect.unreachable('nobody is signed in'),
  );
  const stream = new HalfOpen(takes);
  admit({ url: STREAM_PATH, headers: {} } as IncomingMessage, stream, Buffer.alloc(0));
  return stream;
}

it('[R15] a refused handshake is over once its answer is sent, though its other end stays open', async () => {
  const stream = refused(true);
  await expect.poll(() => stream.destroyed).toBe(true);
  expect(stream.written).toContain('401');
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});

it('[R15] a refused handshake whose answer nobody takes is given up after a while', async () => {
  const stream = refused(false);
  await expect.poll(() => stream.written).toContain('401');
  expect(stream.destroyed).toBe(false);
  vi.advanceTimersByTime(REFUSAL_MS);
  expect(stream.destroyed).toBe(true);
});

it('[X7] an address that asks too often is refused before anybody is looked up for it', async () => {
  const glance = vi.fn(() => Promise.resolve(undefined));
  const headers = { ratelimit: '"general";r=0;t=7' };
  const stream = refused(true, { glance, countHandshake: () => ({ refusal: tooMany(7), headers }) });
  await expect.poll(() => stream.destroyed).toBe(true);
  expect(stream.written).toMatch(/^HTTP\/1\.1 429 /);
  expect(stream.written).toContain('ratelimit: "general";r=0;t=7\r\n');
  expect(stream.written).toContain('retry-after: 7\r\n');
  expect(glance).not.toHaveBeenCalled();
});
