import { expect, it } from 'vitest';
import { factsText, reasonOf } from './audit-facts.ts';

it('[G69] what an action came with is read in words, and what the configuration was set to as its page says it', () => {
  const facts = { item: 'instrument', key: 'GBPJPY', value: '{"state":"close_only"}', reason: 'Its source ends' };
  expect(factsText({ facts: { ...facts, effective_at: '2026-03-12T16:00:00.000Z' } })).toBe(
    'Instrument: GBP/JPY → Close only, Effective at: 12 Mar 2026, 16:00 UTC',
  );
  expect(reasonOf({ facts, reason: null })).toBe('Its source ends');
  expect(factsText({ facts: { day_limit: '5000.00', amount: '1200.50' } })).toBe(
    'Day limit: $5,000.00, Amount: $1,200.50',
  );
});

it('[G69] what no longer fits its form is shown as it was kept', () => {
  const facts = { item: 'instrument', key: 'GBPJPY', value: '{"state":"gone"}' };
  expect(factsText({ facts })).toBe('Item: instrument, Key: GBPJPY, Value: {"state":"gone"}');
  expect(factsText({ facts: { ...facts, value: 'no JSON' } })).toBe('Item: instrument, Key: GBPJPY, Value: no JSON');
});
