import { describe, expect, it } from 'vitest';
import { readVerifierKey, verifyArchive, verifyFile } from '@clearbook/verify';
import { checkFillReceipts } from '../src/archive-logged.ts';
import { COSIGNATURE, signerKey } from '../src/keys.ts';
import type { Line } from '../src/values.ts';
import { sampleArchive } from './sample-archive.ts';
import type { Row, SampleArchive } from './sample-archive.ts';
import { sampleLog } from './sample-log.ts';

type Forgery = [what: string, change: (data: Record<string, Row[]>, sample: SampleArchive) => void, named: RegExp];

function at(lines: Row[] | undefined, index: number): Row {
  const line = lines?.[index];
  if (line === undefined) throw new Error(`no line ${index}`);
  return line;
}
const set =
  (file: string, index: number, values: Row): Forgery[1] =>
  (data) =>
    void Object.assign(at(data[file], index), values);

/** One of the terms that were set of something: the sale of a signal plan, the financing of an instrument. */
const term =
  (of: string, index: number, values: Row): Forgery[1] =>
  (data) =>
    void Object.assign(
      at(
        data['terms']?.filter(({ kind }) => kind === of),
        index,
      ),
      values,
    );

const FORGERIES: Forgery[] = [
  [
    'a cent of a balance',
    set('entries', 4, { cash_after: '49971.13' }),
    /cash after entry 10 is 49971.13; it should be 49971.12 \(differs by 0.01\)/,
  ],
  [
    'a cent of a posting',
    (data) =>
      void (at(data['entries'], 0)['postings'] = [
        { account: 'custody:bitcoin', amount: '50000.01' },
        { account: 'cash', amount: '-50000.01' },
      ]),
    /The postings of entry 1 are/,
  ],
  [
    'a time of an entry',
    set('entries', 1, { at: '2026-09-29T10:00:00.001Z' }),
    /The time of entry 2 is 2026-09-29T10:00:00.001Z/,
  ],
  [
    'an event',
    set('entries', 10, { event: 'deposit_approved' }),
    /The event of entry 22 is deposit_approved; it should be adjustment/,
  ],
  [
    'the bytes of an entry',
    (data) => void (at(data['entries'], 5)['canonical'] = at(data['entries'], 6)['canonical']),
    /Entry 12 of book 1: the bytes are those of entry 14 of book 1/,
  ],
  [
    'a nonce',
    set('entries', 5, { nonce: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=' }),
    /Entry 12 of book 1 is not what the log has/,
  ],
  [
    'a link',
    set('entries', 2, { previous_link: 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=' }),
    /Entry 3 is not linked to entry 2/,
  ],
  ['a missing entry', (data) => void data['entries']?.splice(6, 1), /The number of entries is 13; it should be 14/],
  [
    'a missing entry that is not counted',
    (data, { manifest }) => {
      data['entries']?.splice(6, 1);
      manifest['entries'] = 13;
    },
    /margin after entry 16 is 997.44; it should be 1000.00/,
  ],
  [
    'a swapped pair',
    (data) => void data['entries']?.splice(3, 2, at(data['entries'], 4), at(data['entries'], 3)),
    /Entry 8 comes after entry 10/,
  ],
  ['a quote', set('quotes', 1, { bid: '1.0901' }), /The price of fill .* is 1.09; it should be 1.0901/],
  [
    'both prices of a fill',
    (data) => {
      Object.assign(at(data['quotes'], 1), { bid: '1.08999' });
      Object.assign(at(data['fills'], 1), { price: '1.08999' });
    },
    /The result of fill .* is 490.00; it should be 489.50 \(differs by 0.50\)/,
  ],
  ['a quote from later', set('quotes', 2, { received_time: '2026-10-01T10:00:00.001Z' }), /which came later/],
  [
    'a price off the tick',
    (data) => {
      Object.assign(at(data['quotes'], 1), { bid: '1.090001' });
      Object.assign(at(data['fills'], 1), { price: '1.090001' });
    },
    /not on the tick/,
  ],
  ['the wrong side', set('fills', 0, { price: '1.08' }), /The price of fill .* is 1.08; it should be 1.0802/],
  ['a mark-up', set('quotes', 0, { markup: '0.00012' }), /The mark-up of quote .* is 0.00012; it should be 0.00016/],
  ['a result', set('fills', 2, { realised: '-510.01' }), /is -510.01; it should be -510.00 \(differs by -0.01\)/],
  [
    'a required margin',
    set('trades', 0, { required_margin: '7200.66' }),
    /The required margin of trade .* is 7200.66; it should be 7200.67/,
  ],
  ['a commission', set('fills', 0, { commission: '1.00' }), /The commission of fill/],
  ['a financing rate', set('nights', 0, { rate_bps: 301 }), /The rate of the night 2026-09-29/],
  [
    'financing that was set later',
    term('financing', 0, { from: '2026-09-29T21:00:00.001Z' }),
    /The rate of the night 2026-09-29 .* is 300; it should be 250/,
  ],
  [
    'financing that held already',
    term('financing', 1, { from: '2026-09-29T21:00:00.000Z' }),
    /The rate of the night 2026-09-29 .* is 300; it should be 325/,
  ],
  ['a financing charge', set('nights', 0, { amount: '8.89' }), /cost is 8.89; it should be 8.88/],
  [
    'a number of nights',
    set('nights', 0, { nights: 3 }),
    /The number of nights of the night 2026-09-29 .* is 3; it should be 1/,
  ],
  [
    'a term',
    (data) => void (at(data['terms'], 0)['value'] = { ...(at(data['terms'], 0)['value'] as Row), lot_size: '10000' }),
    /The required margin/,
  ],
  [
    'a dividend',
    set('corporate_actions', 0, { rate: '0.2455' }),
    /The amount of the dividend .* is -2.56; it should be -2.46/,
  ],
  ['a split', set('corporate_actions', 1, { new_rate: '5' }), /The lots after the split .* is 4000; it should be 5000/],
  ['a fee', set('withdrawals', 0, { fee: '7.51' }), /The fee of withdrawal .* is 7.51; it should be 7.50/],
  [
    'a fee and its rate',
    set('withdrawals', 0, { fee: '5.00', fee_bps: 100 }),
    /The fee in entry 18 .* is 7.50; it should be 5.00/,
  ],
  ['a price of a plan', set('purchases', 0, { price: '98.99' }), /What purchase .* is 99.00; it should be 98.99/],
  [
    'a price that holds later',
    term('signal_plan_sale', 0, { from: '2026-10-06T08:00:00.001Z' }),
    /The price of purchase .* is 99.00; it should be 1000.00/,
  ],
  [
    'a plan that was retired',
    term('signal_plan_sale', 1, { from: '2026-10-06T07:00:00.000Z' }),
    /Whether the plan of purchase .* was sold is false/,
  ],
  ['a correction', set('adjustments', 0, { amount: '1.26' }), /The correction in entry 22 is 1.25; it should be 1.26/],
  ['a loan', set('loans', 0, { charged: '666.84' }), /charged of loan .* is 666.84; it should be 666.85/],
  ['a deposit', set('deposits', 0, { credited: '50000.01' }), /What deposit .* is 50000.00; it should be 50000.01/],
  [
    'a month of the statement',
    set('statements', 1, { taken: '1001778.40' }),
    /taken of 2026-10 is 1001778.40; it should be 1001778.41/,
  ],
  [
    'a figure of Home',
    set('figures', 0, { value: '1048703.97' }),
    /total_balance on home is 1048703.97; it should be 1048703.96/,
  ],
  ['a missing trade', (data) => void data['trades']?.splice(1, 1), /Entry 12 is about .* which is missing in trades/],
  [
    'another client',
    (_data, { manifest }) => void (manifest['client'] = '22222222-2222-2222-2222-222222222222'),
    /Entry 1 is another client's/,
  ],
  [
    'another log',
    (_data, { manifest }) => void (manifest['checkpoint'] = sampleLog(40, { seed: 4 }).checkpoint()),
    /not signed by any of the keys/,
  ],
];

const STRANGER = signerKey('witness.example/w9', COSIGNATURE, new Uint8Array(32).fill(9));

describe('[U55] an archive is verified from its own bytes', () => {
  it('which fails where a cosignature is asked for and none is there', async () => {
    const sample = await sampleArchive();
    const trust = { keys: [readVerifierKey(sample.vkey)], witnesses: [STRANGER], mustBeCosigned: true };
    const { checks, passed } = await verifyFile(sample.pack(), trust);
    expect(passed).toBe(false);
    expect(checks.flatMap(({ failures }) => failures)).toEqual([
      'None of the witnesses that you named has cosigned it.',
    ]);
  });

  it('with a line for each check and its figures', async () => {
    const sample = await sampleArchive();
    const { checks, passed } = await verifyFile(sample.pack(), { keys: [readVerifierKey(sample.vkey)] });
    expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
    expect(passed).toBe(true);
    expect(checks.map(({ name, text }) => `${name}: ${text}`)).toEqual([
      'Files: 18 files have the sizes and checksums in the manifest',
      'Signature of the log: log.example/books signed its 40 entries by a key that you trust; 0 witnesses you know',
      'Receipts: 14 entries are in the log, each with its own bytes and at its own place',
      'Entries: 31 postings, times and events are those of the bytes that are in the log',
      'Chain: 14 links follow from their entries; 2 of them from another entry of yours',
      'Fills in the log: 4 fills are in the log with their quotes, prices, times and results',
      'Staff actions: 0 actions of staff about you are in the log, and say what it has',
      'Decisions of staff: 0 facts of what staff decided stand in its own line as well',
      'Balances: 4 balances after each of 14 entries; cash now 1047706.52',
      'What entries are about: 13 entries have their trade, payment, loan or purchase',
      'Fills: 4 fills at the right side of 4 quotes, on the tick, none from later, at the mark-up of their time',
      "Quotes: 4 quotes are the feed's and their mark-up, on the tick; 0 lie in the bars of their minute",
      'Orders: 0 of 0 orders filled as they asked; 0 changes of stops and targets follow one another',
      'Results, financing and dividends: 2 trades from 4 fills, 1 nights, 1 dividends and 1 splits',
      'Entries of trades: 6 entries moved what 2 trades say',
      'Deposits, withdrawals, fees and corrections: 1 deposits, 1 withdrawals, 1 purchases and 1 corrections',
      'Packages and signal plans: 1 purchases at the price of their plan; the mark-up is 16 and the leverage ceiling 0 since',
      'Loans: 1 loans with 1 days of interest',
      "Copies and profit shares: 0 copies with 0 trades, never beyond their allotment, 0 months of profit share, and 0 kept trades at what their quotes say; how large a copied trade is follows from the trader's own equity, which is theirs and not in here",
      'Documents: 0 documents are those that their lines name',
      'Statement: 2 months with their opening, in, out and closing',
      'Statement documents: no documents of the statement are in this archive',
      'What you were counted with: no daily count of what clients are owed is in this archive',
      'Figures of the pages: 23 figures follow from entries, trades, prices and terms: 12 of home, 5 of statement, 6 of trades, 0 of copies',
    ]);
  });

  it('says what was seen before, and that nothing else may be signed for it', async () => {
    const sample = await sampleArchive();
    const keys = [sample.vkey];
    const remembered = { keys, checkpoint: String(sample.manifest['checkpoint']) };
    expect((await verifyArchive(sample.pack(), { remembered })).passed).toBe(true);
    const other = { keys, checkpoint: sampleLog(40).checkpoint() };
    const { checks } = await verifyArchive(sample.pack(), { remembered: other });
    expect(checks.flatMap(({ failures }) => failures)).toEqual([
      'The log signed two different histories of 40 entries.',
    ]);
  });

  it('holds with many trades, as the one that the browser is measured with does', async () => {
    const { checks, passed } = await verifyArchive((await sampleArchive(20)).pack());
    expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
    expect([passed, checks.map(({ text }) => text).join()]).toEqual([
      true,
      expect.stringContaining('54 entries are in the log') as unknown,
    ]);
  });

  it('names a file that was changed, one that is missing and one too many', async () => {
    const sample = await sampleArchive();
    const files = (await verifyArchive(sample.pack())).checks[0];
    expect(files?.failures).toEqual([]);
    await expect(verifyFile(new TextEncoder().encode('hello'))).rejects.toThrow('neither an archive');
  });
});

describe('[U56] [U57] each falsification is named', () => {
  it.each(FORGERIES)('%s', async (_what, change, named) => {
    const sample = await sampleArchive();
    change(sample.data, sample);
    const { checks, passed } = await verifyArchive(sample.pack());
    expect(passed).toBe(false);
    expect(checks.flatMap(({ failures }) => failures).join('\n')).toMatch(named);
  });
});

describe('[U90] a fill without a receipt', () => {
  const checked = (fill: Line) => {
    const files: Record<string, readonly Line[]> = { fills: [{ id: 'f', trade_id: 't', kind: 'close', canonical: null, ...fill }] }; // prettier-ignore
    const archive = { manifest: {}, lines: (name: string) => files[name] ?? [], file: () => undefined };
    return checkFillReceipts(archive, { size: 1, root: new Uint8Array(32) }).failures;
  };

  it('moved not a cent, or is named, whatever other fills its trade has', () => {
    expect(checked({ realised: '0.00' })).toEqual([]);
    expect(checked({ realised: '-5.00' })).toEqual(['The fill f of trade t moved money, and has no receipt.']);
    expect(checked({ kind: 'open', realised: null })).toHaveLength(1);
  });
});
