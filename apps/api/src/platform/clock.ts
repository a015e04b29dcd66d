import type { FakeNow } from './config.ts';

/** Time is passed in: nothing below main.ts asks the machine for it. */
export type Clock = { now(): Date };

/** The machine's clock, or the one that FAKE_NOW asks for: standing still at a time, or running with an offset. */
export function systemClock(config: { fakeNow?: FakeNow | undefined }): Clock {
  const fake = config.fakeNow;
  if (fake?.kind === 'fixed') return { now: () => new Date(fake.at) };
  const offsetMs = fake?.offsetMs ?? 0;
  return { now: () => new Date(Date.now() + offsetMs) };
}
