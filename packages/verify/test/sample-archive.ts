import { createHash } from 'node:crypto';
import { ACCOUNTS, base64, blindedEntry, dollars, EVENTS, joined } from '@clearbook/verify';
import type { JournalEntry } from '@clearbook/verify';
import { canonicalEntry, canonicalFill } from './sample-entries.ts';
import { auditPaths, sampleLog } from './sample-log.ts';
import type { SampleLog } from './sample-log.ts';
import { sampleZip } from './sample-zip.ts';

export type Row = Record<string, unknown>;
/** An archive before it is packed: what a forger would change, and pack again with new checksums. */
export type SampleArchive = {
  readonly data: Record<string, Row[]>;
  readonly manifest: Row;
  readonly vkey: string;
  readonly log: SampleLog;
  readonly pack: () => Uint8Array;
};

const CLIENT = '11111111-1111-1111-1111-111111111111';
const STAFF = '99999999-9999-9999-9999-999999999999';
const sha = (bytes: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(bytes).digest());
const code = (names: Readonly<Record<number, string>>, name: string): number =>
  Number(Object.entries(names).find(([, one]) => one === name)?.[0]);

/** What happened: event, what it is about, when, and postings in cents. Figures were worked out by hand. */
const HISTORY: [event: string, subject: string, at: string, postings: Record<string, bigint>][] = [
  ['deposit_approved', 'd1', '2026-09-29T09:00:00.000Z', { 'custody:bitcoin': 5_000_000n, cash: -5_000_000n }],
  ['trade_opened', 't1', '2026-09-29T10:00:00.000Z', { cash: 800_000n, margin: -800_000n }],
  ['overnight_financing', 't1', '2026-09-29T21:00:01.000Z', { margin: 888n, financing: -888n }],
  ['trade_closed', 't1', '2026-09-30T10:00:00.000Z', { margin: 399_556n, trading: 49_000n, cash: -448_556n }],
  ['trade_closed', 't1', '2026-10-01T10:00:00.000Z', { margin: 399_556n, trading: -51_000n, cash: -348_556n }],
  ['trade_opened', 't2', '2026-10-01T14:00:00.000Z', { cash: 100_000n, margin: -100_000n }],
  ['dividend', 't2', '2026-10-02T13:25:01.000Z', { margin: 256n, dividends: -256n }],
  ['withdrawal_requested', 'w1', '2026-10-05T08:00:00.000Z', { cash: 50_000n, withdrawing: -50_000n }],
  [
    'withdrawal_approved',
    'w1',
    '2026-10-05T09:00:00.000Z',
    { withdrawing: 50_000n, 'custody:bank': -49_250n, fees: -750n },
  ],
  ['plan_bought', 'p1', '2026-10-06T08:00:00.000Z', { cash: 9_900n, plans: -9_900n }],
  ['adjustment', 'a1', '2026-10-06T09:00:00.000Z', { adjustments: 125n, cash: -125n }],
  ['loan_approved', 'l1', '2026-10-07T08:00:00.000Z', { loan: 200_000_000n, cash: -200_000_000n }],
  ['loan_interest', 'l1', '2026-10-08T00:00:01.000Z', { loan: 66_685n, interest: -66_685n }],
  ['loan_repaid', 'l1', '2026-10-08T12:00:00.000Z', { cash: 100_066_685n, loan: -100_066_685n }],
];

function id(short: string): string {
  return `${short.charCodeAt(0).toString(16)}${short.slice(1)}`.padEnd(8, '0') + '-0000-4000-8000-000000000000';
}

/** All of them were dealt with a mark-up of 1.6 pips, or 16 basis points. */
const quoteId = (name: string): string => `${id(name)}.m16`;

function quote(name: string, symbol: string, at: string, prices: string): Row {
  const [bid, ask, feed_bid, feed_ask, markup] = prices.split(' ');
  const times = { source: 'simulated', source_time: at, received_time: at, second_source: null };
  return { id: quoteId(name), symbol, bid, ask, feed_bid, feed_ask, markup, ...times };
}

