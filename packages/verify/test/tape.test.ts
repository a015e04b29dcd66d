import { describe, expect, it } from 'vitest';
import { readTapes, verifyTape } from '@clearbook/verify';
import { sampleArchive } from './sample-archive.ts';
import type { Row, SampleArchive } from './sample-archive.ts';

type Quotes = Record<string, string[]>;
/** Days of the tape around the sample's fills. What the archive's quotes say of the feed stands in it too. */
const DAYS: Quotes = {
  'EURUSD-2026-09-29': [
    '09:59:58.000 1.0799 1.07994',
    '09:59:59.500 1.08008 1.08012 q1',
    '10:00:05.000 1.0801 1.08014',
  ],
  'EURUSD-2026-09-30': ['09:59:59.500 1.09008 1.09012 q2', '10:00:05.000 1.0902 1.09024'],
  'EURUSD-2026-10-01': ['09:00:00.000 1.081 1.08104', '09:59:59.500 1.07008 1.07012 q3', '10:00:05.000 1.06 1.06004'],
};

function files(days: Quotes): { name: string; bytes: Uint8Array }[] {
  return Object.entries(days).map(([name, rows]) => {
    const lines = rows.map((row, i) => {
      const [time, bid, ask, quote = `${name}.${i}`, state = 'good'] = row.split(' ');
      const id = quote.length === 2 ? `${quote.charCodeAt(0).toString(16)}${quote.slice(1)}`.padEnd(8, '0') + '-0000-4000-8000-000000000000' : quote; // prettier-ignore
      return `${name.slice(-10)}T${time}Z,${bid},${ask},${id},${state}`;
    });
    const text = ['time,bid,ask,quote_id,state', ...lines, ''].join('\r\n');
    return { name: `ticks-${name}.csv`, bytes: new TextEncoder().encode(text) };
  });
}

/** The trade in euro with a stop that its last quote reached, and nothing else. */
async function stopped(change: (trade: Row, sample: SampleArchive) => void = () => undefined): Promise<SampleArchive> {
  const sample = await sampleArchive();
  const [trade = {}] = sample.data['trades'] ?? [];
  Object.assign(trade, { closed_by: 'stop', stop_loss: '1.075' });
  change(trade, sample);
  return sample;
}
async function found(sample: SampleArchive, days: Quotes): Promise<string[]> {
  const { checks } = await verifyTape(sample.pack(), readTapes(files(days)));
  return checks.flatMap(({ failures }) => failures);
}
const rows = (day: string, ...with_: string[]): Quotes => ({
  ...DAYS,
  [day]: [...(DAYS[day] ?? []), ...with_].toSorted(),
});
const order = (values: Row): Row => ({
  ...{ id: 'o1', trade_id: null, symbol: 'EURUSD', side: 'buy', lots: '1.00', amount: '8000.00', status: 'working' },
  ...{ at: '2026-09-29T09:00:00.000Z', set_at: '2026-09-29T09:00:00.000Z', ...values },
});
/** One order that waits from the first day on, in an archive that was made at the end of the last one. */
async function waiting(values: Row): Promise<SampleArchive> {
  const sample = await stopped();
  sample.manifest['made_at'] = '2026-10-01T23:00:00.000Z';
  sample.data['orders'] = [order(values)];
  return sample;
}

