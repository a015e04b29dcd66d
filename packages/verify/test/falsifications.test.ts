import { describe, expect, it } from 'vitest';
import { verifyArchive } from '@clearbook/verify';
import { type Forged, fullArchive, packed, type Row } from './full-archive.ts';
import { sampleLog } from './sample-log.ts';

/** One falsification: what is changed, how, and what one line of what is found must say. */
type Case = {
  readonly what: string;
  /** Returns what a failure must name. */
  readonly change: (forged: Forged) => readonly unknown[];
};
type Pick = (line: Row, forged: Forged) => boolean;

const any: Pick = () => true;
const is =
  (values: Row): Pick =>
  (line) =>
    Object.entries(values).every(([name, value]) => line[name] === value);
const there =
  (name: string, values: Row = {}): Pick =>
  (line, forged) =>
    line[name] !== null && is(values)(line, forged);

function found(forged: Forged, file: string, pick: Pick): Row {
  const line = forged.data[file]?.find((one) => pick(one, forged));
  if (line === undefined) throw new Error(`nothing like that in ${file}`);
  return line;
}

/** One more of a decimal's last digit. */
function bumped(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value !== 'string' || !/^-?\d+(\.\d+)?$/.test(value)) throw new Error(`no number: ${String(value)}`);
  const [whole = '', part = ''] = value.split('.');
  const units = (BigInt(whole + part) + 1n).toString();
  if (part === '') return units;
  const digits = units.replace('-', '').padStart(part.length + 1, '0');
  return `${units.startsWith('-') ? '-' : ''}${digits.slice(0, -part.length)}.${digits.slice(-part.length)}`;
}
const later = (value: unknown): string => new Date(Date.parse(String(value)) + 1).toISOString();

type Change = (line: Row, forged: Forged) => Row;
/** One value of one line of a file is another one. `named`: what else the failure must say, besides the line's own id. */
function edit(
  file: string,
  pick: Pick,
  field: string,
  to: (value: unknown, line: Row, forged: Forged) => unknown,
  named: (line: Row) => readonly unknown[] = idOf,
): Case {
  // prettier-ignore
  return {
    what: `${field} of ${file}`,
    change: (forged) => {
      const line = found(forged, file, pick);
      const value = to(line[field], line, forged);
      if (JSON.stringify(value) === JSON.stringify(line[field])) throw new Error(`${file} ${field} stays as it is`);
      const says = named({ ...line });
      line[field] = value;
      return says;
    },
  };
}
const idOf = (line: Row): readonly unknown[] => [line['id']];
const of =
  (...fields: string[]) =>
  (line: Row): readonly unknown[] =>
    fields.map((field) => line[field]);
/** Several values of several lines, so that they fit each other. */
function together(what: string, file: string, pick: Pick, to: Change, named: (line: Row) => readonly unknown[]): Case {
  return {
    what,
    change: (forged) => {
      const line = found(forged, file, pick);
      const says = named({ ...line });
      Object.assign(line, to(line, forged));
      return says;
    },
  };
}
function missing(
  file: string,
  pick: Pick,
  named: (line: Row) => readonly unknown[],
  also: (forged: Forged) => void = () => undefined,
): Case {
  // prettier-ignore
  return {
    what: `a missing line of ${file}`,
    change: (forged) => {
      const line = found(forged, file, pick);
      forged.data[file]?.splice(forged.data[file].indexOf(line), 1);
      also(forged);
      return named(line);
    },
  };
}
function doubled(file: string, pick: Pick, named: (line: Row) => readonly unknown[]): Case {
  return {
    what: `a doubled line of ${file}`,
    change: (forged) => {
      const line = found(forged, file, pick);
      forged.data[file]?.splice(forged.data[file].indexOf(line), 0, { ...line });
      return named(line);
    },
  };
}
const manifest = (what: string, change: (manifest: Row) => void, ...named: string[]): Case => ({
  what,
  change: (forged) => {
    change(forged.manifest);
    return named;
  },
});
const counted = (by: number) => (forged: Forged) =>
  void (forged.manifest['entries'] = Number(forged.manifest['entries']) + by);