function fill(name: string, trade: string, of: string, rest: Row): Row {
  const symbol = trade === 't1' ? 'EURUSD' : 'AAPL';
  return {
    // What opens a trade has its id.
    id: id(rest['kind'] === 'open' ? trade : name),
    trade_id: id(trade),
    symbol,
    quote_id: quoteId(of),
    conversion_quote_id: null,
    commission: '0.00',
    ...rest,
  };
}

function figures(page: string, of: string | null, values: Readonly<Record<string, string>>): Row[] {
  return Object.entries(values).map(([figure, value]) => ({ page, of, figure, value }));
}

const UNSPLIT = { splits_num: '1', splits_den: '1', realised_exact_num: '0', realised_exact_den: '1' };
const ENDED = {
  ...UNSPLIT,
  realised: '0.00',
  shortfall: '0.00',
  financed: '0.00',
  accrued_micros: '0',
  dividends: '0.00',
};

const ROWS: Readonly<Record<string, Row[]>> = {
  deposits: [{ id: id('d1'), method: 'bitcoin', status: 'approved', amount: '50000.00', credited: '50000.00' }],
  trades: [
    {
      id: id('t1'),
      symbol: 'EURUSD',
      side: 'buy',
      lots: '1.00',
      open_lots: '0.00',
      collateral: '8000.00',
      collateral_left: '0.00',
      required_margin: '7200.67',
      leverage_hundredths: 1500,
      entry_price: '1.0802',
      ...ENDED,
      realised: '-20.00',
      realised_exact_num: '-2000',
      financed: '8.88',
      accrued_micros: '887753425',
      financed_through: '2026-09-29',
      ...{ status: 'closed', required_margin_left: '0.00', entry_quote_id: quoteId('q1') },
      ...{ opened_at: '2026-09-29T10:00:00.000Z', closed_at: '2026-10-01T10:00:00.000Z' },
      ...{ exit_price: '1.07', exit_quote_id: quoteId('q3') },
    },
    {
      id: id('t2'),
      symbol: 'AAPL',
      side: 'sell',
      lots: '10.00',
      open_lots: '40.00',
      collateral: '1000.00',
      collateral_left: '997.44',
      required_margin: '800.20',
      leverage_hundredths: 250,
      entry_price: '199.87',
      ...ENDED,
      dividends: '-2.56',
      splits_num: '4',
      ...{ status: 'active', required_margin_left: '800.20', entry_quote_id: quoteId('q4') },
      ...{ opened_at: '2026-10-01T14:00:00.000Z', closed_at: null, exit_price: null, exit_quote_id: null },
    },
  ],
  fills: [
    fill('f1', 't1', 'q1', {
      kind: 'open',
      side: 'buy',
      lots: '1.00',
      price: '1.0802',
      realised: null,
      at: '2026-09-29T10:00:00.000Z',
    }),
    fill('f2', 't1', 'q2', {
      kind: 'close',
      side: 'sell',
      lots: '0.50',
      price: '1.09',
      realised: '490.00',
      at: '2026-09-30T10:00:00.000Z',
    }),
    fill('f3', 't1', 'q3', {
      kind: 'close',
      side: 'sell',
      lots: '0.50',
      price: '1.07',
      realised: '-510.00',
      at: '2026-10-01T10:00:00.000Z',
    }),
    fill('f4', 't2', 'q4', {
      kind: 'open',
      side: 'sell',
      lots: '10.00',
      price: '199.87',
      realised: null,
      at: '2026-10-01T14:00:00.000Z',
    }),
  ],
  quotes: [
    quote('q1', 'EURUSD', '2026-09-29T09:59:59.500Z', '1.08 1.0802 1.08008 1.08012 0.00016'),
    quote('q2', 'EURUSD', '2026-09-30T09:59:59.500Z', '1.09 1.0902 1.09008 1.09012 0.00016'),
    quote('q3', 'EURUSD', '2026-10-01T09:59:59.500Z', '1.07 1.0702 1.07008 1.07012 0.00016'),
    quote('q4', 'AAPL', '2026-10-01T13:59:59.500Z', '199.87 200.23 200.04 200.06 0.34'),
  ],
  terms: [
    {
      kind: 'instrument',
      key: 'EURUSD',
      value: {
        ...{ class: 'forex', base: 'EUR', quote: 'USD', pip: '0.0001', leverage_cap: 30, stale_limit_ms: 15_000 },
        digits: 5,
        lot_size: '100000',
        buy_bps: 250,
        sell_bps: 50,
        triple_weekday: 3,
      },
    },
    {
      kind: 'instrument',
      key: 'AAPL',
      value: {
        ...{ class: 'stock', base: 'AAPL', quote: 'USD', pip: '0.01', leverage_cap: 5, stale_limit_ms: 30_000 },
        digits: 2,
        lot_size: '1',
        buy_bps: 700,
        sell_bps: 450,
        triple_weekday: null,
      },
    },
    { kind: 'account', key: 'start', from: '2026-09-01T00:00:00.000Z', value: { markup: 16, leverage_ceiling: 0 } },
    { kind: 'signal_plan', key: 'basic', value: { name: 'Basic', price: '1000.00', boost: 5, days: null } },
    {
      ...{ kind: 'signal_plan_sale', key: 'basic', value: { state: 'on_sale', price: '99.00' } },
      ...{ from: '2026-10-01T00:00:00.000Z', until: '2026-10-06T08:00:00.001Z' },
    },
    {
      ...{ kind: 'signal_plan_sale', key: 'basic', value: { state: 'retired' } },
      ...{ from: '2026-10-06T08:00:00.001Z', until: null },
    },
    {
      ...{ kind: 'financing', key: 'EURUSD', value: { buy_bps: 300 } },
      ...{ from: '2026-09-20T00:00:00.000Z', until: '2026-09-29T21:00:00.001Z' },
    },
    {
      ...{ kind: 'financing', key: 'EURUSD', value: { buy_bps: 325, sell_bps: 75 } },
      ...{ from: '2026-09-29T21:00:00.001Z', until: null },
    },
    { kind: 'loan_level', key: '1', value: { amount: '2000000.00', term_days: 25, interest_bps: 1217 } },
  ],
  nights: [
    {
      trade_id: id('t1'),
      day: '2026-09-29',
      nights: 1,
      rate_bps: 300,
      lots: '1.00',
      amount: '8.88',
      cost_micros: '887753425',
      quote_id: quoteId('q1'),
      conversion_quote_id: null,
      at: '2026-09-29T21:00:01.000Z',
    },
  ],
  corporate_actions: [
    { id: id('c1'), type: 'dividend', symbol: 'AAPL', rate: '0.2555', new_rate: null, old_rate: null },
    { id: id('c2'), type: 'split', symbol: 'AAPL', rate: null, new_rate: '4', old_rate: '1' },
  ],
  dividends: [
    {
      action_id: id('c1'),
      trade_id: id('t2'),
      lots: '10.00',
      amount: '-2.56',
      moved: '-2.56',
      at: '2026-10-02T13:25:01.000Z',
    },
  ],
  trade_splits: [
    {
      ...{ action_id: id('c2'), trade_id: id('t2'), lots_before: '10.00', lots: '40.00' },
      ...{ splits_before_num: '1', splits_before_den: '1', splits_num: '4', splits_den: '1' },
      at: '2026-10-05T13:25:01.000Z',
    },
  ],
  withdrawals: [
    {
      ...{ id: id('w1'), amount: '500.00', fee_bps: 150, fee: '7.50', status: 'approved' },
      created_at: '2026-10-05T08:00:00.000Z',
    },
  ],
  purchases: [
    {
      ...{
        id: id('p1'),
        kind: 'signal_plan',
        plan_id: 'basic',
        name: 'Basic',
        price: '99.00',
        cash_before: '48471.12',
      },
      ...{ percent_before: 1, percent_after: 6, unlimited_before: null, unlimited_after: null },
      at: '2026-10-06T08:00:00.000Z',
    },
  ],
  adjustments: [{ entry: '22', at: '2026-10-06T09:00:00.000Z', corrects: null, amount: '1.25' }],
  loans: [
    {
      ...{ id: id('l1'), level: 1, term_days: 25 },
      ...{ approved_on: '2026-10-07', due_on: '2026-11-01', interest_through: '2026-10-08' },
      amount: '2000000.00',
      principal: '1000000.00',
      interest: '0.00',
      charged: '666.85',
      repaid: '1000666.85',
      written_off: '0.00',
    },
  ],
  marks: [{ symbol: 'AAPL', bid: '51.99', ask: '52.01', shares_num: '1', shares_den: '1' }],
  figures: [
    ...figures('home', null, {
      ...{
        total_balance: '1048703.96',
        deposit_balance: '50000.00',
        profit_balance: '-20.00',
        available: '1047706.52',
      },
      ...{ margin: '997.44', withdrawing: '0.00', equity: '48620.26', unrealized_pl: '-83.70', margin_level: '114.18' },
      ...{ withdrawable: '47706.52', borrowed: '1000000.00', signal_strength: '6' },
    }),
    ...figures('statement', null, {
      ...{ total_balance: '1048703.96', available: '1047706.52', borrowed: '1000000.00' },
      ...{ manual_sum: '1.25', manual_count: '1' },
    }),
    ...figures('trades', id('t2'), {
      ...{ current_price: '52.06', market_value: '2082.40', unrealized_pl: '-83.70', financing: '0.00' },
      ...{ close_out_price: '64.91', break_even_price: '49.96' },
    }),
  ],
  statements: [
    { month: '2026-09', opening: '0.00', added: '50490.00', taken: '8.88', closing: '50481.12' },
    { month: '2026-10', opening: '50481.12', added: '2000001.25', taken: '1001778.41', closing: '1048703.96' },
  ],
};

