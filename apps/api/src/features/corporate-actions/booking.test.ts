import type { Command } from '@clearbook/domain/ledger';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { Dividends } from './booking.ts';

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

it('[Q9] a split that could not be applied holds up what comes after it for its share, and for no other', async () => {
  const sent: string[] = [];
  let failing = true;
  const pool = {
    query: ({ name, values }: { name: string; values?: readonly string[] }) => {
      if (name === 'corporate-actions-known') return { rows: KNOWN };
      const held = name !== 'corporate-actions-orders' && values?.[1]?.startsWith('0000');
      return { rows: held ? [{ id: 'trade', clientId: 'client', over: false }] : [] };
    },
  } as unknown as Pool;
  const ledger = {
    execute: (command: Command) => {
      if (failing && command.kind === 'apply_split') return Promise.reject(new Error('the database went away'));
      sent.push('actionId' in command ? command.actionId : command.kind);
      return Promise.resolve({ outcome: { ok: true as const, result: {} }, replayed: false });
    },
  };
  const market = { showing: () => ({ quote: undefined }) };
  const parts = { pool, ledger, market, log: { warn: () => undefined } } as unknown as ConstructorParameters<
    typeof Dividends
  >[0];
  const actions = new Dividends(parts, () => undefined);
  await actions.read();
  await actions.book(AT);
  expect(sent).toEqual(['other']);
  failing = false;
  await actions.book(new Date(AT.getTime() + 1_000));
  expect(sent).toEqual(['other', 'split', 'dividend']);
});