const ZEROS = Buffer.alloc(32).toString('base64');
const other = (file: string, field: string) => (value: unknown, _line: Row, forged: Forged) =>
  forged.data[file]?.find((line) => line[field] !== value && line[field] !== null)?.[field];
const entry = (line: Row): readonly unknown[] => [`ntry ${String(line['number'])}`];

const CLOSED = is({ event: 'trade_closed' });
const ENTRIES: Case[] = [
  ...['cash', 'margin', 'withdrawing', 'loan'].map((name) =>
    edit('entries', CLOSED, `${name}_after`, bumped, (line) => [`${name} after entry ${String(line['number'])} `]),
  ),
  edit('entries', CLOSED, 'number', bumped, () => ['Entry ', 'the bytes are those of entry']),
  edit('entries', CLOSED, 'at', later, (line) => [`The time of entry ${String(line['number'])}`]),
  edit('entries', CLOSED, 'event', () => 'dividend', (line) => [`The event of entry ${String(line['number'])}`]), // prettier-ignore
  edit('entries', CLOSED, 'subject_id', other('entries', 'subject_id'), (line) => [`What entry ${String(line['number'])} is about`]), // prettier-ignore
  edit('entries', there('corrects'), 'corrects', bumped, (line) => [`What entry ${String(line['number'])} corrects`]), // prettier-ignore
  edit('entries', CLOSED, 'postings', (postings) => [...(postings as Row[])].toReversed(), (line) => [`The postings of entry ${String(line['number'])}`]), // prettier-ignore
  edit('entries', CLOSED, 'postings', (postings) => (postings as Row[]).map((one, i) => (i > 1 ? one : { ...one, amount: bumped(one['amount']) })), (line) => [`The postings of entry ${String(line['number'])}`]), // prettier-ignore
  edit('entries', CLOSED, 'canonical', other('entries', 'canonical'), entry),
  edit('entries', CLOSED, 'canonical', (text) => moreBytes(text), entry),
  edit('entries', CLOSED, 'nonce', () => ZEROS, entry),
  edit('entries', CLOSED, 'leaf_index', bumped, entry),
  edit('entries', CLOSED, 'proof', (proof) => [ZEROS, ...(proof as string[]).slice(1)], entry),
  edit('entries', CLOSED, 'proof', (proof) => (proof as string[]).slice(1), entry),
  edit('entries', CLOSED, 'link', () => ZEROS, (line) => [`The link of entry ${String(line['number'])}`]), // prettier-ignore
  edit('entries', CLOSED, 'previous_link', () => ZEROS, entry),
  missing('entries', CLOSED, () => ['The number of entries']),
  missing('entries', CLOSED, () => ['cash after entry'], counted(-1)),
  missing('entries', is({ event: 'overnight_financing' }), (line) => [line['subject_id'], 'took from trade'], counted(-1)), // prettier-ignore
  doubled('entries', CLOSED, (line) => [`Entry ${String(line['number'])} comes after`]),
  {
    what: 'a swapped pair',
    change: ({ data }) => {
      const [one, two] = data['entries']?.splice(10, 2) ?? [];
      if (one === undefined || two === undefined) throw new Error('two entries');
      data['entries']?.splice(10, 0, two, one);
      return [`Entry ${String(one['number'])} comes after`];
    },
  },
];

/** A cent more on one side and on the other, as somebody would change the bytes themselves. */
function moreBytes(text: unknown): string {
  const bytes = Buffer.from(String(text), 'base64');
  for (const at of [80, 90]) bytes.writeBigInt64BE(bytes.readBigInt64BE(at) + (at === 80 ? 1n : -1n), at);
  return bytes.toString('base64');
}

