import { randomUUID } from 'node:crypto';
import { routes } from '@clearbook/contracts/routes';
import type { Route, RouteKey, Routes } from '@clearbook/contracts/routes';
import fc from 'fast-check';
import type pg from 'pg';
import { safeParse } from 'zod/v4/core';
import { call, multipart, parsed } from '../http-client.ts';
import type { Answer, Call } from '../http-client.ts';
import { picture } from '../picture.ts';
import type { Person, Site } from '../site.ts';
import { asker, withdraws } from '../withdrawals.ts';
import {
  collectedTexts,
  FORBIDDEN_FIELDS,
  HOSTILE_BODIES,
  HOSTILE_COUNTS,
  HOSTILE_QUERY_TEXTS,
  hostileValues,
} from './hostile.ts';
import type { Kind } from './hostile.ts';
import { summary } from './races.ts';
import type { Figures } from './races.ts';

const LAYOUT = {
  shown: 1,
  active: 0,
  charts: [
    {
      symbol: 'EURUSD',
      interval: '1h',
      style: 'candles',
      indicators: [{ key: 'a1', id: 'sma', settings: { length: 20 } }],
      compare: ['BTC'],
    },
  ],
};
type Example = { body: Record<string, unknown>; kinds: Record<string, Kind> };
type TakesBody<K extends RouteKey> = K extends RouteKey ? (Routes[K] extends { body: unknown } ? K : never) : never;
/** No route that takes a body is left out: the type asks for each of them. */
type Examples = Record<TakesBody<RouteKey>, Example[]> & Partial<Record<RouteKey, Example[]>>;

const ACTIONS = {
  'POST /trades/close-all': [{ body: { symbol: 'ETH', only: 'winners' }, kinds: { symbol: 'choice', only: 'choice' } }],
  'POST /trades/:id/reverse': [{ body: { amount: '50.00' }, kinds: { amount: 'amount' } }],
  'PUT /me/margin-call': [{ body: { levels: [150] }, kinds: {} }],
  'POST /trades/:id/break-even': [{ body: { at: 'entry' }, kinds: { at: 'choice' } }],
} satisfies Partial<Examples>;

const PERSONAL = {
  'PUT /identity/details': [
    {
      body: {
        date_of_birth: '1990-02-28',
        residence: 'IE',
        nationality: 'PT',
        street: '1 Harbour Street',
        city: 'Galway',
        postal_code: 'H91 AB12',
        tax_number: '1234567A',
        source_of_funds: 'salary',
        source_detail: 'from my work',
      },
      kinds: {
        date_of_birth: 'choice',
        residence: 'choice',
        nationality: 'choice',
        street: 'line',
        city: 'line',
        postal_code: 'line',
        tax_number: 'line',
        source_of_funds: 'choice',
        source_detail: 'paragraph',
      },
    },
  ],
  'POST /me/knowledge-check': [
    {
      body: {
        leverage: 'own',
        stop_loss: 'always',
        margin: 'waits',
        overnight: 'nothing',
        risk: 'lower',
        traded: 'never',
        learned: 'no',
      },
      kinds: {
        leverage: 'choice',
        stop_loss: 'choice',
        margin: 'choice',
        overnight: 'choice',
        risk: 'choice',
        traded: 'choice',
        learned: 'choice',
      },
    },
  ],
  'POST /me/knowledge-check/confirm': [{ body: {}, kinds: {} }],
} satisfies Partial<Examples>;

/** The second of them is the hostile one. */
const TARGET_KINDS: Record<string, Kind> = { 'targets.1.price': 'decimal', 'targets.1.lots': 'lots' };
function twoTargets() {
  return {
    targets: [
      { price: '90000.00', lots: '0.01' },
      { price: '91000.00', lots: '0.01' },
    ],
  };
}

const ORDERS: Example[] = [
  {
    body: { symbol: 'ETH', side: 'buy', lots: '0.01', amount: '200.00', type: 'market' },
    kinds: { symbol: 'choice', side: 'choice', lots: 'lots', amount: 'amount', type: 'choice' },
  },
  {
    body: { symbol: 'ETH', side: 'buy', lots: '0.01', amount: '200.00', type: 'limit', limit_price: '1.00' },
    kinds: { limit_price: 'decimal' },
  },
  {
    body: {
      symbol: 'ETH',
      side: 'sell',
      lots: '0.01',
      amount: '200.00',
      type: 'stop',
      stop_price: '1.00',
      time_in_force: 'day',
    },
    kinds: { stop_price: 'decimal', time_in_force: 'choice' },
  },
  {
    body: {
      ...{ symbol: 'ETH', side: 'buy', lots: '0.01', amount: '200.00', type: 'limit', limit_price: '1.00' },
      order_class: 'oco',
      legs: [{ side: 'sell', lots: '0.01', amount: '200.00', type: 'stop', stop_price: '0.90' }],
    },
    kinds: { order_class: 'choice', limit_price: 'decimal' },
  },
  {
    body: { symbol: 'ETH', side: 'buy', lots: '0.02', amount: '200.00', type: 'market', ...twoTargets() },
    kinds: TARGET_KINDS,
  },
];

/** It looks like one, and nobody signed it. */
const PASSKEY = {
  id: 'Mx6bq0Vd2Zc8QpYy7r1aXw',
  client_data: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  authenticator_data: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MdAAAAAQ',
  signature: 'MEUCIQDqZ0VtY2Z4',
};

