import type { Configure } from '@clearbook/domain/configuration';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Books, brokenInvariants, openBooks } from '../../../test/books.ts';
import { LedgerBusy } from '../../ledger/index.ts';
import { replacedAt } from './configuration.query.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';

const ORDERS_A_SECOND = 200;
const CLIENTS = 40;
/** Changes, each so long after the one before. */
const CHANGES = 10;
const BETWEEN_MS = 800;
/** Orders under way at most: a machine that is slower than this gets fewer a second, and says so. */
const UNDER_WAY = 200;

let db: FreshDatabase;
/** Two processes, each with its own clock: one of them is behind. */
let processes: readonly [Books, Books];
const LAG_MS = 250;
const BEGAN = new Date('2026-03-11T16:00:00.000Z').getTime();

beforeAll(async () => {
  db = await freshDatabase({ durable: false });
  processes = [booksOf(0), booksOf(LAG_MS)];
});

afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  await Promise.all(processes.map(({ ledger }) => ledger.close()));
  await db.drop();
});

function booksOf(lagMs: number): Books {
  const began = performance.now();
  const clock = (): Date => new Date(BEGAN + Math.floor(performance.now() - began) - lagMs);
  const books = openBooks(db.pool);
  // Its clock goes on by itself.
  const run: Books['run'] = (command, ...rest) => {
    books.at(clock());
    return books.run(command, ...rest);
  };
  return { ...books, run };
}

type Sent = { readonly sentAt: number; readonly answeredAt: number; readonly code: string };
type Change = { readonly state: 'on' | 'close_only'; readonly sentAt: number; readonly answeredAt: number };

it('[CF5] under 200 orders a second in two processes a change takes effect everywhere within a second, and no order is decided by a mix of old and new', async () => {
  const [first] = processes;
  const [maker, checker] = [await first.openParty('staff'), await first.openParty('staff')];
  const clients = await Promise.all(Array.from({ length: CLIENTS }, () => first.openParty()));
  await Promise.all(clients.map((id) => first.fund(id, 9_000_000n)));

  const sent: Promise<Sent>[] = [];
  let underWay = 0;
  const order = async (i: number): Promise<Sent> => {
    const sentAt = performance.now();
    underWay += 1;
    const run = (processes[i % 2] ?? first).run({
      kind: 'open_trade', clientId: clients[i % CLIENTS] ?? '', symbol: 'EURUSD', side: i % 3 === 0 ? 'sell' : 'buy', lots: 1n, amount: 50_000n,
    }); // prettier-ignore
    const code = await run.then(
      ({ outcome }) => (outcome.ok ? 'ok' : outcome.refusal.code),
      // Nothing was decided, and the same order can be sent again.
      (error: unknown) => (error instanceof LedgerBusy ? 'busy' : String(error)),
    );
    underWay -= 1;
    return { sentAt, answeredAt: performance.now(), code };
  };
  const changes: Change[] = [];
  const change = async (state: Change['state']): Promise<void> => {
    const replaces = await replacedAt(db.pool, 'instrument', 'EURUSD', first.now());
    const command: Configure = {
      kind: 'configure', item: 'instrument', key: 'EURUSD', value: JSON.stringify({ state }), effectiveAt: null, replaces, reverts: null,
    }; // prettier-ignore
    const proposalId = newId();
    await first.run({ kind: 'propose', staffId: maker, proposalId, command, reason: 'under load' });
    const sentAt = performance.now();
    const approved = await first.run({
      kind: 'decide_proposal', staffId: checker, proposalId, command, decision: 'approve', reason: null,
    }); // prettier-ignore
    expect(approved.outcome).toMatchObject({ ok: true, result: { status: 'approved' } });
    changes.push({ state, sentAt, answeredAt: performance.now() });
  };

  const began = performance.now();
  let changed: Promise<void> = Promise.resolve();
  let begun = 0;
  let lastAt = 0;
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const passed = performance.now() - began;
      while (underWay < UNDER_WAY && sent.length < (passed / 1_000) * ORDERS_A_SECOND) sent.push(order(sent.length));
      if (begun < CHANGES && changes.length === begun && passed - lastAt > BETWEEN_MS) {
        lastAt = passed;
        const state = begun % 2 === 0 ? 'close_only' : 'on';
        begun += 1;
        changed = changed.then(() => change(state));
      }
      if (changes.length < CHANGES || passed - lastAt < BETWEEN_MS) return;
      clearInterval(timer);
      resolve();
    }, 5);
  });
  await changed;
  const orders = await Promise.all(sent);
  const rate = orders.length / ((performance.now() - began) / 1_000);

  expect(changes).toHaveLength(CHANGES);
  for (const { code } of orders) expect(['ok', 'instrument.close_only', 'busy']).toContain(code);
  // Between the answer to one change and the approval of the next, there is one value, and whatever was sent and answered then was decided by it.
  let decided = 0;
  for (const [i, { state, answeredAt }] of changes.entries()) {
    const until = changes[i + 1]?.sentAt ?? Infinity;
    const within = orders.filter((one) => one.sentAt > answeredAt && one.answeredAt < until);
    decided += within.length;
    const expected = state === 'on' ? 'ok' : 'instrument.close_only';
    expect(within.filter(({ code }) => code !== expected && code !== 'busy')).toEqual([]);
  }
  // From the approval to its answer, after which no process decides by the old value.
  const slowest = Math.max(...changes.map(({ sentAt, answeredAt }) => answeredAt - sentAt));
  expect(decided).toBeGreaterThan(0);
  const busy = orders.filter(({ code }) => code === 'busy').length;
  process.stdout.write(
    `configuration under load: ${orders.length} orders, ${rate.toFixed(0)} a second; ${CHANGES} changes in effect in every process after at most ${slowest.toFixed(0)} ms, ${busy} orders to be sent again\n`,
  );
}, 180_000);
