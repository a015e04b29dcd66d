import type { RouteWords } from '@clearbook/contracts/description';
import type { Route } from '@clearbook/contracts/routes';
import type { $ZodType } from 'zod/v4/core';
import { exampleOf } from './examples.ts';
import type { Json, Schemas, Value } from './schemas.ts';

type Words = readonly [text: string, example?: Value];

/** Parameters by name. `method path name` overrides one for a route. */
const PARAMETERS: Readonly<Record<string, Words>> = {
  limit: ['How many rows at most.', 20],
  cursor: ['`next_cursor` of the page before.'],
  page: ['The page, from 1.', 1],
  page_size: ['Rows per page.', 10],
  q: ['Part of an email address, in any case.', 'ada@'],
  status: ['Only rows with this status.'],
  symbols: ['Symbols, with commas between them; all of them where it is left out.', 'EURUSD,BTCUSD'],
  symbol: ['The instrument’s symbol.', 'EURUSD'],
  interval: ['The length of a bar.', '1h'],
  adjustment: [
    '`split` (where nothing is said): bars from before a split in the shares of now. `raw`: as they were traded.',
    'split',
  ],
  before: ['Only bars that begin before this time, RFC 3339 in UTC.', '2026-11-23T09:00:00.000Z'],
  start: ['Only from this time on, RFC 3339 in UTC.', '2026-11-01T00:00:00.000Z'],
  end: ['Only until this time, RFC 3339 in UTC.', '2026-11-23T00:00:00.000Z'],
  after: ['Only from this time on, RFC 3339 in UTC, or from this UTC day on.', '2026-11-01T00:00:00.000Z'],
  until: [
    'Only before this time, RFC 3339 in UTC, or up to this UTC day, which counts whole.',
    '2026-11-23T00:00:00.000Z',
  ],
  range: ['How far back.', '1m'],
  side: ['Only trades of this side.', 'buy'],
  hour: ['Only trades opened in this UTC hour.', '14'],
  holding: ['Only trades held so long: below five `minutes`, an `hour`, a `day`, a `week`, or `longer`.', 'day'],
  outcome: ['Only trades that ended above zero, or below it.', 'wins'],
  tag: ['Only trades with this tag of the client’s journal.', 'breakout'],
  year: ['The calendar year (UTC); this one where it is left out.', 2026],
  'GET /me/gains year': ['The calendar year (UTC).', '2026'],
  'GET /me/gains.csv year': ['The calendar year (UTC).', '2026'],
  state: ['Only rows in this state.'],
  type: ['Only orders of this type; `pending` names limit, stop and stop-limit orders together.', 'market'],
  client_order_id: ['The id that your own program gave the order.', 'grid-7/0042'],
  amount: ['US dollars and cents.', '500.00'],
  method: ['The coin to pay with.', 'bitcoin'],
  received_amount: ['The coins that arrived, at most eight decimals.', '0.00801234'],
  received_at: ['When they arrived, RFC 3339 in UTC.', '2026-11-20T14:05:00.000Z'],
  user_id: ['The client.'],
  origin: ['`live`: published as they arose (the default). `backtest`: worked out later.', 'live'],
  rule: ['Only signals of this rule.', 'average_cross'],
  paper: ['The size of the paper; `a4` where it is left out.', 'a4'],
  kind: ['Only entries of this kind.', 'deposits'],
  day: ['The UTC day, YYYY-MM-DD.', '2026-11-20'],
  from: ['The first UTC day, YYYY-MM-DD, included.', '2026-11-01'],
  to: ['The last UTC day, YYYY-MM-DD, included.', '2026-11-23'],
  queue: ['The queue.', 'withdrawals'],
  sort: ['`newest` first (the default), or another order of the table.', 'oldest'],
  'GET /admin/queue-items sort': ['`oldest` first (the default), or `newest`.', 'oldest'],
  'GET /admin/queue-items.csv sort': ['`oldest` first (the default), or `newest`.', 'oldest'],
  least: ['Only from this amount on, US dollars.', '100.00'],
  most: ['Only up to this amount, US dollars.', '5000.00'],
  claim: ['`free`: nobody has taken it. `mine`: you have.', 'free'],
  'GET /admin/queue-items method': ['Only of this method.', 'bank'],
  'GET /admin/queue-items.csv method': ['Only of this method.', 'bank'],
  'GET /admin/statement-lines method': ['Only of this account.', 'bank'],
  'GET /admin/statement-lines.csv method': ['Only of this account.', 'bank'],
  'GET /admin/statement-lines.csv after': ['Only from this UTC day on, YYYY-MM-DD.', '2026-11-01'],
  'GET /admin/statement-lines.csv until': ['Only up to this UTC day, YYYY-MM-DD, included.', '2026-11-23'],
  'GET /admin/users/:id/timeline kind': ['Only what is of this kind.', 'deposit'],
  'GET /admin/search q': [
    'A name, an email, a username, an id, a transaction, a destination, a reference or an amount.',
    'ada',
  ],
  'GET /me/statements q': ['Part of a symbol or reference, or an entry’s whole number.', 'EURUSD'],
  'GET /me/statements.csv q': ['Part of a symbol or reference, or an entry’s whole number.', 'EURUSD'],
  'GET /admin/audit status': ['Only this action, by its stable name.', 'withdrawal_approved'],
  'GET /admin/audit.csv status': ['Only this action, by its stable name.', 'withdrawal_approved'],
};

