import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holidaysAhead, nextFinancing } from './calendar.ts';
import { isOpen, session } from './hours.ts';
import { instrument } from './instruments.ts';

const ms = (text: string): number => Date.parse(text);
const iso = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

describe('holidays ahead', () => {
  it('[M47] stocks: the exchange’s year, closures and early ends with the reopening', () => {
    const year = holidaysAhead(instrument('AAPL'), ms('2026-01-02T12:00:00Z'), 20);
    expect(year.map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2026-01-19 martin_luther_king',
      '2026-02-16 presidents',
      '2026-04-03 good_friday',
      '2026-05-25 memorial',
      '2026-06-19 juneteenth',
      '2026-07-03 independence',
      '2026-09-07 labor',
      '2026-11-26 thanksgiving',
      '2026-11-27 after_thanksgiving',
      '2026-12-24 christmas_eve',
      '2026-12-25 christmas',
      '2027-01-01 new_year',
    ]);
    const [, early] = holidaysAhead(instrument('AAPL'), ms('2026-11-25T00:00:00Z'), 2);
    expect([iso(early?.closesAtMs), iso(early?.reopensAtMs)]).toEqual([
      '2026-11-27T18:00:00.000Z',
      '2026-11-30T14:30:00.000Z',
    ]);
  });

  it('[M47] forex has two, crypto none; one that is over is not named', () => {
    const [christmas, newYear] = holidaysAhead(instrument('EURUSD'), ms('2026-12-01T00:00:00Z'), 2);
    expect([christmas?.date, iso(christmas?.reopensAtMs)]).toEqual(['2026-12-25', '2026-12-27T22:00:00.000Z']);
    expect([newYear?.date, newYear?.name]).toEqual(['2027-01-01', 'new_year']);
    expect(holidaysAhead(instrument('BTC'), ms('2026-12-01T00:00:00Z'), 2)).toEqual([]);
    expect(holidaysAhead(instrument('AAPL'), ms('2026-11-27T18:00:00Z'), 1)[0]?.date).toBe('2026-11-27');
    expect(holidaysAhead(instrument('AAPL'), ms('2026-11-30T14:30:00Z'), 1)[0]?.date).toBe('2026-12-24');
  });

  it('[M47] agrees with the hours: closed on the day, open at the reopening', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('AAPL' as const, 'EURUSD' as const),
        fc.integer({ min: ms('2022-01-01T00:00:00Z'), max: ms('2040-01-01T00:00:00Z') }),
        (symbol, now) => {
          const of = instrument(symbol);
          for (const { date, closesAtMs, reopensAtMs } of holidaysAhead(of, now, 3)) {
            expect(isOpen(of, closesAtMs ?? ms(`${date}T18:00:00Z`))).toBe(false);
            expect(isOpen(of, reopensAtMs)).toBe(true);
            expect(isOpen(of, reopensAtMs - 1)).toBe(false);
            expect(session(of, reopensAtMs)).toMatchObject({ open: true, opensAt: reopensAtMs });
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the hour of financing', () => {
  it('[M47] is the next 17:00 in New York, through both changes of the clock', () => {
    for (const [now, next] of [
      ['2026-11-20T21:59:59.999Z', '2026-11-20T22:00:00.000Z'],
      ['2026-11-20T22:00:00Z', '2026-11-21T22:00:00.000Z'],
      ['2026-10-31T21:00:00Z', '2026-11-01T22:00:00.000Z'],
      ['2026-03-07T22:00:00Z', '2026-03-08T21:00:00.000Z'],
      ['2026-07-01T03:30:00Z', '2026-07-01T21:00:00.000Z'],
    ] as const) {
      expect(iso(nextFinancing(ms(now))), now).toBe(next);
    }
    fc.assert(
      fc.property(fc.integer({ min: ms('2020-01-01T00:00:00Z'), max: ms('2040-01-01T00:00:00Z') }), (now) => {
        const next = nextFinancing(now);
        expect(next > now && next - now <= 25 * 3_600_000).toBe(true);
        expect(nextFinancing(next - 1)).toBe(next);
      }),
    );
  });
});