const STRANGER = '22222222-2222-4222-8222-222222222222';
const HEAD: Case[] = [
  manifest('another client', (all) => void (all['client'] = STRANGER), "is another client's"),
  manifest('another book', (all) => void (all['book'] = 7), 'of book 7'),
  manifest('a number of entries', (all) => void (all['entries'] = 5), 'The number of entries'),
  manifest('a last entry', (all) => void (all['last_entry'] = '5'), 'The last entry'),
  manifest('an origin', (all) => void (all['origin'] = 'other.example/log'), 'The origin in the manifest'),
  manifest('a checkpoint of other leaves', (all) => void (all['checkpoint'] = String(all['checkpoint']).replace(/\n(\d+)\n/, '\n7\n')), 'is not that of the key'), // prettier-ignore
  manifest('a key', (all) => void (all['vkeys'] = [sampleLog(1).vkey]), 'not signed by any of the keys'),
  manifest('another log', (all) => Object.assign(all, { checkpoint: sampleLog(900).checkpoint(), vkeys: [sampleLog(900).vkey] }), 'The origin in the manifest'), // prettier-ignore
  manifest('a moment', (all) => void (all['made_at'] = '2026-03-11T17:00:00.000Z'), 'current_price of'),
  {
    what: 'a document',
    change: ({ files, data }) => {
      const path = String(data['documents']?.[0]?.['path']);
      files.set(path, new Uint8Array([1, 2, 3]));
      return [data['documents']?.[0]?.['id'], 'checksum'];
    },
  },
  edit('documents', any, 'sha256', () => '0'.repeat(64)),
  missing('documents', any, (line) => [line['path']]),
];

const CLOSING = is({ kind: 'close' });
const FILLS: Case[] = [
  edit('fills', CLOSING, 'side', (side) => (side === 'buy' ? 'sell' : 'buy')),
  edit('fills', CLOSING, 'lots', bumped),
  edit('fills', CLOSING, 'price', bumped),
  edit('fills', CLOSING, 'quote_id', other('fills', 'quote_id')),
  edit('fills', there('conversion_quote_id'), 'conversion_quote_id', () => null),
  edit('fills', there('conversion_quote_id'), 'conversion_quote_id', other('fills', 'conversion_quote_id')),
  edit('fills', CLOSING, 'realised', bumped),
  edit('fills', CLOSING, 'commission', bumped),
  edit('fills', CLOSING, 'at', later),
  edit('fills', CLOSING, 'kind', () => 'open'),
  edit('fills', CLOSING, 'symbol', other('fills', 'symbol')),
  edit('fills', CLOSING, 'trade_id', other('fills', 'trade_id')),
  edit('fills', CLOSING, 'id', () => STRANGER, () => [STRANGER]), // prettier-ignore
  edit('fills', CLOSING, 'nonce', () => ZEROS),
  together('a receipt of a fill', 'fills', CLOSING, () => ({ canonical: null, nonce: null, leaf_index: null, proof: null }), (line) => [line['trade_id'], 'no receipt']), // prettier-ignore
  missing('fills', CLOSING, of('trade_id')),
  missing('fills', is({ kind: 'open' }), (line) => [line['trade_id'], 'no opening fill']),
  doubled('fills', CLOSING, of('trade_id')),
];

/** That a fill used, or a night alone. */
const filled: Pick = (line, { data }) => data['fills']?.some((fill) => fill['quote_id'] === line['id']) === true;
const nightly: Pick = (line, { data }) =>
  !filled(line, { data } as Forged) &&
  line['symbol'] === 'EURUSD' &&
  data['nights']?.some(({ quote_id, conversion_quote_id }) => quote_id === line['id'] && conversion_quote_id === null) === true; // prettier-ignore
