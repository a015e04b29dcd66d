import { describe, expect, it } from 'vitest';
import { lostPercent, trackRecordSince } from './track-record.ts';

describe('the share of clients who lose', () => {
  it('[T40] is in whole percent, rounded up, and nothing at all without clients', () => {
    expect(lostPercent({ clients: 0, lost: 0 })).toBeNull();
    for (const [clients, lost, percent] of [
      [1, 0, 0],
      [1, 1, 100],
      [3, 1, 34],
      [3, 2, 67],
      [200, 1, 1],
      [1_000, 999, 100],
      [100, 63, 63],
    ] as const)
      expect(lostPercent({ clients, lost }), `${lost} of ${clients}`).toBe(percent);
    expect(() => lostPercent({ clients: 1, lost: 2 })).toThrow(RangeError);
  });

  it('[T40] counts twelve months', () => {
    expect(trackRecordSince(new Date('2026-11-01T10:00:00Z'))).toEqual(new Date('2025-11-01T10:00:00Z'));
    // From a day that the year before hasn't: from its month's last day, as every number of months.
    expect(trackRecordSince(new Date('2028-02-29T00:00:00Z'))).toEqual(new Date('2027-02-28T00:00:00Z'));
  });
});
