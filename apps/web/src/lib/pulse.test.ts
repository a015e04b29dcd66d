import { expect, it } from 'vitest';
import { Pulse, SILENCE_MS } from './pulse.ts';

const LOOK_MS = 250;

function pulseAt(start: number) {
  let now = start;
  const pulse = new Pulse(() => now);
  return {
    pulse,
    /** Time passes as it does on a page that is awake: it looks again and again. */
    awake: (ms: number) => {
      for (const end = now + ms; now < end;) {
        now += LOOK_MS;
        pulse.look();
      }
    },
    asleep: (ms: number) => {
      now += ms;
    },
  };
}

it('[S55] silence is noticed within five seconds and ends with the next word', () => {
  const { pulse, awake } = pulseAt(1_000_000);
  awake(SILENCE_MS);
  expect(pulse.silent()).toBe(false);
  awake(LOOK_MS);
  expect(pulse.silent()).toBe(true);
  expect(pulse.age()).toBe(3);
  awake(46_250);
  expect(pulse.age()).toBe(50);
  pulse.answered();
  expect(pulse.silent()).toBe(false);
  awake(SILENCE_MS);
  expect(pulse.silent()).toBe(false);
});

it('[S55] a page that slept believes nothing before it has looked, however recent the last word seems', () => {
  const { pulse, awake, asleep } = pulseAt(1_000_000);
  awake(1_000);
  asleep(60_000);
  expect(pulse.look()).toEqual({ silent: true, began: true });
  pulse.answered();
  asleep(1_000);
  expect(pulse.look()).toEqual({ silent: false, began: false });
});

it('[S55] a clock that is put back does not hide silence', () => {
  const { pulse, awake, asleep } = pulseAt(1_000_000);
  asleep(-3_600_000);
  awake(SILENCE_MS + 2 * LOOK_MS);
  expect(pulse.silent()).toBe(true);
});