const QUOTES: Case[] = [
  ...['bid', 'ask', 'feed_bid', 'feed_ask', 'markup'].map((field) => edit('quotes', filled, field, bumped)),
  edit('quotes', filled, 'symbol', () => 'BTC', () => ['symbol of fill']), // prettier-ignore
  edit('quotes', filled, 'source', () => 'elsewhere'),
  edit('quotes', filled, 'source_time', later),
  edit('quotes', filled, 'received_time', later),
  edit('quotes', filled, 'received_time', () => '2027-01-01T00:00:00.000Z', (line) => [line['id'], 'came later']), // prettier-ignore
  missing('quotes', filled, (line) => [`Quote ${String(line['id'])} is missing`]),
  missing('quotes', nightly, (line) => [`Quote ${String(line['id'])} is missing`]),
  edit('quotes', nightly, 'bid', bumped),
  edit('quotes', any, 'id', (id) => String(id).replace(/\.m\d+$/, '.m0'), (line) => [String(line['id']).split('.m')[0]]), // prettier-ignore
  together('a night’s quote with its mark-up', 'quotes', nightly, (line) => Object.fromEntries(['bid', 'ask', 'feed_bid', 'feed_ask'].map((field) => [field, (Number(line[field]) + 0.001).toFixed(5)])), () => ['cost', 'of trade']), // prettier-ignore
  together('a bar', 'bars', (line, { data }) => data['quotes']?.some((quote) => quote['symbol'] === line['symbol'] && String(quote['source_time']).slice(0, 16) === String(line['time']).slice(0, 16)) === true, () => ({ low: '0.01', open: '0.01', close: '0.01', high: '0.01' }), of('symbol', 'time')), // prettier-ignore
  edit('bars', any, 'open', () => '0.000001', of('symbol', 'time')), // prettier-ignore
];

const PARTED: Pick = (trade, { data }) =>
  trade['status'] === 'closed' && trade['copy_id'] === null && data['nights']?.some((night) => night['trade_id'] === trade['id']) === true; // prettier-ignore
const SPLIT: Pick = (trade) => trade['splits_num'] !== '1';
const TRADES: Case[] = [
  ...[
    'collateral',
    'collateral_left',
    'required_margin',
    'required_margin_left',
    'leverage_hundredths',
    'realised',
    'realised_exact_num',
    'shortfall',
    'financed',
    'accrued_micros',
    'dividends',
    'splits_num',
    'lots',
    'entry_price',
    'exit_price',
  ].map(
    // prettier-ignore
    (field) => edit('trades', PARTED, field, bumped),
  ),
  edit('trades', SPLIT, 'splits_den', bumped),
  edit('trades', is({ status: 'active' }), 'open_lots', bumped),
  edit('trades', PARTED, 'status', () => 'active'),
  edit('trades', is({ status: 'active' }), 'status', () => 'closed'),
  edit('trades', PARTED, 'side', (side) => (side === 'buy' ? 'sell' : 'buy')),
  edit('trades', PARTED, 'symbol', other('trades', 'symbol')),
  edit('trades', PARTED, 'opened_at', later),
  edit('trades', PARTED, 'closed_at', later),
  edit('trades', PARTED, 'entry_quote_id', other('trades', 'entry_quote_id')),
  edit('trades', PARTED, 'exit_quote_id', other('trades', 'exit_quote_id')),
  edit('trades', PARTED, 'financed_through', () => '2026-03-01'),
  edit('trades', there('copy_id'), 'copy_id', () => null, (line) => [line['copy_id']]), // prettier-ignore
  edit('trades', there('copy_id'), 'copy_id', () => STRANGER, () => [STRANGER]), // prettier-ignore
  edit('trades', there('trailing_peak', { status: 'active' }), 'trailing_peak', bumped, (line) => [line['id'], 'trailing_stop']), // prettier-ignore
  missing('trades', PARTED, of('id')),
];