/** A trade that is opened and closed with a profit of 980.00, so many times more: two entries each, all on one day. */
function moreTrades(count: number): { history: typeof HISTORY; rows: Record<string, Row[]> } {
  const names = Array.from({ length: count }, (_, i) => `x${String(i).padStart(6, '0')}`);
  const opened = (i: number): string => new Date(Date.UTC(2026, 9, 9, 0, 0, 4 * i)).toISOString();
  const closed = (i: number): string => new Date(Date.UTC(2026, 9, 9, 0, 0, 4 * i + 2)).toISOString();
  const before = (at: string): string => new Date(Date.parse(at) - 500).toISOString();
  const one = ROWS['trades']?.[0] as Row;
  const common = { symbol: 'EURUSD', conversion_quote_id: null, commission: '0.00', lots: '1.00' };
  const trade = (name: string, i: number): Row => ({
    ...one,
    ...ENDED,
    ...{ id: id(name), realised: '980.00', realised_exact_num: '98000', financed_through: null },
    ...{ entry_quote_id: quoteId(name.replace('x', 'y')), exit_quote_id: quoteId(name.replace('x', 'z')) },
    ...{ opened_at: opened(i), closed_at: closed(i), exit_price: '1.09' },
  });
  return {
    history: names.flatMap((name, i): typeof HISTORY => [
      ['trade_opened', name, opened(i), { cash: 800_000n, margin: -800_000n }],
      ['trade_closed', name, closed(i), { margin: 800_000n, trading: 98_000n, cash: -898_000n }],
    ]),
    rows: {
      trades: names.map(trade),
      quotes: names.flatMap((name, i) => [
        quote(name.replace('x', 'y'), 'EURUSD', before(opened(i)), '1.08 1.0802 1.08008 1.08012 0.00016'),
        quote(name.replace('x', 'z'), 'EURUSD', before(closed(i)), '1.09 1.0902 1.09008 1.09012 0.00016'),
      ]),
      fills: names.flatMap((name, i) => [
        { ...common, id: id(name), trade_id: id(name), quote_id: quoteId(name.replace('x', 'y')), kind: 'open', side: 'buy', price: '1.0802', realised: null, at: opened(i) }, // prettier-ignore
        { ...common, id: id(name.replace('x', 'w')), trade_id: id(name), quote_id: quoteId(name.replace('x', 'z')), kind: 'close', side: 'sell', price: '1.09', realised: '980.00', at: closed(i) }, // prettier-ignore
      ]),
    },
  };
}