/** A body that each route would take, and what its fields are for. A route with a body that is not here fails the drill. */
export function examples(people: People): Examples {
  const email = people.client.email;
  const password = 'harbour lights at nine 5';
  const nothing: Example = { body: {}, kinds: {} };
  return {
    ...staffExamples(),
    ...PERSONAL,
    'POST /auth/sign-up': [
      {
        body: { username: 'newcomer', fullname: 'New Comer', email: 'newcomer@example.test', password },
        kinds: { username: 'line', fullname: 'line', email: 'email', password: 'password' },
      },
    ],
    'POST /auth/guest': [nothing],
    'POST /auth/guest/sign-up': [
      {
        body: { username: 'guest', fullname: 'No Guest', email: 'no-guest@example.test', password },
        kinds: { username: 'line', fullname: 'line', email: 'email', password: 'password' },
      },
    ],
    'POST /auth/sign-in': [
      { body: { email, password: 'not the right one' }, kinds: { email: 'email', password: 'password' } },
    ],
    'POST /auth/sign-out': [nothing],
    'POST /auth/reset/request': [{ body: { email: 'nobody@example.test' }, kinds: { email: 'email' } }],
    'POST /auth/reset/confirm': [
      { body: { token: 'a'.repeat(43), password }, kinds: { token: 'token', password: 'password' } },
    ],
    'POST /auth/password': [
      {
        body: { current_password: 'not the right one', new_password: password },
        kinds: { current_password: 'password', new_password: 'password' },
      },
    ],
    'POST /auth/step-up': [
      { body: { password: 'not the right one' }, kinds: { password: 'password' } },
      { body: { code: '123456' }, kinds: { code: 'line' } },
    ],
    'POST /auth/email': [
      {
        body: { email: 'other@example.test', password: 'not the right one' },
        kinds: { email: 'email', password: 'password' },
      },
    ],
    'POST /auth/email/confirm': [{ body: { token: 'a'.repeat(43) }, kinds: { token: 'token' } }],
    'POST /auth/lock': [{ body: { token: 'a'.repeat(43) }, kinds: { token: 'token' } }],
    'POST /notifications/unsubscribe': [
      { body: { token: `price_alerts.${'A'.repeat(22)}.${'A'.repeat(43)}` }, kinds: { token: 'token' } },
    ],
    'POST /auth/passkey/options': [nothing],
    'POST /auth/passkey/sign-in': [{ body: { credential: PASSKEY }, kinds: {} }],
    'POST /auth/step-up/passkey-options': [nothing],
    'POST /auth/step-up/passkey': [{ body: { credential: PASSKEY }, kinds: {} }],
    'POST /me/passkeys/options': [{ body: { password: 'not the right one' }, kinds: { password: 'password' } }],
    'POST /me/passkeys': [
      {
        body: {
          name: 'My phone',
          credential: { id: PASSKEY.id, client_data: PASSKEY.client_data, attestation: 'o2NmbXRkbm9uZQ' },
        },
        kinds: { name: 'line' },
      },
    ],
    'PATCH /me/passkeys/:id': [{ body: { name: 'My phone' }, kinds: { name: 'line' } }],
    'POST /auth/two-factor/enrol': [{ body: { password: 'not the right one' }, kinds: { password: 'password' } }],
    'POST /auth/two-factor/confirm': [{ body: { code: '000000' }, kinds: { code: 'code' } }],
    'POST /auth/two-factor/recovery-codes': [
      { body: { password: 'not the right one', code: '000000' }, kinds: { password: 'password', code: 'code' } },
    ],
    'POST /auth/two-factor/off': [
      { body: { password: 'not the right one', code: '000000' }, kinds: { password: 'password', code: 'code' } },
    ],
    'POST /me/sessions/end-others': [nothing],
    'POST /me/archives': [nothing],
    'POST /demo/top-up': [{ body: { amount: '10.00' }, kinds: { amount: 'amount' } }],
    'PUT /me/chart': [
      {
        body: LAYOUT,
        kinds: {},
      },
    ],
    'POST /me/layouts': [{ body: { name: 'Crypto', layout: LAYOUT }, kinds: { name: 'line' } }],
    'PATCH /me/layouts/:id': [{ body: { name: 'Forex', layout: LAYOUT }, kinds: { name: 'line' } }],
    'PUT /me/charts/:id': [
      {
        body: { drawings: [{ key: 'a1', kind: 'level', points: [{ time: 1_767_225_600, price: '1.0875' }] }] },
        kinds: {},
      },
    ],
    'POST /orders': ORDERS,
    'POST /orders/preview': ORDERS,
    'PATCH /orders/:id': [
      {
        body: { price: '1.00', lots: '0.02', amount: '300.00', stop_loss: '0.50' },
        kinds: { price: 'decimal', lots: 'lots', amount: 'amount', stop_loss: 'decimal' },
      },
      { body: twoTargets(), kinds: TARGET_KINDS },
    ],
    'POST /orders/cancel-all': [
      { body: { symbol: 'ETH', type: 'limit' }, kinds: { symbol: 'choice', type: 'choice' } },
    ],
    'POST /orders/:id/cancel': [nothing],
    ...ACTIONS,
    'PATCH /trades/:id': [
      {
        body: { stop_loss: '0.50', take_profit: null, trailing_distance: null },
        kinds: { stop_loss: 'decimal', take_profit: 'decimal', trailing_distance: 'decimal' },
      },
      {
        body: { stop_loss: null, take_profit: null, trailing_distance: null, ...twoTargets() },
        kinds: TARGET_KINDS,
      },
    ],
    'POST /trades/:id/close': [{ body: { lots: '0.01' }, kinds: { lots: 'lots' } }],
    'POST /trades/:id/close/cancel': [nothing],
    'POST /deposits': [{ body: { amount: '50.00', method: 'bitcoin' }, kinds: { amount: 'amount', method: 'choice' } }],
    'POST /withdrawals': [
      {
        body: { method: 'bank', amount: '20.00', an: '12345678', bn: 'First Bank', aname: 'Ann Lee' },
        kinds: { method: 'choice', amount: 'amount', an: 'address', bn: 'line', aname: 'line' },
      },
      {
        body: { method: 'crypto', amount: '20.00', coin: 'bitcoin', address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' },
        kinds: { amount: 'amount', coin: 'choice', address: 'address' },
      },
      {
        body: {
          method: 'crypto',
          amount: '20.00',
          coin: 'ethereum',
          address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        },
        kinds: { address: 'address' },
      },
      {
        body: { method: 'crypto', amount: '20.00', coin: 'usdt', address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' },
        kinds: { address: 'address' },
      },
      {
        body: { method: 'paypal', amount: '20.00', paypalemail: email },
        kinds: { amount: 'amount', paypalemail: 'email' },
      },
      {
        body: { method: 'cashapp', amount: '20.00', cashapptag: '$annlee' },
        kinds: { amount: 'amount', cashapptag: 'choice' },
      },
      {
        body: { method: 'gcash', amount: '20.00', gcashacctnumber: '09171234567', gcashacctname: 'Ann Lee' },
        kinds: { amount: 'amount', gcashacctnumber: 'digits', gcashacctname: 'line' },
      },
    ],
    'POST /withdrawals/:id/confirm': [{ body: { code: '000000' }, kinds: { code: 'code' } }],
    'POST /withdrawals/:id/resend': [nothing],
    'POST /withdrawals/:id/cancel': [nothing],
    'POST /withdrawals/:id/not-received': [nothing],
    'POST /loans': [
      {
        body: { level: 1, monthly_income: '5000.00', goals: 'a house' },
        kinds: { level: 'choice', monthly_income: 'amount', goals: 'paragraph' },
      },
    ],
    'POST /loans/:id/repay': [{ body: { amount: '10.00' }, kinds: { amount: 'amount' } }],
    'POST /notifications/read': [{ body: { id: '01890000-0000-7000-8000-000000000000' }, kinds: { id: 'choice' } }],
    'PUT /signals/coverage': [{ body: { symbols: ['BTC'] }, kinds: {} }],
    'PUT /me/protection': [
      {
        body: { daily_loss: '100.00', deposit_day: '200.00', deposit_week: '300.00', deposit_month: '400.00' },
        kinds: { daily_loss: 'amount', deposit_day: 'amount', deposit_week: 'amount', deposit_month: 'amount' },
      },
    ],
    'POST /me/time-outs': [{ body: { length: '24h' }, kinds: { length: 'choice' } }],
    'POST /me/time-outs/return': [nothing],
    'POST /alerts': [
      {
        body: { symbol: 'BTC', kind: 'above', price: '800000000' },
        kinds: { symbol: 'choice', kind: 'choice', price: 'decimal' },
      },
      { body: { symbol: 'BTC', kind: 'rises', percent: '5' }, kinds: { percent: 'decimal' } },
    ],
    'PUT /alerts/:id': [
      { body: { kind: 'above', price: '800000000' }, kinds: { kind: 'choice', price: 'decimal' } },
      { body: { kind: 'falls', percent: '5' }, kinds: { percent: 'decimal' } },
    ],
    'DELETE /alerts/:id': [nothing],
    'PUT /me/push': [
      {
        body: {
          endpoint: 'https://push.example.com/send/4f1c',
          p256dh: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
          auth: 'BTBZMqHH6r4Tts7J_aSIgg',
          details: false,
        },
        kinds: { endpoint: 'choice', p256dh: 'token', auth: 'token' },
      },
    ],
    'DELETE /me/push': [nothing],
    'PUT /me/watchlist': [{ body: { symbols: ['BTC'] }, kinds: {} }],
    'PUT /trades/:id/journal': [{ body: { note: 'late entry', tags: ['breakout'] }, kinds: { note: 'paragraph' } }],
    'PUT /notifications/settings': [{ body: { own_doings: false }, kinds: {} }],
    'POST /me/close': [{ body: { password: 'not the right one' }, kinds: { password: 'password' } }],
    'POST /packages/:id/purchase': [nothing],
    'POST /signal-plans/:id/purchase': [nothing],
    'POST /traders/:id/copy': [
      {
        body: { amount: '50.00', copy_open: false, stop_loss: '10.00' },
        kinds: { amount: 'amount', stop_loss: 'amount' },
      },
    ],
    'DELETE /traders/:id/copy': [{ body: { keep: true }, kinds: {} }],
    'POST /traders/:id/copy/pause': [nothing],
    'POST /traders/:id/copy/resume': [nothing],
  };
}

/** The same of the Manage area. */
function staffExamples() {
  const nothing: Example = { body: {}, kinds: {} };
  const reject = { decision: 'reject', reason: 'not this one' };
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  return {
    'POST /admin/verifications/:id/decision': [
      { body: { decision: 'approve', expires_on: null }, kinds: { decision: 'choice' } },
      { body: reject, kinds: { reason: 'paragraph' } },
    ],
    'POST /admin/verifications/:id/source-of-funds/review': [
      { body: { newest: '018f0000-0000-7000-8000-000000000000' }, kinds: { newest: 'choice' } },
    ],
    'PUT /admin/verifications/:id/dates': [
      { body: { expires_on: null, reason: 'as agreed' }, kinds: { reason: 'paragraph' } },
    ],
    'PATCH /admin/users/:id': [
      // Something else changes too: a body that would change nothing is refused as a whole, and no field of it is marked.
      {
        body: { signal_strength: 5, status: 'active', reason: 'as agreed' },
        kinds: { signal_strength: 'count' },
      },
      {
        body: { billing_status: 'Enabled', code_status: 'Enabled', status: 'suspended', reason: 'asked for' },
        kinds: { billing_status: 'choice', code_status: 'choice', status: 'choice', reason: 'paragraph' },
      },
    ],
    'POST /admin/users/:id/tags': [{ body: { tag: 'second opinion' }, kinds: { tag: 'line' } }],
    'POST /admin/users/:id/tags/remove': [{ body: { tag: 'second opinion' }, kinds: { tag: 'line' } }],
    'POST /admin/users/:id/notes': [{ body: { text: 'called about a transfer' }, kinds: { text: 'note' } }],
    'POST /admin/staff-sessions/:id/end': [{ body: { reason: 'a lost laptop' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/api-tokens': [
      {
        body: { name: 'nightly report', permissions: ['market.read'], days: 30, networks: ['192.0.2.0/24'] },
        kinds: { name: 'line', permissions: 'choice', days: 'count', 'networks.0': 'choice' },
      },
    ],
    'POST /admin/api-tokens/:id/revoke': [{ body: { reason: 'no longer needed' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/users/:id/end-sessions': [{ body: { reason: 'a stolen phone' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/users/:id/source-of-funds': [
      {
        body: { documented: true, reason: 'payslips' },
        kinds: { documented: 'choice', reason: 'paragraph' },
      },
    ],
    'POST /admin/users/:id/adjustments': [
      {
        body: { direction: 'credit', amount: '1.00', reason: 'goodwill' },
        kinds: { direction: 'choice', amount: 'amount', reason: 'paragraph' },
      },
      {
        body: { direction: 'debit', amount: '1.00', reason: 'entered twice', corrects: '1' },
        kinds: { corrects: 'digits' },
      },
    ],
    'POST /admin/users/:id/holds': [
      {
        body: { code: 'aml_review', reference: 'AML-7', ends_at: tomorrow },
        kinds: { code: 'choice', reference: 'line', ends_at: 'choice' },
      },
    ],
    'POST /admin/holds/:id/renew': [{ body: { ends_at: tomorrow }, kinds: { ends_at: 'choice' } }],
    'POST /admin/holds/:id/lift': [{ body: { reason: 'cleared' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/users/:id/trades': [
      {
        body: { type: 'profit', symbol: 'EURUSD', side: 'buy', amount: '1.00', reason: 'goodwill' },
        kinds: { type: 'choice', symbol: 'choice', side: 'choice', amount: 'amount', reason: 'paragraph' },
      },
      {
        body: { type: 'loss', symbol: 'BTC', side: 'sell', amount: '1.00', reason: 'entered twice', corrects: '1' },
        kinds: { corrects: 'digits' },
      },
    ],
    'POST /admin/trades/:id/settle': [
      {
        body: { type: 'profit', amount: '1.00', reason: 'goodwill' },
        kinds: { type: 'choice', reason: 'paragraph' },
      },
    ],
    'POST /admin/deposits/:id/decision': [
      {
        body: {
          decision: 'approve',
          txid: 'ab'.repeat(32),
          output_index: 0,
          received_amount: '0.001',
          confirm_credit: '60.00',
        },
        kinds: {
          decision: 'choice',
          txid: 'line',
          output_index: 'count',
          received_amount: 'decimal',
          confirm_credit: 'amount',
        },
      },
      { body: reject, kinds: { reason: 'paragraph' } },
    ],
    'POST /admin/withdrawals/:id/decision': [
      {
        body: { decision: 'approve', payout_reference: 'wire 9' },
        kinds: { decision: 'choice', payout_reference: 'line' },
      },
      { body: reject, kinds: { reason: 'paragraph' } },
    ],
    'POST /admin/withdrawals/:id/traced': [{ body: { reason: 'the bank has it' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/withdrawals/:id/return': [{ body: { reason: 'account closed' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/proposals': [
      {
        body: { action: 'add_staff', email: 'desk.two@example.test', reason: 'joins the desk' },
        kinds: { action: 'choice', email: 'email', reason: 'paragraph' },
      },
      {
        body: { action: 'remove_staff', member_id: '01890000-0000-7000-8000-000000000000', reason: 'has left' },
        kinds: { member_id: 'choice' },
      },
    ],
    'POST /admin/views': [
      {
        body: { table: 'users', name: 'suspended', address: { status: 'suspended' } },
        kinds: { table: 'choice', name: 'line' },
      },
    ],
    'PATCH /admin/views/:id': [{ body: { name: 'closed', address: { status: 'closed' } }, kinds: { name: 'line' } }],
    'POST /admin/signal-dismissals': [
      {
        body: {
          what: 'deposit',
          id: '01890000-0000-7000-8000-000000000000',
          kind: 'same_image',
          digest: '0123456789abcdef0123456789abcdef',
          reason: 'One family',
        },
        kinds: { what: 'choice', id: 'choice', kind: 'choice', digest: 'choice' },
      },
    ],
    'POST /admin/queue-claims': [
      {
        body: { queue: 'deposits', id: '01890000-0000-7000-8000-000000000000' },
        kinds: { queue: 'choice', id: 'choice' },
      },
    ],
    'POST /admin/queue-claims/release': [
      {
        body: { queue: 'deposits', id: '01890000-0000-7000-8000-000000000000' },
        kinds: { queue: 'choice', id: 'choice' },
      },
    ],
    'POST /admin/release-limits': [
      {
        body: { day_limit: '20000.00', client_limit: '5000.00', reason: 'a quiet week' },
        kinds: { day_limit: 'amount', client_limit: 'amount', reason: 'paragraph' },
      },
    ],
    'POST /admin/proposals/:id/decision': [
      { body: { decision: 'approve' }, kinds: { decision: 'choice' } },
      { body: { decision: 'decline', reason: 'not now' }, kinds: { reason: 'paragraph' } },
    ],
    'POST /admin/packages': [
      {
        body: { name: 'Desk', price: '1500.00', markup: '0.5', leverage: '30', features: ['Narrow spreads'] },
        kinds: { name: 'line', price: 'amount', markup: 'decimal', leverage: 'decimal' },
      },
    ],
    'POST /admin/configuration': [
      {
        body: {
          setting: { item: 'instrument', key: 'CHFJPY', value: { state: 'off' } },
          effective_at: null,
          reason: 'a drill',
        },
        kinds: { reason: 'paragraph' },
      },
    ],
    'POST /admin/configuration/:id/revert': [{ body: { reason: 'a drill' }, kinds: { reason: 'paragraph' } }],
    // The first is refused: it isn't stopped. Sign-up alone stops nothing of what the drill does.
    'POST /admin/switches/:id/start': [{ body: { reason: 'all is well' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/switches/:id/stop': [
      { body: { banner: 'Back soon', reason: 'a drill' }, kinds: { banner: 'line', reason: 'paragraph' } },
    ],
    'POST /admin/statement-balances': [
      {
        body: { method: 'bank', day: '2026-03-09', balance: '-1.00' },
        kinds: { method: 'choice', day: 'choice', balance: 'amount' },
      },
    ],
    'POST /admin/statement-lines/:id/match': [
      { body: { kind: 'other', reason: 'a fee' }, kinds: { kind: 'choice', reason: 'paragraph' } },
    ],
    'POST /admin/statement-lines/:id/unmatch': [{ body: { reason: 'not this' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/day-closes/:id/prepare': [
      {
        body: { named: [{ key: 'balance:bank', explanation: 'a fee' }] },
        kinds: { 'named.0.key': 'choice', 'named.0.explanation': 'line' },
      },
    ],
    'POST /admin/day-closes/:id/sign': [{ body: {}, kinds: {} }],
    'POST /admin/day-closes/:id/send-back': [{ body: { reason: 'once more' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/traders': [
      {
        body: {
          name: 'Ada',
          return_rate: '10%',
          followers: '3',
          minibalance: '100.00',
          profit_share: '10.00',
          client_email: 'nobody@example.test',
        },
        kinds: {
          name: 'line',
          return_rate: 'line',
          followers: 'line',
          minibalance: 'amount',
          profit_share: 'decimal',
          client_email: 'email',
        },
      },
    ],
    'DELETE /admin/traders/:id': [nothing],
    'DELETE /admin/users/:id': [{ body: { reason: 'not this one' }, kinds: { reason: 'paragraph' } }],
    'POST /admin/mail/test': [{ body: { name: 'top-up' }, kinds: { name: 'line' } }],
    'POST /admin/mail/retry': [nothing],
    'PUT /admin/settings': [
      {
        body: { sitename: 'Clearbook', miniwithdrawal: '10.00', withdrawalpercent: '1.00', reason: 'as agreed' },
        kinds: { sitename: 'line', miniwithdrawal: 'decimal', withdrawalpercent: 'decimal', reason: 'paragraph' },
      },
    ],
    'POST /admin/wallets/keep': [{ body: { reason: 'not ours' }, kinds: { reason: 'paragraph' } }],
    'PUT /admin/wallets': [
      {
        body: {
          bitcoin: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
          ethereum: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
          usdt: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
          reason: 'as agreed',
        },
        kinds: { bitcoin: 'address', ethereum: 'address', usdt: 'address', reason: 'paragraph' },
      },
    ],
  } satisfies Partial<Examples>;
}

const DOT = picture(0);
/** Zero is a right value where these say how much a rule asks for. */
const MAY_BE_ZERO = new Set([
  'day_limit',
  'client_limit',
  'miniwithdrawal',
  'withdrawalpercent',
  'markup',
  'minibalance',
  'profit_share',
]);
/** Values that look hostile and are right in these fields. */
const FINE: Record<string, (value: unknown) => boolean> = {
  an: (value) => typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9 -]{3,39}$/.test(value.trim()),
  cashapptag: (value) => typeof value === 'string' && /^\$?[A-Za-z][A-Za-z0-9_-]{0,29}$/.test(value.trim()),
  gcashacctnumber: (value) => typeof value === 'string' && /^\+?[0-9]{7,15}$/.test(value.trim()),
  goals: (value) => typeof value === 'string' && value === 'x'.repeat(501),
  banner: (value) => value === 'x'.repeat(121),
  output_index: (value) => value === 0,
  // An account may be overdrawn, and an explanation may be longer than most lines.
  balance: (value) => typeof value === 'string' && /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(value),
  'named.0.explanation': (value) => value === 'x'.repeat(121),
  // Null takes a stop, a target, or a limit of one's own away.
  stop_loss: (value) => value === null,
  take_profit: (value) => value === null,
  trailing_distance: (value) => value === null,
  daily_loss: (value) => value === null,
  deposit_day: (value) => value === null,
  deposit_week: (value) => value === null,
  deposit_month: (value) => value === null,
  profit_share: (value) => typeof value === 'string' && /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 50,
  withdrawalpercent: (value) => typeof value === 'string' && /^\d{1,3}(\.\d{1,2})?$/.test(value) && Number(value) <= 5,
};

export type People = { client: Person; admin: Person; leaving: Person };
export type Things = { trade: string; deposit: string; pending: string; awaiting: string };

export type BadInputOptions = {
  /** Every how many of the hostile requests are sent: 1 sends all. */
  every: number;
  /** Random bodies a route. */
  runs: number;
  /** How many collected texts go through free text fields. */
  texts: number;
};

/** What is written down whatever comes of the request: that staff took a table with them, and for which payment they tried to credit a deposit. */
function mayChange(key: RouteKey): string | undefined {
  const route: Route = routes[key];
  if (key === 'POST /admin/deposits/:id/decision') return 'app.payment_try';
  return route.csv !== undefined && route.policy === 'admin' ? 'ledger.audit' : undefined;
}

/** Every route that takes something, given what nobody should send it. */
export async function badInput(
  site: Site,
  { every, runs, texts }: BadInputOptions,
): Promise<Figures & { wrong: string[] }> {
  const wrong: string[] = [];
  const tag = randomUUID().slice(0, 8);
  const people: People = {
    client: await site.client(`bad-${tag}`),
    admin: site.admin,
    leaving: await site.client(`leaving-${tag}`),
  };
  const things = await prepare(site, people);
  const given = examples(people);
  let sent = 0;
  let before = await site.look(fingerprint);

  for (const key of Object.keys(routes) as RouteKey[]) {
    const route: Route = routes[key];
    if (!route.body && !route.query && !route.params && !route.files) continue;
    for (const [request, field] of hostileRequests(key, route, given[key] ?? [], things, people, runs)) {
      if (sent++ % every !== 0) continue;
      const problem = judge(await call(site.urls[0] ?? '', request), field);
      if (problem !== undefined)
        wrong.push(`${key} ${problem} for ${(request.raw ?? request.path).toString().slice(0, 160)}`);
    }
    const after = await site.look(fingerprint);
    for (const [table, value] of after)
      if (before.get(table) !== value && table !== mayChange(key)) wrong.push(`${key} changed ${table}`);
    before = after;
  }
  const names = await acceptedNames(site, tag);
  const literal = await literalTexts(site, people, texts);
  wrong.push(...names.wrong, ...literal.wrong);
  return {
    wrong,
    ok: wrong.length === 0,
    figures: `${Math.ceil(sent / every)} hostile requests to ${Object.keys(routes).length} routes, each refused with 4xx and nothing changed; ${names.count} names in all scripts accepted; ${literal.stored} of ${literal.count} texts stored and shown literally, the others refused with a field message${summary(wrong)}`,
  };
}

/** Where it is said that a field is missing, if not there: a second order makes no sense without its class. */
const MISSED_AT: Record<string, string> = { order_class: 'legs' };

/** The body with another value of this field, which may stand in a list: `targets.1.price`. */
function withField(body: Example['body'], field: string, value: unknown): Example['body'] {
  const [name = '', ...within] = field.split('.');
  if (within.length === 0) return { ...body, [name]: value };
  const own = body[name] as Example['body'];
  const changed = withField(own, within.join('.'), value);
  return { ...body, [name]: Array.isArray(own) ? Object.values(changed) : changed };
}

/** `field`: the name that the answer must mark; null where only a refusal counts; 'any' where any answer below 500 will do. */
function* hostileRequests(
  key: RouteKey,
  route: Route,
  given: Example[],
  things: Things,
  people: People,
  runs: number,
): Generator<[Call, string | null]> {
  const [method = '', path = ''] = key.split(' ');
  const person =
    route.policy === 'admin' ? people.admin : key === 'POST /auth/sign-out' ? people.leaving : people.client;
  const about = path.replace(':id', idFor(key, things, people));
  const base = (): Call => ({ method, path: about, cookie: person.cookie, ...(route.key && { key: randomUUID() }) });
  const json = (text: string | Buffer): Call => ({
    ...base(),
    raw: text,
    headers: { 'content-type': 'application/json' },
  });

  if (route.body) {
    for (const { body, kinds } of given) {
      for (const [field, kind] of Object.entries(kinds)) {
        for (const value of hostileValues(kind)) {
          if (FINE[field]?.(value) || (MAY_BE_ZERO.has(field) && (value === '0' || value === '0.00'))) continue;
          yield [json(JSON.stringify(withField(body, field, value))), field];
        }
        const without = withField(body, field, undefined);
        if (!safeParse(route.body, without).success) yield [json(JSON.stringify(without)), MISSED_AT[field] ?? field];
      }
      for (const field of FORBIDDEN_FIELDS) {
        if (field in body) continue;
        for (const value of ['admin', '1000000.00', true])
          yield [json(JSON.stringify({ ...body, [field]: value })), field];
      }
      yield [json(JSON.stringify(body).replace(/^\{/, '{"__proto__":{"role":"admin"},').replace(',}', '}')), null];
      yield [json(JSON.stringify({ ...body, constructor: { prototype: { role: 'admin' } } })), 'constructor'];
      const whole = JSON.stringify(body);
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'text/plain;\tapplication/json',
        'application/jsonx',
        'application/json, text/plain',
        '',
      ]) {
        yield [{ ...base(), raw: whole, headers: { 'content-type': type } }, null];
      }
    }
    const mayBeEmpty = safeParse(route.body, {}).success;
    for (const raw of HOSTILE_BODIES) {
      // Nothing at all is a right body where nothing is asked for.
      if (mayBeEmpty && ['', ' ', 'null', '\ufeff{}'].includes(raw.toString())) continue;
      yield [json(raw), null];
    }
    for (const value of fc.sample(
      fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom('x', ...Object.keys(given[0]?.body ?? {})), fc.jsonValue()),
      ),
      { numRuns: runs, seed: 20_260_311 },
    )) {
      const text = JSON.stringify(value) ?? 'null';
      if (!safeParse(route.body, JSON.parse(text) ?? {}).success) yield [json(text), null];
    }
  }
  if (route.key && given[0]) {
    const body = JSON.stringify(given[0].body);
    for (const bad of ['', ' ', 'a b', 'x'.repeat(201), 'ключ'].filter((text) => /^[\x20-\x7e]*$/.test(text)))
      yield [{ ...json(body), key: bad }, null];
    if (route.key === true)
      yield [
        { method, path: about, cookie: person.cookie, raw: body, headers: { 'content-type': 'application/json' } },
        null,
      ];
  }
  if (route.query) {
    const text = (name: string, value: string, field: string | null): [Call, string | null] => [
      { ...base(), path: `${about}?${name}=${value}` },
      field,
    ];
    for (const name of ['limit', 'page', 'page_size']) {
      for (const value of HOSTILE_COUNTS) yield text(name, value, name);
      yield text(name, '1&limit=2&page=2&page_size=2&limit=3&page=3&page_size=3', null);
    }
    for (const name of ['cursor', 'q', 'status', 'symbols', 'symbol', 'interval', 'state', 'amount', 'method'])
      for (const value of HOSTILE_QUERY_TEXTS) yield text(name, value, 'any');
    for (const name of ['role', '__proto__', 'constructor', '__proto__[role]', 'limit[]', 'cursor[$ne]'])
      yield text(name, '1', null);
  }
  if (route.params) {
    for (const id of [
      'x',
      '0',
      '-1',
      '%00',
      '%ff',
      '..',
      '%2e%2e%2f',
      '%27',
      "1'or'1'='1",
      'null',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
      '00000000-0000-0000-0000-00000000000g',
      'x'.repeat(150),
      '%E2%80%AE',
      '{}',
    ]) {
      // Dots are folded away before anything is sent: this would be another route's own address.
      if (id === '..' && `${method} ${new URL(path.replace(':id', id), 'http://host').pathname}` in routes) continue;
      yield [
        {
          ...base(),
          path: path.replace(':id', id),
          ...(method !== 'GET' && {
            raw: JSON.stringify(given[0]?.body ?? {}),
            headers: { 'content-type': 'application/json' },
          }),
        },
        null,
      ];
    }
  }
  if (route.files) {
    for (const data of [
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      Buffer.from('GIF89a'),
      DOT.subarray(0, 30),
      Buffer.from('%PDF-1.4'),
      Buffer.alloc(9 * 1024 * 1024),
    ]) {
      yield [{ ...base(), ...multipart('file', 'proof.png', data) }, null];
    }
    yield [{ ...base(), ...multipart('other', 'proof.png', DOT) }, null];
    yield [json('{}'), null];
    for (const [name, value] of Object.entries(multipart('file', 'proof.png', DOT)).slice(0, 1))
      if (name === 'raw')
        yield [{ ...base(), raw: value as Buffer, headers: { 'content-type': 'multipart/form-data' } }, null];
  }
}

function judge(answer: Answer, field: string | null): string | undefined {
  if (answer.status >= 500) return `answered ${answer.status}`;
  if (field === 'any' && answer.status < 400) return undefined;
  // A preview answers with what the order would be refused for.
  if (answer.status === 200 && answer.text.includes('"refusal":{"code":')) return undefined;
  if (answer.status < 400) return `accepted it (${answer.status})`;
  if (answer.status === 429) return 'answered 429';
  if (!answer.headers['content-type']?.startsWith('application/problem+json'))
    return `answered ${answer.headers['content-type']}`;
  const problem = JSON.parse(answer.text) as {
    status: number;
    code: string;
    detail: string;
    fields: { name: string; message: string }[];
  };
  if (problem.status !== answer.status || problem.detail === '' || !/^[a-z_]+\.[a-z_]+$/.test(problem.code))
    return `answered ${answer.text}`;
  if (field === null || field === 'any' || answer.status !== 422) return undefined;
  // Of a list, the element that is wrong is marked.
  const isMarked = (name: string): boolean => name === field.trim() || name.startsWith(`${field.trim()}.`);
  return problem.fields.some(({ name, message }) => isMarked(name.trim()) && message !== '')
    ? undefined
    : `did not mark ${field}: ${answer.text.slice(0, 300)}`;
}

async function prepare(site: Site, { client, admin }: People): Promise<Things> {
  const base = site.urls[0] ?? '';
  const send = async <T>(person: Person, path: string, body: unknown, method = 'POST') =>
    parsed<T>(await call(base, { method, path, body, cookie: person.cookie, key: randomUUID() }));
  await send(client, '/demo/top-up', { amount: '10000.00' });
  const pay = { amount: '20.00', method: 'paypal', paypalemail: client.email };
  const { trade_id: trade } = await send<{ trade_id: string }>(client, '/orders', {
    symbol: 'ETH',
    side: 'buy',
    lots: '0.02',
    amount: '500.00',
    type: 'market',
  });
  const { id: pending } = await withdraws(asker(base, client), pay);
  const { id: deposit } = await send<{ id: string }>(client, '/deposits', { amount: '50.00', method: 'bitcoin' });
  parsed(
    await call(base, {
      path: `/deposits/${deposit}/proof`,
      cookie: client.cookie,
      key: randomUUID(),
      ...multipart('file', 'proof.png', DOT),
    }),
  );
  await send(
    admin,
    `/admin/users/${client.id}`,
    { code_status: 'Enabled', reason: 'asked for by the client' },
    'PATCH',
  );
  const { id: awaiting } = await send<{ id: string }>(client, '/withdrawals', pay);
  return { trade, deposit, pending, awaiting };
}

export function idFor(key: RouteKey, things: Things, people: People): string {
  if (key.includes('/charts/')) return 'EURUSD';
  if (key.includes('/switches')) return 'sign_up';
  if (key.includes('/statement-files')) return 'bank';
  // A day that is never over.
  if (key.includes('/day-closes')) return '2099-12-31';
  if (key.includes('/trades')) return things.trade;
  if (key.includes('/deposits')) return things.deposit;
  if (key.includes('/confirm') || key.includes('/resend')) return things.awaiting;
  if (key.includes('/withdrawals')) return things.pending;
  return people.client.id;
}

/**
 * What every table holds, as one hash a table. Left out is what reading and refusing may change: keys of refused commands, the time a session
 * was last seen, counters of limits, mail on its way out, where house accounts keep their sums, the record of signals, which grows by the hour, and what the
 * server does by itself with what others wrote: its log, and when it last walked the books.
 */
async function fingerprint(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('ledger', 'app')
       and tablename not in ('command', 'head', 'rate_limit', 'session', 'process', 'mail_outbox', 'notification', 'statement_mark', 'house_delta', 'house_balance', 'known_device',
       'track_record', 'watch', 'invalidation', 'signal', 'signal_bar', 'signal_head', 'signal_score', 'signal_total', 'integrity_look', 'integrity_mark', 'integrity_balance', 'integrity_account')
       and tablename not like 'log\\_%'`,
  );
  const { rows } = await pool.query<{ name: string; hash: string }>(
    [
      ...tables.map(
        ({ name }) =>
          `select '${name}' as name, count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash from ${name} t`,
      ),
      `select 'the trial balance', md5(string_agg(t::text, '|')) from ledger.trial_balance t`,
      `select 'sessions', count(*)::text from app.session`,
    ].join(' union all '),
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

const NAMES = [
  'محمد عبد الله',
  "Siobhán O'Neil",
  'D’Angelo',
  'Ł'.repeat(120),
  'Nguyễn Thị Minh Khai',
  '山田 太郎',
  'Zoë-Anne van der Berg',
  'नरेन्द्र',
  'J',
  'שרה',
  "O'",
  'Null',
  'x'.repeat(120),
];

async function acceptedNames(site: Site, tag: string): Promise<{ count: number; wrong: string[] }> {
  const wrong: string[] = [];
  const base = site.urls[0] ?? '';
  for (const [i, fullname] of NAMES.entries()) {
    const email = `name${i}-${tag}@example.test`;
    const password = 'tide and timber 41';
    const made = await call(base, {
      path: '/auth/sign-up',
      body: { username: fullname.slice(0, 60), fullname, email, password },
    });
    if (made.status !== 201) wrong.push(`the name ${fullname} was refused: ${made.text}`);
    else if (
      parsed<{ fullname: string }>(await call(base, { path: '/auth/sign-in', body: { email, password } })).fullname !==
      fullname
    )
      wrong.push(`the name ${fullname} came back otherwise`);
  }
  return { count: NAMES.length, wrong };
}

/** What people type is refused with a word about why, or stored and given back as it is. */
async function literalTexts(
  site: Site,
  { client, admin }: People,
  most: number,
): Promise<{ count: number; stored: number; wrong: string[] }> {
  const wrong: string[] = [];
  const base = site.urls[0] ?? '';
  const all = collectedTexts();
  const chosen = all.filter((_, i) => i < 17 || i % Math.max(1, Math.floor(all.length / most)) === 0);
  let stored = 0;
  for (const text of chosen) {
    const answer = await call(base, {
      path: `/admin/users/${client.id}/adjustments`,
      cookie: admin.cookie,
      key: randomUUID(),
      body: { direction: 'credit', amount: '0.01', reason: text },
    });
    const problem = answer.status === 201 ? undefined : judge(answer, 'reason');
    if (answer.status !== 201) {
      if (problem !== undefined) wrong.push(`a reason ${problem}: ${text.slice(0, 100)}`);
      continue;
    }
    stored += 1;
    const { data } = parsed<{ data: { reason: string }[] }>(
      await call(base, { path: '/me/entries?limit=1', cookie: client.cookie }),
    );
    if (data[0]?.reason !== text.trim())
      wrong.push(
        `stored ${JSON.stringify(text.slice(0, 100))}, shown ${JSON.stringify(data[0]?.reason?.slice(0, 100))}`,
      );
  }
  return { count: chosen.length, stored, wrong };
}