const night = (line: Row): readonly unknown[] => [line['day'], line['trade_id']];
const HOURS: Case[] = [
  ...['nights', 'rate_bps', 'lots', 'cost_micros', 'amount'].map((field) => edit('nights', any, field, bumped, night)),
  edit('nights', any, 'at', later, of('trade_id')),
  edit('nights', any, 'day', () => '2026-03-18', (line) => [line['trade_id']]), // prettier-ignore
  missing('nights', any, of('trade_id')),
  doubled('nights', any, of('trade_id')),
  ...['lots', 'amount', 'moved'].map((field) => edit('dividends', any, field, bumped, of('action_id', 'trade_id'))),
  missing('dividends', any, of('trade_id')),
  edit('corporate_actions', there('rate'), 'rate', () => '0.2655'),
  edit('corporate_actions', there('new_rate'), 'new_rate', bumped),
  missing('corporate_actions', there('rate'), of('id')),
  ...['lots', 'lots_before', 'splits_num', 'splits_before_num'].map((field) => edit('trade_splits', any, field, bumped, of('action_id', 'trade_id'))), // prettier-ignore
  missing('trade_splits', any, of('trade_id')),
  missing('orders', (line, { data }) => line['id'] === data['order_splits']?.[0]?.['order_id'], (line) => ['is of an order that is missing', ...(line['id'] === null ? [] : [])]), // prettier-ignore
];

const ORDERED = there('limit_price', { status: 'filled', type: 'limit' });
const ORDERS: Case[] = [
  edit('orders', ORDERED, 'lots', bumped),
  edit('orders', ORDERED, 'amount', bumped),
  edit('orders', ORDERED, 'side', (side) => (side === 'buy' ? 'sell' : 'buy')),
  edit('orders', ORDERED, 'symbol', other('orders', 'symbol')),
  edit('orders', ORDERED, 'status', () => 'cancelled'),
  edit('orders', ORDERED, 'trade_id', () => STRANGER),
  edit('orders', there('limit_price', { status: 'filled', type: 'limit', side: 'buy' }), 'limit_price', () => '0.0001'),
  edit('orders', there('stop_price', { status: 'filled', type: 'stop', side: 'buy' }), 'stop_price', () => '99999999'),
  edit('amendments', any, 'stop_loss', bumped, of('trade_id')),
  edit('amendments', (line, { data }) => data['amendments']?.some((one) => one !== line && one['trade_id'] === line['trade_id'] && Number(one['number']) < Number(line['number'])) === true, 'stop_loss_before', () => '1', of('trade_id')), // prettier-ignore
  edit('trades', (trade, { data }) => data['amendments']?.some((one) => one['trade_id'] === trade['id']) === true, 'stop_loss', bumped), // prettier-ignore
];

const LOANED = is({ method: 'loan' });
const ASKED = is({ status: 'approved' });
const MONEY: Case[] = [
  edit('deposits', is({ status: 'approved', method: 'tether' }), 'credited', bumped),
  edit('deposits', is({ status: 'rejected' }), 'status', () => 'approved'),
  edit('deposits', is({ status: 'approved', method: 'tether' }), 'txid', () => 'f'.repeat(64)),
  edit('deposits', LOANED, 'credited', bumped),
  missing('deposits', is({ status: 'approved', method: 'tether' }), of('id')),
  edit('withdrawals', ASKED, 'amount', bumped),
  edit('withdrawals', ASKED, 'fee', bumped),
  edit('withdrawals', ASKED, 'fee_bps', bumped),
  together('a fee and its rate', 'withdrawals', ASKED, () => ({ fee_bps: 100, fee: '3.33' }), (line) => ['The fee in entry', line['id']]), // prettier-ignore
  edit('withdrawals', ASKED, 'status', () => 'rejected'),
  edit('withdrawals', is({ status: 'rejected' }), 'status', () => 'approved'),
  edit('withdrawals', ASKED, 'created_at', later),
  edit('withdrawals', ASKED, 'payout_reference', () => 'WIRE-2'),
  missing('withdrawals', ASKED, of('id')),
  edit('holds', any, 'reference', () => 'AML-9'),
  missing('holds', any, of('id')),
  edit('adjustments', any, 'amount', bumped, (line) => [`correction in entry ${String(line['entry'])}`]),
  edit('adjustments', any, 'at', later, (line) => [`The time of correction ${String(line['entry'])}`]),
  edit('adjustments', there('corrects'), 'corrects', bumped, (line) => [`What correction ${String(line['entry'])}`]), // prettier-ignore
  missing('adjustments', any, (line) => [`Entry ${String(line['entry'])} is a correction`]),
  edit('manual_trades', any, 'amount', bumped),
  ...['amount', 'principal', 'interest', 'charged', 'repaid', 'written_off', 'term_days'].map((field) => edit('loans', any, field, bumped)), // prettier-ignore
  edit('loans', any, 'due_on', () => '2026-12-31'),
  edit('loans', any, 'interest_through', () => '2026-03-28'),
  missing('loans', any, of('id')),
  ...['price', 'cash_before'].map((field) => edit('purchases', any, field, bumped)),
  edit('purchases', any, 'at', later),
  edit('purchases', is({ kind: 'package' }), 'plan_id', () => 'gold'),
  ...['markup_before', 'markup_after', 'ceiling_after'].map((field) => edit('purchases', is({ kind: 'package' }), field, bumped)), // prettier-ignore
  ...['percent_before', 'percent_after'].map((field) => edit('purchases', is({ plan_id: 'basic' }), field, bumped)),
  edit('purchases', is({ plan_id: 'unlimited' }), 'unlimited_after', later),
  missing('purchases', is({ kind: 'package' }), of('id')),
];

