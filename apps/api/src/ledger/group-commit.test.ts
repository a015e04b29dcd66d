import { standardFinancing } from '@clearbook/domain/market';
import { marksFrom } from '@clearbook/domain/trading';
import { hash } from 'node:crypto';
import type { Command } from '@clearbook/domain/ledger';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createLedger } from './ledger.ts';
import { LedgerBusy } from './failures.ts';

const NO_MARKET = { ok: false, code: 'market.unavailable', detail: 'no market in this test' } as const;
const CLIENT = '00000000-0000-4000-8000-00000000000c';

describe('group commit', () => {
  it('[L14] a batch that the database keeps giving up on is refused as busy after three repeats, whole and without splitting', async () => {
    let begun = 0;
    const ledger = ledgerOn((text) => {
      if (text === 'begin') begun += 1;
      else if (text !== 'rollback') throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => ledger.execute(topUp(), keyOf(`k${i}`))),
    );
    for (const result of results)
      expect(result).toMatchObject({ status: 'rejected', reason: { name: LedgerBusy.name } });
    expect(begun).toBe(4);
    await ledger.close();
  });

  it('[L14] of a batch that is decided otherwise each time, the command that it is about fails alone', async () => {
    const ledger = ledgerOn((text, values) => {
      if (text === 'begin' || text === 'rollback' || !values.includes('key-')) return { rows: [] };
      const again = values.includes('key-3');
      throw Object.assign(new Error('of this one'), { code: again ? '40001' : '22012' });
    });
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => ledger.execute(topUp(), keyOf(`key-${i}`))),
    );
    for (const [i, result] of results.entries())
      expect(result).toMatchObject({ reason: i === 3 ? { name: LedgerBusy.name } : { code: '22012' } });
    await ledger.close();
  });

  it('[L14] a batch is repeated over the error of its first statement that failed, whatever those sent behind it say sooner', async () => {
    let begun = 0;
    const ledger = ledgerOn((text) => {
      if (text === 'begin') begun += 1;
      else if (text.includes('ledger.read_party')) throw Object.assign(new Error('lock timeout'), { code: '55P03' });
      else if (text !== 'rollback') throw Object.assign(new Error('transaction is aborted'), { code: '25P02' });
    });
    await expect(ledger.execute(topUp(), keyOf('k'))).rejects.toMatchObject({
      name: LedgerBusy.name,
      cause: { code: '55P03' },
    });
    expect(begun).toBe(4);
    await ledger.close();
  });

  it('[L14] a command that comes in the very moment in which the last batch is answered is not forgotten', async () => {
    const ledger = ledgerOn((text) => {
      if (text === 'begin') throw Object.assign(new Error('division by zero'), { code: '22012' });
    });
    // Each is sent a few turns of the microtask queue later than the one before, so that one of them falls on the batch worker's last moment.
    for (let turns = 0; turns < 20; turns += 1) {
      const answer: unknown = await ledger.execute(topUp(), keyOf(`k${turns}`)).catch((error: unknown) => error);
      expect(answer).toMatchObject({ code: '22012' });
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    }
    await ledger.close();
  });

  it('[L14] what is closed takes no more', async () => {
    const ledger = ledgerOn(() => undefined);
    await ledger.close();
    await expect(ledger.execute(topUp(), keyOf('k'))).rejects.toThrow(LedgerBusy);
  });
});

/** A ledger whose database answers every statement as told. */
function ledgerOn(answer: (text: string, values: string) => unknown) {
  const client = {
    query: (statement: string | { readonly text: string; readonly values?: unknown[] }) =>
      Promise.resolve().then(() => {
        const { text, values = [] } = typeof statement === 'string' ? { text: statement } : statement;
        return text.includes('ledger.party_book')
          ? { rows: [{ id: CLIENT, book: 1 }] }
          : answer(text, JSON.stringify(values));
      }),
    on: () => client,
    off: () => client,
    release: () => undefined,
  };
  const pool = { connect: () => Promise.resolve(client) } as unknown as pg.Pool;
  const log = { warn: () => undefined, error: () => undefined };
  return createLedger({
    pool,
    log,
    context: () => ({
      now: new Date(0),
      newId: () => CLIENT,
      quote: () => NO_MARKET,
      conversion: () => NO_MARKET,
      ...marksFrom(() => NO_MARKET),
      financing: standardFinancing,
    }),
  });
}

function topUp(): Command {
  return { kind: 'top_up', clientId: CLIENT, amount: 1n };
}

function keyOf(key: string) {
  return { actorId: CLIENT, key, requestHash: hash('sha256', key) };
}
