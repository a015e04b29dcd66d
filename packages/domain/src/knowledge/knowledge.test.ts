import { expect, it } from 'vitest';
import { knowledgeState, mayTrade, passes } from './index.ts';

const RIGHT = {
  leverage: 'position',
  stop_loss: 'usually',
  margin: 'closed',
  overnight: 'nightly',
  risk: 'higher',
  traded: 'never',
  learned: 'no',
};

it('[KN2] whoever never traded has to know all of the rest, and experience makes up for two of it', () => {
  expect(passes(RIGHT)).toBe(true);
  expect(passes({ ...RIGHT, margin: 'waits' })).toBe(false);
  const experienced = { ...RIGHT, traded: 'often', learned: 'yes' };
  expect(passes({ ...experienced, margin: 'waits', risk: 'same' })).toBe(true);
  expect(passes({ ...experienced, margin: 'waits', risk: 'same', leverage: 'own' })).toBe(false);
});

it('[KN3] whoever fails waits for 24 hours, and trades once they have confirmed', () => {
  const answeredAt = new Date('2026-11-28T10:00:00.000Z');
  const state = (at: string, confirmedAt: Date | null = null) =>
    knowledgeState({ passed: false, answeredAt, confirmedAt }, new Date(at));
  expect(state('2026-11-29T09:59:59.999Z')).toBe('waiting');
  expect(state('2026-11-29T10:00:00.000Z')).toBe('confirm');
  expect(state('2026-11-29T10:00:00.000Z', new Date('2026-11-29T10:00:00.000Z'))).toBe('confirmed');
  expect(knowledgeState(null, answeredAt)).toBe('unanswered');
  expect(knowledgeState({ passed: true, answeredAt, confirmedAt: null }, answeredAt)).toBe('passed');
  const states = ['unanswered', 'passed', 'waiting', 'confirm', 'confirmed'] as const;
  expect(states.filter(mayTrade)).toEqual(['passed', 'confirmed']);
});
