import type { Pool, PoolClient } from 'pg';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, openUser } from '../../../test/books.ts';
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts';
import { closingEntry, closingRows } from '../../../test/trade-rows.ts';
import { commitTester } from '../../../test/try-commit.ts';
import { adminIntegrity } from '@clearbook/contracts/integrity';
import { sumAnew, wrongBalances } from './balances.ts';
import { integrityOf, lookAtAll, lookAtRecent } from './index.ts';
import { readIntegrity } from './look.ts';

/** A pool to which the database refuses every statement that names something. */
function refusing(pool: Pool, what: string, code: string): Pool {
  const refuse = (on: Pool | PoolClient) =>
    new Proxy(on, {
      get(target, name) {
        const own: unknown = Reflect.get(target, name, target);
        if (typeof own !== 'function') return own;
        if (name === 'connect') return async () => refuse(await pool.connect());
        return (...given: unknown[]): unknown =>
          name === 'query' && String(given[0]).includes(what)
            ? Promise.reject(Object.assign(new Error(code), { code }))
            : Reflect.apply(own, target, given);
      },
    });
  return refuse(pool) as Pool;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describe('the check of the books', () => {
  let db: FreshDatabase;
  let books: Books;
  let client: string;
  let staff: string[];
  let now: Date;
  const logged: unknown[] = [];
  const log = { error: (finding: unknown) => void logged.push(finding) };
  const later = (ms: number): void => books.at((now = new Date(now.getTime() + ms)));
  const all = () => lookAtAll({ pool: db.pool, log }, now);
  const recent = () => lookAtRecent({ pool: db.pool, log }, now);
  const standing = async (): Promise<string[]> =>
    (
      await db.pool.query<{ finding: string }>(
        `select relation || ' ' || key || ' ' || fault as finding from app.integrity_finding where gone_at is null order by 1`,
      )
    ).rows.map(({ finding }) => finding);
  const mails = async (): Promise<{ to: string; text: string }[]> =>
    (
      await db.pool.query<{ to: string; text: string }>(
        `select user_id as to, values ->> 'count' || ' ' || (values ->> 'first') as text from app.mail_outbox where template = 'books-differ' order by id`,
      )
    ).rows;
  /** What the owner of the database does, and undoes. */
  const tampers = (sql: string) => db.ownerPool.query(sql);

  beforeAll(async () => {
    db = await freshDatabase();
    books = openBooks(db.pool);
    now = books.now();
    [client] = [await books.openParty()];
    staff = [newId(), newId()];
    for (const id of staff) await openUser(db.pool, id, 'staff');
    await tampers(`update app.user set password_hash = '$argon2id$any'`);
    for (let i = 0; i < 3; i++) await books.fund(client, 100_000n);
    later(2 * HOUR_MS);
    await books.run({ kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 50_000n });
    await tampers(`update app.integrity_look set all_at = '${now.toISOString()}'`);
  });
  afterAll(async () => {
    await books.ledger.close();
    await db.drop();
  });
  afterEach(async () => {
    later(25 * HOUR_MS);
    await all();
    expect(await standing()).toEqual([]);
    await tampers('delete from app.mail_outbox');
    logged.length = 0;
  });

  it('[O90] finds nothing in books that nobody touched, and looks through all of them once in 24 hours', async () => {
    later(23 * HOUR_MS);
    await all();
    expect((await integrityOf(db.pool)).allAt.getTime()).toBeLessThan(now.getTime());
    later(HOUR_MS);
    await Promise.all([all(), all()]);
    await recent();
    expect(await integrityOf(db.pool)).toEqual({ standing: 0, allAt: now });
    expect(await mails()).toEqual([]);
  });

  it('[O90] [O91] [O92] names an entry of the last hour that was changed at the next minute, and tells each of the staff once', async () => {
    await books.run({ kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 50_000n });
    await tampers(`update ledger.entry set at = at + interval '1 millisecond' where number = 5`);
    await Promise.all([recent(), recent()]);
    later(MINUTE_MS);
    await recent();
    expect(await standing()).toEqual(['ledger.entry 1/5 changed']);
    expect((await mails()).map(({ to }) => to).sort()).toEqual(staff);
    expect((await mails())[0]?.text).toBe('1 ledger.entry 1/5 (changed).');
    expect(logged).toEqual([{ relation: 'ledger.entry', key: '1/5', fault: 'changed' }]);
    expect((await integrityOf(db.pool)).standing).toBe(1);
    const shown = adminIntegrity.parse(await readIntegrity(db.pool));
    expect(shown, '[O92]').toMatchObject({ recent_at: now.toISOString(), standing: 1 });
    expect(shown.findings, '[O92]').toMatchObject([{ relation: 'ledger.entry', key: '1/5', fault: 'changed' }]);
    await tampers(`update ledger.entry set at = at - interval '1 millisecond' where number = 5`);
  });

  it('[O91] names an entry that was dropped and one that was added at the end', async () => {
    await tampers(
      'create table kept as select * from ledger.entry where number = 5; delete from ledger.entry where number = 5',
    );
    await recent();
    expect(await standing()).toEqual(['ledger.entry 1/5 missing']);
    await tampers(
      'insert into ledger.entry select * from kept; update kept set number = 6; insert into ledger.entry select * from kept',
    );
    later(25 * HOUR_MS);
    await all();
    expect(await standing()).toContain('ledger.entry 1/6 beyond the head');
    expect(await standing()).not.toContain('ledger.entry 1/5 missing');
    await tampers('delete from ledger.entry where number = 6; drop table kept');
    const { rows } = await db.pool.query('select count(*)::int as findings from app.integrity_finding');
    expect(rows, 'what is gone stays on record').not.toEqual([{ findings: 0 }]);
  });

  it.each<[what: string, does: string, undoes: string, finding: RegExp]>([
    [
      'a balance that was raised',
      "update ledger.party set cash = cash + 1 where kind = 'client'",
      "update ledger.party set cash = cash - 1 where kind = 'client'",
      /^ledger\.party [-0-9a-f]+ L2 each client by itself$/,
    ],
    [
      'a running total of the house',
      'update ledger.house_delta set amount = amount + 1 where account = 17 and upto = 1',
      'update ledger.house_delta set amount = amount - 1 where account = 17 and upto = 1',
      /^ledger\.house_account custody:paper L2 postings equal running totals$/,
    ],
    [
      'a price of a quote that a fill used',
      'update ledger.quote set ask = ask + 1',
      'update ledger.quote set ask = ask - 1',
      /^ledger\.fill [-0-9a-f]+ L8 every fill has its quote$/,
    ],
    [
      'collateral of a trade',
      'update ledger.trade set collateral_left = collateral_left - 1',
      'update ledger.trade set collateral_left = collateral_left + 1',
      /^ledger\.trade [-0-9a-f]+ L6 margin equals collateral of open trades$/,
    ],
  ])('[O91] names %s', async (_, does, undoes, finding) => {
    await tampers(does);
    later(25 * HOUR_MS);
    await all();
    await tampers(undoes);
    expect(await standing()).toContainEqual(expect.stringMatching(finding));
  });

  it('[O94] keeps what the last hour showed where balances cannot be compared, and leaves sums that somebody else wrote to the next look', async () => {
    await books.run({ kind: 'open_trade', clientId: client, symbol: 'EURUSD', side: 'buy', lots: 1n, amount: 50_000n });
    const last = '(select number from ledger.head where book = 1)';
    await tampers(`update ledger.entry set at = at + interval '1 millisecond' where number = ${last}`);
    const failing = (code: string) =>
      lookAtRecent({ pool: refusing(db.pool, 'app.integrity_balance', code), log }, now);
    await expect(failing('53100')).rejects.toThrow('53100');
    expect(await standing()).toEqual([expect.stringMatching(/^ledger.entry 1.[0-9]+ changed$/)]);
    later(MINUTE_MS);
    await failing('40001');
    expect((await readIntegrity(db.pool)).recent_at).toBe(now.toISOString());
    await tampers(`update ledger.entry set at = at - interval '1 millisecond' where number = ${last}`);
  });

  it('[O94] makes the sums anew in portions, while the look of every minute goes on with those of before', async () => {
    await recent();
    const at = async (anew: boolean): Promise<number> =>
      (
        await db.pool.query<{ upto: number }>(
          'select coalesce(sum(upto), 0)::int as upto from app.integrity_mark where anew = $1',
          [anew],
        )
      ).rows[0]?.upto ?? 0;
    const last = await at(false);
    await tampers('update app.integrity_balance set cash = cash + 1');
    const seen: number[] = [];
    for (let from: number | undefined = 0; from !== undefined;) {
      const done: Awaited<ReturnType<typeof sumAnew>> = await sumAnew(db.pool, from, 2);
      expect(done.findings).toEqual([]);
      from = done.next;
      if (from === undefined) break;
      seen.push(await at(true));
      // Still compared with the sums of before, which somebody changed.
      expect(await wrongBalances(db.pool)).toMatchObject([{ relation: 'ledger.party', key: client }]);
    }
    expect(seen.slice(0, 2)).toEqual([2, 4]);
    expect([await at(true), await at(false), await wrongBalances(db.pool)]).toEqual([0, last, []]);
  });

  it('[O93] a check that takes too long is on record as not looked through, the walk goes on, and nothing that it would have shown counts as gone', async () => {
    await tampers('update ledger.trade set collateral_left = collateral_left - 1');
    later(25 * HOUR_MS);
    await all();
    const [wrong] = (await standing()).filter((each) => each.includes('L6'));
    later(25 * HOUR_MS);
    await lookAtAll({ pool: refusing(db.pool, 'sum(collateral_left)', '57014'), log }, now);
    expect((await integrityOf(db.pool)).allAt).toEqual(now);
    expect(await standing()).toEqual(
      expect.arrayContaining([
        wrong,
        expect.stringMatching(/^ledger\.trade \? L6 margin equals .* not looked through, because that took too long$/),
      ]),
    );
    await tampers('update ledger.trade set collateral_left = collateral_left + 1');
  });
});

/** Books with pairs whose money is neither the dollar's, and what the last hour's look finds in them. */
async function crosses() {
  const db = await freshDatabase();
  const books = openBooks(db.pool);
  const client = await books.openParty();
  await books.fund(client, 1_000_000n);
  const opens = async (symbol: string, lots: bigint): Promise<string> => {
    const { outcome } = await books.run({
      kind: 'open_trade',
      clientId: client,
      symbol,
      side: 'sell',
      lots,
      amount: 100_000n,
    });
    return outcome.ok && 'trade_id' in outcome.result ? (outcome.result['trade_id'] ?? '') : '';
  };
  const look = async () => {
    await lookAtRecent({ pool: db.pool, log: { error: () => undefined } }, books.now());
    const { rows } = await db.pool.query(
      'select relation, key, fault from app.integrity_finding where gone_at is null',
    );
    return rows;
  };
  const close = () => books.ledger.close().then(() => db.drop());
  return { db, books, client, opens, look, close };
}

it('[U132] the price that turned a trade into dollars is of its base where it opens, and of the other currency where it closes', async () => {
  const { db, books, client, opens, look, close } = await crosses();
  try {
    for (const symbol of ['GBPJPY', 'EURGBP', 'CADJPY', 'USDJPY']) {
      const tradeId = await opens(symbol, 4n);
      expect(await look(), symbol).toEqual([]);
      books.at(new Date(books.now().getTime() + 60_000));
      await books.run({ kind: 'close_trade', clientId: client, tradeId, lots: null });
    }
    expect(await look()).toEqual([]);
    // A pound is no yen.
    await db.ownerPool.query(
      "update ledger.trade set entry_conversion_quote_id = exit_conversion_quote_id where symbol = 'GBPJPY'",
    );
    expect(await look()).toContainEqual({
      ...{ relation: 'ledger.quote', key: expect.stringMatching(/^1\/USDJPY-/) },
      fault: expect.stringMatching(/^U132 every quote that something was dealt at/),
    });
  } finally {
    await close();
  }
});

it('[U133] a result that its quotes don’t say is refused where it is booked, to the cent, and named where somebody changed it since', async () => {
  const { db, books, client, opens, look, close } = await crosses();
  try {
    // Parts of a cross, of a pair with the dollar's own quote, and of a coin of which a cent buys thousands, as the ledger closes them.
    for (const [symbol, lots] of [
      ['GBPJPY', 4n],
      ['EURAUD', 7n],
      ['USDJPY', 3n],
      ['SHIB', 2_000n],
      ['AAPL', 90n],
    ] as const) {
      const tradeId = await opens(symbol, lots);
      books.at(new Date(books.now().getTime() + 60_000));
      for (const part of [1n, lots - 1n])
        expect(await books.run({ kind: 'close_trade', clientId: client, tradeId, lots: part }), symbol).toMatchObject({
          outcome: { ok: true },
        });
    }
    const { rows: closed } = await db.pool.query<{ count: number }>('select count(*)::int from ledger.closing_fill');
    expect([closed[0]?.count, await look()]).toEqual([10, []]);

    // Sold at the bid and bought back at the ask of the same quote: what a server gone wrong books beside what that costs is refused.
    const id = await opens('GBPJPY', 4n);
    const { rows } = await db.pool.query<{ bid: string; ask: string; quote: string; yen: string; mid: string }>(
      `select q.bid, q.ask, q.id as quote, y.id as yen, y.bid + y.ask as mid from ledger.trade t join ledger.quote q on q.id = t.entry_quote_id
         cross join lateral (select id, bid, ask from ledger.quote where symbol = 'USDJPY' limit 1) y where t.id = $1`,
      [id],
    );
    const [found] = rows;
    if (found === undefined) throw new Error('its quotes');
    // 4,000 £ times so many yen, in cents of a dollar at the mid.
    const cost = Math.round(((Number(found.bid) - Number(found.ask)) * 4_000 * 100 * 2) / Number(found.mid));
    const tryCommit = await commitTester(db.pool, await books.openParty('staff'), books.now());
    const booked = (result: number, converted: string | null = found.yen) =>
      tryCommit({
        entries: [closingEntry(client, id, 100_000, result)],
        rows: closingRows({
          id, lots_closed: '4', collateral_out: '100000', realised: String(result), exact_num: String(result), exact_den: '1',
          shortfall: '0', at: books.now(), exit_price: found.ask, exit_quote_id: found.quote, exit_conversion_quote_id: converted, exit_fill_id: newId(), closed_by: 'client',
        }), // prettier-ignore
      });
    for (const result of [100_000, cost + 1, cost - 1]) expect(await booked(result), String(result)).toBe('U133');
    // Nor is it turned into dollars by anything but the yen's own pair: not by the cross's mid, whether that is named or nothing is.
    const pound = Math.round(
      ((Number(found.bid) - Number(found.ask)) * 4_000 * 100 * 2) / (Number(found.bid) + Number(found.ask)),
    );
    for (const quote of [found.quote, null]) expect(await booked(pound, quote), String(quote)).toBe('U133');
    expect([await booked(cost), await look()]).toEqual(['accepted', []]);

    for (const changed of ['trade', 'closing_fill'])
      await db.ownerPool.query(
        `update ledger.${changed} set realised = realised + 1 where ${changed === 'trade' ? 'id' : 'trade_id'} = $1`,
        [id],
      );
    expect(await look()).toContainEqual({
      ...{ relation: 'ledger.trade', key: `1/${id}` },
      fault: expect.stringMatching(/^U133 what a trade brought/),
    });
  } finally {
    await close();
  }
});