describe('[U96] an archive and days of the tape', () => {
  it('[U97] [U98] agree, and what no given day covers is counted by its reason', async () => {
    const { checks, passed } = await verifyTape((await stopped()).pack(), readTapes(files(DAYS)));
    expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
    expect(passed).toBe(true);
    expect(checks.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'Fills by the tape: 3 fills at quotes of the tape, 2 of them at the last one there was; 1 fills of days without a published tape',
      'Bars by the tape: 0 one-minute bars are made of the tape',
      'Orders by the tape: 0 orders that waited filled at the first quote that reached them, or waited on',
      'Stops, targets and close-outs by the tape: 1 trades were closed by the first quote that reached a level, or by none; 1 of days without a published tape',
    ]);
    const { 'EURUSD-2026-09-30': _, ...gap } = DAYS;
    const some = await verifyTape((await stopped()).pack(), readTapes(files(gap)));
    expect(some.checks[3]?.text).toContain('0 trades were closed');
  });

  it('[U97] pass nothing where no fill is of an instrument and a day that is given', async () => {
    const { 'EURUSD-2026-09-30': between = [] } = DAYS;
    for (const days of [{ 'GBPUSD-2026-09-29': between }, { 'EURUSD-2026-09-28': between }, {}])
      expect(await found(await stopped(), days)).toEqual([
        'None of the 4 fills is of an instrument and a day of these files, so nothing was compared.',
      ]);
  });

  it.each([
    ['an earlier quote that reached the stop', rows('EURUSD-2026-10-01', '09:30:00.000 1.07498 1.07502'), undefined, /closed by stop at the quote of 2026-10-01T09:59:59.500Z; the first that closes it is of 2026-10-01T09:30:00.000Z/], // prettier-ignore
    ['a later quote than the one that filled', rows('EURUSD-2026-09-29', '09:59:59.900 1.0801 1.08014'), undefined, /used the quote of 2026-09-29T09:59:59.500Z; .* the last one was of 2026-09-29T09:59:59.900Z/], // prettier-ignore
    ['a quote that is on no tape', { ...DAYS, 'EURUSD-2026-09-29': ['09:59:58.000 1.0799 1.07994'] }, undefined, /isn't on the tape of EURUSD at 2026-09-29T09:59:59.500Z/], // prettier-ignore
    ['another price of the feed', { ...DAYS, 'EURUSD-2026-09-30': ['09:59:59.500 1.09007 1.09012 q2'] }, undefined, /The feed's bid in quote .* is 1.09008; it should be 1.09007/], // prettier-ignore
    ['a quote that was set aside', { ...DAYS, 'EURUSD-2026-09-30': ['09:59:59.500 1.09008 1.09012 q2 set_aside'] }, undefined, /Nothing could fill at quote/], // prettier-ignore
    [
      'a close by another level',
      DAYS,
      { closed_by: 'take_profit' },
      /closed by take_profit at the quote of .*; by the tape it is stop/,
    ],
    ['a stop that nothing reached', DAYS, { stop_loss: '1.05' }, /the first that closes it is none/],
    [
      'a target that was passed over',
      DAYS,
      { take_profit: '1.085' },
      /the first that closes it is of 2026-09-30T09:59:59.500Z/,
    ],
    ['a trailing stop that was passed over', DAYS, { trailing_distance: '0.009' }, /the first that closes it is of 2026-10-01T09:00:00.000Z/], // prettier-ignore
    ['a stop that a client’s close overtook', DAYS, { closed_by: 'client', stop_loss: '1.083' }, /was reached by the quote of 2026-09-29T10:00:05.000Z \(stop\), and was not closed/], // prettier-ignore
    ['a close-out that was passed over', rows('EURUSD-2026-09-30', '12:00:00.000 0.99 0.99004'), undefined, /the first that closes it is of 2026-09-30T12:00:00.000Z/], // prettier-ignore
    ['an old quote', { ...DAYS, 'EURUSD-2026-09-30': ['09:59:59.500 1.09008 1.09012 q2'] }, 'age', /used a quote that was \d+ ms old; 16000 ms is the most/], // prettier-ignore
  ] as const)('[U97] [U98] name %s', async (_what, days, trade, named) => {
    const sample = await stopped((line, { data }) => {
      if (trade === 'age') Object.assign(data['quotes']?.[1] ?? {}, { received_time: '2026-09-30T09:59:30.000Z' });
      else Object.assign(line, trade);
    });
    expect((await found(sample, days as Quotes)).join('\n')).toMatch(named);
  });

  it.each([
    [
      'a limit that was reached',
      { type: 'limit', limit_price: '1.0803', stop_price: null },
      /reached by the quote of 2026-09-29T09:59:58.000Z/,
    ],
    [
      'a stop that was reached',
      { type: 'stop', limit_price: null, stop_price: '1.09' },
      /reached by the quote of 2026-09-30T09:59:59.500Z/,
    ],
    [
      'a stop-limit',
      { type: 'stop_limit', limit_price: '1.085', stop_price: '1.09' },
      /reached by the quote of 2026-10-01T09:00:00.000Z/,
    ],
    ['a sell at its limit', { type: 'limit', side: 'sell', limit_price: '1.089', stop_price: null }, /reached by the quote of 2026-09-30T09:59:59.500Z/], // prettier-ignore
    ['a fill at another quote', { type: 'limit', limit_price: '1.0801', stop_price: null, status: 'filled', trade_id: '74100000-0000-4000-8000-000000000000' }, /filled at the quote of 2026-09-29T09:59:59.500Z; the first that reached it was of 2026-09-29T09:59:58.000Z/], // prettier-ignore
  ])('[U99] name an order that waited: %s', async (_what, values, named) => {
    expect((await found(await waiting(values), DAYS)).join('\n')).toMatch(named);
  });

  it.each([
    ['expired', { type: 'limit', limit_price: '1.0803', stop_price: null, expires_at: '2026-09-29T09:59:58.000Z', status: 'expired' }], // prettier-ignore
    ['was never reached', { type: 'stop', limit_price: null, stop_price: '1.1' }],
    ['met its stop only', { type: 'stop_limit', limit_price: '1.05', stop_price: '1.09' }],
  ])('[U99] leave alone an order that %s', async (_what, values) => {
    expect((await found(await waiting(values), DAYS)).filter((line) => line.includes('order o1'))).toEqual([]);
  });

  it.each([
    ['no name of the site', 'EURUSD.csv', 'time,bid,ask,quote_id,state\r\n', 'should be named ticks-SYMBOL-DAY.csv'],
    ['another head', 'ticks-EURUSD-2026-09-29.csv', 'time,bid,ask\r\n', "doesn't begin with"],
    ['a row of another day', 'ticks-EURUSD-2026-09-29.csv', 'time,bid,ask,quote_id,state\r\n2026-09-30T00:00:00.000Z,1,1,a,good\r\n', 'Line 2 of ticks-EURUSD-2026-09-29.csv is out of its order'], // prettier-ignore
    ['a price that is none', 'ticks-EURUSD-2026-09-29.csv', 'time,bid,ask,quote_id,state\r\n2026-09-29T00:00:00.000Z,one,1,a,good\r\n', 'has "one" where a price should be'], // prettier-ignore
  ])('[U96] refuse a file with %s', (_what, name, text, named) => {
    expect(() => readTapes([{ name, bytes: new TextEncoder().encode(text) }])).toThrow(named);
  });
});
