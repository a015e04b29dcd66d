import { expect, it } from 'vitest';
import { changed, NO_STEPS, redone, type Steps, undone } from './steps.ts';

it('[H22] changes are taken back one by one, made again in the same order, and a new one ends what was taken back', () => {
  let steps: Steps<string> = NO_STEPS;
  let now = '';
  const change = (next: string) => {
    steps = changed(steps, now);
    now = next;
  };
  const go = (step: { steps: Steps<string>; value: string } | null) => {
    if (step !== null) [steps, now] = [step.steps, step.value];
    return step === null ? null : now;
  };
  for (const next of ['a', 'ab', 'abc']) change(next);
  expect([go(undone(steps, now)), go(undone(steps, now))]).toEqual(['ab', 'a']);
  expect([go(redone(steps, now)), go(redone(steps, now)), go(redone(steps, now))]).toEqual(['ab', 'abc', null]);
  go(undone(steps, now));
  change('abd');
  expect([go(redone(steps, now)), now]).toEqual([null, 'abd']);
  expect([go(undone(steps, now)), go(undone(steps, now)), go(undone(steps, now)), go(undone(steps, now))]).toEqual([
    'ab',
    'a',
    '',
    null,
  ]);
});

it('[H22] fifty steps are kept', () => {
  let steps: Steps<number> = NO_STEPS;
  for (let i = 0; i < 80; i++) steps = changed(steps, i);
  expect([steps.past.length, steps.past[0]]).toEqual([50, 30]);
});
