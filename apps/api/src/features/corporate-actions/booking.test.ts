import type { Command } from '@clearbook/domain/ledger';
import { instrument, parsePrice, sidesAround } from '@clearbook/domain/market';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { CorporateActionBooking } from './booking.ts';

const DAY_MS = 86_400_000;
const AT = new Date('2026-03-20T13:25:00.000Z');
const action = (id: string, type: string, symbol: string, daysAgo: number) => ({
  ...{ id, type, symbol, effectiveAt: new Date(AT.getTime() - daysAgo * DAY_MS) },
});
const KNOWN = [
  action('split', 'split', 'AAPL', 1),
  action('dividend', 'cash_dividend', 'AAPL', 0),
  action('other', 'cash_dividend', 'MSFT', 0),
];

/** One trade is concerned by each of these. */
function poolOf(known: readonly object[], over: boolean): Pool {
  const query = ({ name, values }: { name: string; values?: readonly string[] }) => {
    if (name === 'corporate-actions-known') return { rows: known };
    const held = name !== 'corporate-actions-orders' && values?.[1]?.startsWith('0000');
    return { rows: held ? [{ id: 'trade', clientId: 'client', over }] : [] };
  };
  return { query } as unknown as Pool;
}

function bookingOf(parts: object): CorporateActionBooking {
  type Parts = ConstructorParameters<typeof CorporateActionBooking>[0];
  return new CorporateActionBooking({ ...parts, log: { warn: () => undefined } } as unknown as Parts, () => undefined);
}

it('[Q9] a split that could not be applied holds up what comes after it for its share, and for no other', async () => {
  const sent: string[] = [];
  let failing = true;
  const pool = poolOf(KNOWN, false);
  const ledger = {
    execute: (command: Command) => {
      if (failing && command.kind === 'apply_split') return Promise.reject(new Error('the database went away'));
      sent.push('actionId' in command ? command.actionId : command.kind);
      return Promise.resolve({ outcome: { ok: true as const, result: {} }, replayed: false });
    },
  };
  const market = { showing: () => ({ quote: undefined }) };
  const actions = bookingOf({ pool, ledger, market });
  await actions.read();
  await actions.book(AT);
  expect(sent).toEqual(['other']);
  failing = false;
  await actions.book(new Date(AT.getTime() + 1_000));
  expect(sent).toEqual(['other', 'split', 'dividend']);
});

it.each([
  ['that was said before it', { quote: { id: 'old', receivedTime: new Date(AT.getTime() - 1) } }, 'old'],
  ['of the last recorded day, where nothing is known any more', { quote: undefined }, `AAPL-${AT.getTime() - 1}.close`],
  [
    'of the last recorded day, where only prices of after are',
    { quote: { id: 'new', receivedTime: AT } },
    `AAPL-${AT.getTime() - 1}.close`,
  ],
])('[Q11] what a ratio leaves over is closed at the price %s', async (_, showing, id) => {
  const sent: Command[] = [];
  const pool = poolOf([action('split', 'split', 'AAPL', 0)], true);
  const ledger = {
    execute: (command: Command) => {
      sent.push(command);
      return Promise.resolve({ outcome: { ok: true as const, result: {} }, replayed: false });
    },
  };
  const close = parsePrice('182.35');
  const asked: unknown[] = [];
  const market = {
    showing: () => showing,
    bars: (...of: unknown[]) => {
      asked.push(of);
      return Promise.resolve([{ timeMs: AT.getTime() - 3 * DAY_MS, open: close, high: close, low: close, close }]);
    },
  };
  const actions = bookingOf({ pool, ledger, market });
  await actions.read();
  await actions.book(AT);
  expect(sent.map(({ kind }) => kind)).toEqual(['cash_in_lieu', 'apply_split']);
  expect(sent[0]).toMatchObject({ trigger: { quote: { id } } });
  if (id === 'old') return;
  // As it was traded on the last day before.
  expect(asked).toEqual([['AAPL', '1d', 1, new Date('2026-03-19T23:59:59.999Z'), undefined, 'raw']]);
  const { quote } = (sent[0] as Extract<Command, { kind: 'cash_in_lieu' }>).trigger;
  expect(quote).toMatchObject({ receivedTime: new Date(AT.getTime() - 1), ...sidesAround(instrument('AAPL'), close) });
});