const quotedIn =
  (symbol: string): Pick =>
  (line) =>
    String(line['quote_id']).startsWith(`${symbol}-`);
/** A quote of the same symbol from more than an hour before. */
const earlier = (value: unknown, _line: Row, { data }: Forged): unknown => {
  const quote = (of: (one: Row) => boolean) => data['quotes']?.find(of);
  const now = quote(({ id }) => id === value);
  const hour = Date.parse(String(now?.['received_time'])) - 3_600_000;
  return quote((one) => one['symbol'] === now?.['symbol'] && Date.parse(String(one['received_time'])) < hour)?.['id'];
};
const ofKept: Pick = (line, { data }) =>
  data['kept_trades']?.some((one) => one['copy_id'] === line['copy_id']) === true;
/** The high of a copy that was stopped, wherever it is said, and the line of its share. */
const moreThanKept: Change = (line, { data }) => {
  const high = '9999.99';
  const copy = data['copies']?.find((one) => one['id'] === line['copy_id']);
  if (copy === undefined) throw new Error('a share of no copy');
  copy['high_water'] = high;
  return { high_after: high };
};

const COPIES: Case[] = [
  ...['held', 'result', 'high_water', 'shared'].map((field) => edit('copies', any, field, bumped)),
  edit('copies', any, 'profit_share_bps', () => 3_000),
  edit('copies', any, 'allotment', () => '5.00'),
  edit('copies', any, 'shared_month', () => '2026-02-01'),
  missing('copies', any, of('id')),
  ...['amount', 'high_before', 'high_after'].map((field) => edit('copy_shares', any, field, bumped, (line) => ['the share of', line['copy_id']])), // prettier-ignore
  together('a share of half the profit', 'copy_shares', any, (line) => ({ high_after: (Number(line['high_after']) * 2).toFixed(2) }), of('copy_id')), // prettier-ignore
  missing('copy_shares', any, of('copy_id')),
  ...['SOL', 'EURJPY', 'AAPL'].map((symbol) => edit('kept_trades', quotedIn(symbol), 'value', bumped, (line) => ['What trade', line['trade_id'], 'was worth'])), // prettier-ignore
  edit('kept_trades', quotedIn('SOL'), 'quote_id', other('kept_trades', 'quote_id'), (line) => ['The quote\'s symbol of trade', line['trade_id']]), // prettier-ignore
  edit('kept_trades', quotedIn('SOL'), 'quote_id', earlier, (line) => [line['trade_id'], 'was there and newer']),
  edit('kept_trades', quotedIn('SOL'), 'conversion_quote_id', other('kept_trades', 'conversion_quote_id'), (line) => ['Whether another quote converts trade', line['trade_id']]), // prettier-ignore
  edit('kept_trades', there('conversion_quote_id'), 'conversion_quote_id', () => null, (line) => ['Whether another quote converts trade', line['trade_id']]), // prettier-ignore
  edit('kept_trades', any, 'at', later, (line) => [line['trade_id'], 'did not stop']),
  edit('kept_trades', any, 'copy_id', other('copies', 'id'), (line) => [line['trade_id']]),
  missing('kept_trades', any, (line) => ['What trade', line['trade_id'], 'is missing']),
  doubled('kept_trades', any, (line) => [line['trade_id'], 'is there twice']),
  together('a share of more than was kept', 'copy_shares', ofKept, moreThanKept, (line) => ['The high after', line['copy_id']]), // prettier-ignore
  edit('shares_received', any, 'amount', bumped),
  missing('shares_received', any, () => ['is a profit share of no month']),
];

