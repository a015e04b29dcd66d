import type { MailTemplate, templates } from './templates/index.ts';
import type { StandingValues } from './render.ts';

type Words<T> = T extends string ? T : T extends object ? Words<T[keyof T]> : never;
type PlaceholderIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;
/** What the mails name besides the values that are always there. */
type Placeholder = Exclude<PlaceholderIn<Words<(typeof templates)[MailTemplate]>>, keyof StandingValues>;

/** For every placeholder of every mail something that could be there. */
const EXAMPLES: Readonly<Record<Placeholder, string>> = {
  added: '$5.00',
  after: '$750.00',
  amount: '$250.00',
  at: '2 Mar 2026, 10:00',
  banner: 'We’re working on crypto deposits.',
  before: '$1,000.00',
  bitcoin: 'bc1q…',
  buy: '3.25%',
  buy_before: '3.00%',
  by: 'staff@example.com',
  client: '00000000-0000-7000-8000-000000000000',
  code: '123456',
  count: '2',
  crypto: '2',
  daily: '$0.27',
  day: '2 Mar 2026',
  device: 'Chrome on Windows',
  did: 'filled',
  direction: 'credit',
  due: '31 Mar 2026',
  ended: 'It expired',
  equity: '$480.00',
  ethereum: '0x…',
  filled: '1.08510',
  first: 'ledger.entry 1/42',
  from: '9 Mar 2026, 10:00',
  ground: 'identity check',
  high: '$1,200.00',
  id: '00000000-0000-7000-8000-000000000000',
  interest: '$8.20',
  left: '9',
  level: '1.09000',
  limit: '$200.00',
  loss: '$120.00',
  lots: '0.10',
  major: '30',
  minimum: '10.00',
  month: 'February 2026',
  name: 'Standard',
  new_email: 'new@example.com',
  next: '$500.00',
  now: '$250.00',
  other: '20',
  outcome: 'profit',
  owed: '$1,008.20',
  percent: '1.5',
  pips: '0.8',
  points: '10',
  price: '1.08500',
  proposed_by: 'colleague@example.com',
  rate: '$0.26',
  ratio: '4-for-1',
  reason: 'The back is cut off: all four corners must be visible',
  receipt: 'R-2026-000042',
  reference: 'CASE-42',
  required: '$500.00',
  result: 'a profit of $12.40',
  sell: '0.75%',
  sell_before: '0.50%',
  share: '10%',
  side: 'Buy',
  stock: '5',
  strength: '80',
  symbol: 'EURUSD',
  time: '2 Mar 2026, 10:00',
  token: 'example',
  trader: 'Trend bot',
  type: 'limit',
  until: '9 Mar 2026, 10:00',
  usdt: '0x…',
  what: 'Your password was changed',
  why: 'the market was closed',
};

const SHARE = { symbol: 'AAPL', lots: '40.00', price: '192.35' };
const PLAN = { name: 'Gold', price: '$5,000.00', before: '$12,000.00', after: '$7,000.00' };
const LIMIT = { name: 'daily loss limit' };
const SWITCH = { what: 'deposits' };
const PAYOUT = { reference: 'WIRE-2217' };
const REFUSED = { reason: 'The account name isn’t yours' };

/** What would read oddly with the example above: another kind of thing under the same name. */
const OF_ITS_OWN: { readonly [T in MailTemplate]?: Partial<Record<Placeholder, string>> } = {
  'deposit-rejected': { reason: 'The picture shows another amount' },
  'funds-undocumented': { reason: 'The bank statement is more than a year old' },
  'withdrawal-approved': PAYOUT,
  'withdrawal-rejected': REFUSED,
  'withdrawal-returned': { reason: 'The bank says that the account is closed' },
  'withdrawal-traced': { reason: 'It reached your bank on 2 Mar 2026, reference WIRE-2217' },
  'trade-losing': { percent: '50%' },
  'margin-call': { now: '118.4%', level: '120%' },
  'dividend-ahead': SHARE,
  'dividend-received': { ...SHARE, amount: '$10.40' },
  'dividend-paid': { ...SHARE, amount: '$10.40' },
  'split-ahead': SHARE,
  'split-applied': { ...SHARE, before: '10.00' },
  'trade-closed-by-split': { ...SHARE, lots: '0.50' },
  'order-cancelled-by-split': { ...SHARE, ratio: '1-for-200', lots: '1.00' },
  'trade-recorded': { reason: 'The order failed on our side, ticket 4821' },
  'trade-settled': { result: '$12.40', reason: 'You asked us by phone, ticket 4821' },
  'trade-settled-manual': { result: '$12.40', reason: 'The order failed on our side, ticket 4821' },
  'prices-unwatched': { from: '2 Mar 2026, 10:00', until: '2 Mar 2026, 10:07' },
  'limit-tighten': LIMIT,
  'limit-loosen': LIMIT,
  'limit-keep': LIMIT,
  'package-bought': PLAN,
  'signal-plan-bought': { ...PLAN, name: 'Silver' },
  'unlimited-bought': { ...PLAN, name: 'Signal unlimited' },
  'loan-rejected': { reason: 'Your income doesn’t cover the interest' },
  'passkey-added': { name: 'My phone' },
  'passkey-removed': { name: 'My phone' },
  'passkey-copied': { name: 'My phone' },
  'api-token-created': { name: 'Reports' },
  'sessions-ended': { reason: 'You told us that your phone was stolen' },
  'session-ended': { reason: 'This device was handed in' },
  adjustment: { reason: 'A deposit was counted at the wrong rate, ticket 4821' },
  suspended: { reason: 'We are checking several accounts under one name' },
  'hold-lifted': { reason: 'Your documents are complete' },
  'wallets-kept': { reason: 'The new Bitcoin address couldn’t be confirmed' },
  'switch-stopped': { ...SWITCH, reason: 'The bitcoin network is down' },
  'switch-started': { ...SWITCH, reason: 'The bitcoin network is back' },
  configured: { what: 'Instrument: GBP/JPY', reason: 'Its price source ends this week' },
};

/** What a mail is filled with where staff read what it says. */
export function examplesOf(name: MailTemplate): Readonly<Record<string, string>> {
  return { ...EXAMPLES, ...OF_ITS_OWN[name] };
}