const GAINED = new Set(['total_balance', 'profit_balance', 'available', 'equity', 'withdrawable']);

/** What the further trades gained, in cents, in the figures and the last month that it counts into. */
function addTo(rows: Record<string, Row[]>, gained: bigint): void {
  const more = (row: Row, name: string): void => {
    row[name] = dollars(BigInt(String(row[name]).replace('.', '')) + gained);
  };
  for (const figure of rows['figures'] ?? [])
    if (GAINED.has(String(figure['figure'])) && figure['of'] === null) more(figure, 'value');
  const month = rows['statements']?.at(-1);
  if (month !== undefined) for (const name of ['added', 'closing']) more(month, name);
}

/** One with something in most files; and where it is asked for, with so many trades more. */
export async function sampleArchive(trades = 0): Promise<SampleArchive> {
  const log = sampleLog(40 + 4 * trades);
  const more = moreTrades(trades);
  const balance: Record<string, bigint> = { cash: 0n, margin: 0n, withdrawing: 0n, loan: 0n };
  const entries: Row[] = [];
  const canonicals: Uint8Array[] = [];
  let link: Uint8Array = new Uint8Array(32);
  for (const [i, [event, subject, at, postings]] of [...HISTORY, ...more.history].entries()) {
    // Every other entry of the book is somebody else's, but for the first three.
    const number = BigInt(i < 3 ? i + 1 : 2 * i + 2);
    if (i >= 3) link = sha(joined(link, Uint8Array.of(i)));
    const entry: JournalEntry = {
      book: 1,
      at: Date.parse(at),
      number,
      event: code(EVENTS, event),
      client: CLIENT,
      subject: id(subject),
      actor: STAFF,
      corrects: undefined,
      postings: Object.entries(postings).map(([name, amount]) => ({ account: code(ACCOUNTS, name), amount })),
    };
    const canonical = canonicalEntry(entry);
    const nonce = sha(canonical);
    const previous = link;
    link = sha(joined(previous, canonical));
    log.entries[2 * i + 1] = blindedEntry(1, nonce, canonical);
    canonicals.push(canonical);
    for (const name of Object.keys(balance)) {
      balance[name] = (balance[name] as bigint) + (name === 'loan' ? 1n : -1n) * (postings[name] ?? 0n);
    }
    const after = Object.fromEntries(Object.entries(balance).map(([name, cents]) => [`${name}_after`, dollars(cents)]));
    entries.push({
      ...{ number: String(number), at, event, subject_id: id(subject), corrects: null, ...after },
      postings: Object.entries(postings).map(([account, amount]) => ({ account, amount: dollars(amount) })),
      ...{
        canonical: base64(canonical),
        nonce: base64(nonce),
        previous_link: base64(previous),
        link: base64(link),
        leaf_index: 2 * i + 1,
      },
    });
  }
  const rows = structuredClone(ROWS);
  for (const [name, lines] of Object.entries(more.rows)) rows[name]?.push(...lines);
  addTo(rows, 98_000n * BigInt(trades));
  for (const [i, line] of (rows['fills'] ?? []).entries()) {
    const canonical = canonicalFill(line, {
      client: CLIENT,
      trades: rows['trades'] ?? [],
      quotes: rows['quotes'] ?? [],
    });
    const nonce = sha(canonical);
    log.entries[2 * i] = blindedEntry(7, nonce, canonical);
    Object.assign(line, { canonical: base64(canonical), nonce: base64(nonce), leaf_index: 2 * i });
  }
  const proofOf = auditPaths(log.entries);
  for (const entry of [...entries, ...(rows['fills'] ?? [])])
    entry['proof'] = proofOf(Number(entry['leaf_index'])).map(base64);
  const data: Record<string, Row[]> = { entries, ...rows, staff_actions: [] };
  const manifest: Row = {
    ...{ format: 'clearbook-archive', version: 1, origin: log.origin, client: CLIENT, book: 1 },
    made_at: '2026-10-09T12:00:00.000Z',
    ...{
      last_entry: entries.at(-1)?.['number'],
      entries: entries.length,
      checkpoint: log.checkpoint(),
      vkeys: [log.vkey],
    },
  };
  return { data, manifest, vkey: log.vkey, log, pack: () => pack(data, manifest) };
}

function pack(data: Record<string, Row[]>, manifest: Row): Uint8Array {
  const files = Object.fromEntries(
    Object.entries(data).map(([name, lines]) => [
      `data/${name}.jsonl`,
      lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    ]),
  );
  const listed = Object.entries(files).map(([name, content]) => ({
    name,
    lines: content.split('\n').length - 1,
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
  return sampleZip({ ...files, 'manifest.json': JSON.stringify({ ...manifest, files: listed }) });
}