const VALUE = (field: string) => (value: unknown) => ({ ...(value as Row), [field]: bumped((value as Row)[field]) });
const TERMS: Case[] = [
  edit('terms', is({ kind: 'instrument', key: 'EURUSD' }), 'value', VALUE('lot_size'), () => ['equired margin']), // prettier-ignore
  edit('terms', is({ kind: 'instrument', key: 'EURUSD' }), 'value', VALUE('buy_bps'), () => ['The rate of the night']), // prettier-ignore
  edit('terms', is({ kind: 'instrument', key: 'EURUSD' }), 'value', VALUE('leverage_cap'), () => ['The leverage of trade']), // prettier-ignore
  edit('terms', is({ kind: 'instrument', key: 'EURUSD' }), 'value', (value) => ({ ...(value as Row), digits: 3 }), () => ['is not on the tick']), // prettier-ignore
  edit('terms', is({ kind: 'instrument', key: 'EURUSD' }), 'value', (value) => ({ ...(value as Row), triple_weekday: null }), () => ['The number of nights']), // prettier-ignore
  edit('terms', is({ kind: 'financing', key: 'EURJPY' }), 'value', VALUE('buy_bps'), () => ['The rate of the night']), // prettier-ignore
  missing('terms', is({ kind: 'financing', key: 'EURJPY' }), () => ['The rate of the night']),
  edit('terms', is({ kind: 'package', key: 'raw' }), 'value', VALUE('markup'), () => ['The mark-up after purchase']), // prettier-ignore
  edit('terms', is({ kind: 'package', key: 'raw' }), 'value', (value) => ({ ...(value as Row), price: '2499.99' }), () => ['The price of purchase']), // prettier-ignore
  edit('terms', is({ kind: 'signal_plan', key: 'basic' }), 'value', VALUE('boost'), () => ['The signal strength after purchase']), // prettier-ignore
  edit('terms', is({ kind: 'account', key: 'start' }), 'value', VALUE('markup'), () => ['The mark-up of the account when it was opened']), // prettier-ignore
  edit('terms', is({ kind: 'loan_level', key: '1' }), 'value', VALUE('interest_bps'), () => ['The interest in entry']), // prettier-ignore
  missing('terms', is({ kind: 'instrument', key: 'EURUSD' }), () => ['The terms of EURUSD are missing']),
];

const month = (line: Row): readonly unknown[] => [line['month']];
const SHOWN: Case[] = [
  ...['opening', 'added', 'taken', 'closing'].map((field) => edit('statements', any, field, bumped, (line) => [`${field} of ${String(line['month'])}`])), // prettier-ignore
  missing('statements', any, month),
  edit('marks', is({ symbol: 'EURUSD' }), 'bid', () => '0.9', () => ['on trades']), // prettier-ignore
  edit('marks', is({ symbol: 'EURUSD' }), 'shares_num', () => '2', () => ['current_price of']), // prettier-ignore
  missing('marks', is({ symbol: 'EURUSD' }), () => ['current_price of', 'nothing in here says what it is']),
];

