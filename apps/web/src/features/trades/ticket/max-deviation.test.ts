import { describe, expect, it } from 'vitest';
import { DEFAULT_DEVIATION, deviationError, deviationOf, readDeviation } from './max-deviation.ts';

describe('how far a price may move between the click and the fill', () => {
  it('[T46] is half a percent until somebody says otherwise, and nothing unreadable is taken for a choice', () => {
    for (const text of ['', 'null', '7', '{"unit":"miles","value":"3"}', '{"unit":"points","value":"1.5"}'])
      expect(readDeviation(text), text).toEqual(DEFAULT_DEVIATION);
    expect(readDeviation('{"unit":"points","value":"15"}')).toEqual({ unit: 'points', value: '15' });
    expect(readDeviation('{"unit":"percent","value":""}')).toEqual({ unit: 'percent', value: '' });
  });

  it('[T46] goes with the price that was seen, or not at all', () => {
    const sent = { expected_price: '1.10010', max_deviation: '0.5', max_deviation_unit: 'percent' };
    expect(deviationOf(DEFAULT_DEVIATION, '1.10010')).toEqual(sent);
    expect(deviationOf(DEFAULT_DEVIATION, undefined)).toEqual({});
    expect(deviationOf({ unit: 'points', value: ' ' }, '1.10010')).toEqual({});
  });

  it('[T46] is checked by the order’s own schema', () => {
    expect(deviationError({ unit: 'points', value: '10' })).toBeNull();
    expect(deviationError({ unit: 'points', value: '0.5' })).toMatch(/whole points/);
    expect(deviationError({ unit: 'percent', value: '100.01' })).toMatch(/percentage/);
  });
});