/** What an id in the address names, by the step before it. */
const OF_ID: Readonly<Record<string, Words>> = {
  instruments: ['The instrument’s symbol.', 'EURUSD'],
  views: ['The saved view.'],
  layouts: ['The saved layout.'],
  tape: ['The instrument’s symbol.', 'EURUSD'],
  charts: ['The instrument’s symbol.', 'EURUSD'],
  packages: ['The package.', 'silver'],
  'signal-plans': ['The signal plan.', 'plus-10'],
  entries: ['The entry’s number, as `GET /me/entries` and the statement give it.', '1042'],
  alerts: ['The price alert.'],
  statements: ['A month (`2026-11`), a quarter (`2026-Q4`) or a year (`2026`), in UTC.', '2026-11'],
  orders: ['The order.'],
  trades: ['The trade.'],
  deposits: ['The deposit.'],
  withdrawals: ['The withdrawal.'],
  loans: ['The loan.'],
  copies: ['The copy.'],
  traders: ['The trader.'],
  signals: ['The signal.'],
  purchases: ['The receipt.'],
  'staff-sessions': ['The session.'],
  'api-tokens': ['The token, by its id and never by its secret.'],
  sessions: ['The session.'],
  passkeys: ['The passkey.'],
  users: ['The client.'],
  holds: ['The hold.'],
  proposals: ['The proposal.'],
  verifications: ['The identity check, which has its client’s id.'],
  configuration: ['The version that is taken back.'],
  switches: ['What is stopped or started.', 'crypto'],
  'statement-files': ['The account that the statement is of.', 'bank'],
  'statement-lines': ['The line.'],
  'day-closes': ['The UTC day.', '2026-11-20'],
  files: ['The file.'],
};

const KEY_HEADER: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Your own name for this action. Sending it again with the same body gives the same answer and does nothing twice.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
  example: '4f1c9a52-deposit-1',
};

export function parametersOf(key: string, route: Route, schemas: Schemas): Json[] {
  return [
    ...described(key, route.params, 'path', schemas),
    ...described(key, route.query, 'query', schemas),
    ...(route.key ? [{ ...KEY_HEADER, required: route.key === true }] : []),
  ];
}

function described(key: string, schema: $ZodType | undefined, place: 'path' | 'query', schemas: Schemas): Json[] {
  if (schema === undefined) return [];
  const shape = schemas.of(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(shape.properties ?? {}).map(([name, { description: _general, ...own }]) => {
    const [text, given] = wordsOf(key, name, place);
    const example = given ?? (place === 'path' || name !== 'cursor' ? exampleOf(own, schemas, '', name) : undefined);
    return {
      name,
      in: place,
      required: place === 'path' || (shape.required ?? []).includes(name),
      description: text,
      schema: own,
      ...(example !== undefined && { example }),
    };
  });
}

function wordsOf(key: string, name: string, place: 'path' | 'query'): Words {
  const steps = key.split('/');
  const before = steps[steps.indexOf(`:${name}`) - 1] ?? '';
  const words = PARAMETERS[`${key} ${name}`] ?? (place === 'path' ? OF_ID[before] : PARAMETERS[name]);
  if (words === undefined) throw new Error(`${key}: the parameter ${name} has no words in openapi/parameters.ts.`);
  return words;
}

export type AnyWords = Omit<RouteWords<Route>, 'also' | 'example'> & {
  example?: unknown;
  also?: Partial<Record<number, string>>;
};