const action = (line: Row): readonly unknown[] => [`staff action ${String(line['number'])}`];
const STAFF: Case[] = [
  edit('staff_actions', any, 'action', () => 'deposit.reject', action),
  edit('staff_actions', any, 'subject_type', () => 'loan', action),
  edit('staff_actions', any, 'subject_id', () => STRANGER, action),
  edit('staff_actions', any, 'facts', (facts) => ({ ...(facts as Row), more: 'words' }), action),
  edit('staff_actions', any, 'at', later, action),
  edit('staff_actions', any, 'number', bumped, () => ['The number of staff action']), // prettier-ignore
  edit('staff_actions', any, 'nonce', () => ZEROS, action),
  edit('staff_actions', any, 'canonical', other('staff_actions', 'canonical'), action),
  doubled('staff_actions', any, (line) => [`staff action ${String(line['number'])} comes after`]),
];

/** One of each figure of each page. */
async function figures(): Promise<Case[]> {
  const { data } = await fullArchive();
  const kinds = new Map((data['figures'] ?? []).map((line) => [`${String(line['figure'])} on ${String(line['page'])}`, line])); // prettier-ignore
  const [first] = kinds.values();
  const at = (line: Row): Pick => is({ page: line['page'], of: line['of'], figure: line['figure'] });
  const named = (line: Row): string => {
    const [page, whose, name] = ['page', 'of', 'figure'].map((field) => line[field] as string | null);
    return whose === null ? `${name} on ${page}` : `${name} of ${whose} on ${page}`;
  };
  return [
    ...[...kinds].map(([what, line]) => ({
      ...edit('figures', at(line), 'value', bumped, (one) => [`${named(one)} is`]),
      what,
    })),
    ...[...kinds].slice(0, 6).map(([what, line]) => ({
      ...missing('figures', at(line), (one) => [`The figure ${named(one)} is missing`]),
      what: `a missing ${what}`,
    })),
    { ...doubled('figures', at(first as Row), (one) => [`The figure ${named(one)} is there twice`]), what: 'a figure that is there twice' }, // prettier-ignore
    {
      what: 'a figure that nobody can calculate',
      change: (forged) => {
        forged.data['figures']?.push({ page: 'home', of: null, figure: 'expected_profit', value: '9.00' });
        return ["The figure expected_profit on home isn't covered"];
      },
    },
  ];
}

const CASES: readonly Case[] = [
  ...[...ENTRIES, ...HEAD, ...FILLS, ...QUOTES, ...TRADES, ...HOURS, ...ORDERS, ...MONEY, ...COPIES, ...TERMS],
  ...[...SHOWN, ...STAFF],
  ...(await figures()),
];

describe('[U90] [U92] [U93] [U94] [U95] falsifications of a real client’s archive, packed again with new checksums', () => {
  it('are at least 100, of every kind of line that a check needs', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(100);
  });

  it('none: the archive itself holds, also packed again', async () => {
    const { checks } = await verifyArchive(packed(await fullArchive()));
    expect(checks.flatMap(({ failures }) => failures)).toEqual([]);
  });

  it.each(CASES.map((one, i) => ({ ...one, nth: i + 1 })))('$nth: $what is named', async ({ change }) => {
    const forged = await fullArchive();
    const named = change(forged).map(String);
    const failures = await failuresOf(packed(forged));
    expect(failures).toContainEqual(expect.stringMatching(new RegExp(`^(?=.*${named.map(escaped).join(')(?=.*')})`)));
  });
});

async function failuresOf(zip: Uint8Array): Promise<string[]> {
  const { checks, passed } = await verifyArchive(zip);
  const failures = checks.flatMap((check) => check.failures);
  expect(passed).toBe(failures.length === 0);
  return failures;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
