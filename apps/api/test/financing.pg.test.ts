import type { Instrument, InstrumentDetail } from '@clearbook/contracts/market';
import { CONFIG_NOTICE_MS } from '@clearbook/domain/configuration-notice';
import { instrument, standing, type Symbol } from '@clearbook/domain/market';
import { NO_PACKAGE } from '@clearbook/domain/positions';
import { nightMicros, nightTerms } from '@clearbook/domain/trading';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenInvariants } from './books.ts';
import { configuring, type Configuring } from './configuring.ts';
import { freshDatabase, type FreshDatabase } from './database.ts';
import { STANDARD_SPREADS } from './financing.ts';
import { serve, type Served } from './served.ts';
import { commitTester } from './try-commit.ts';
import { openWatchBooks, type WatchBooks } from './watch-books.ts';
import { marksOf, registerMarketRoutes } from '../src/features/market/index.ts';
import { Nights } from '../src/features/watch/nights.ts';
import { Financing, Spreads, tellChanges } from '../src/features/configuration/index.ts';

let db: FreshDatabase;
let books: WatchBooks;
let financing: Financing;
let http: Served;
let rates: Configuring<'financing'>;
const LEVELS = { EURUSD: '1.1', USDJPY: '150' } as const;
const HOUR_MS = 3_600_000;
const NOTICE_MS = CONFIG_NOTICE_MS.financing ?? Number.NaN;

beforeAll(async () => {
  db = await freshDatabase();
  financing = new Financing(db.pool);
  books = openWatchBooks(db.pool, { financing: financing.at });
  rates = await configuring(books, db.pool, 'financing', 'EURUSD');
  http = await serve(books.now, (register) =>
    registerMarketRoutes(register, {
      market: books.market,
      termsOf: () => Promise.resolve(NO_PACKAGE),
      unwatched: () => Promise.resolve(undefined),
      usual: () => Promise.resolve(undefined),
      financing,
      spreads: STANDARD_SPREADS,
    }),
  );
});
afterAll(async () => {
  expect(await brokenInvariants(db.pool)).toEqual([]);
  expect(books.faults()).toEqual([]);
  await http.app.close();
  await books.ledger.close();
  await db.drop();
});

/** The clock goes to this instant, with good prices: three times, so that they are believed wherever they were before. */
function goTo(time: string): void {
  const seconds = (Date.parse(time) - books.now().getTime()) / 1_000;
  for (const part of [seconds - 0.002, 0.001, 0.001]) books.say(part, LEVELS);
}

type Rates = { buy: string | null; sell: string | null };
/** Two people set it, and every process hears of it. */
async function set(value: Rates, effectiveAt: Date | null = null): Promise<void> {
  await rates.set(value, effectiveAt);
  await financing.read();
}

async function nightsOf(id: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ night: string }>(
    `select day || ' ' || rate_bps || ' ' || amount as night from ledger.financing where trade_id = $1 order by day`,
    [id],
  );
  return rows.map(({ night }) => night);
}
const charge = (): Promise<void> => new Nights(books.parts).charge(books.now());
const close = (clientId: string, tradeId: string) => books.run({ kind: 'close_trade', clientId, tradeId, lots: null });

describe('[T98] what two people set for nights', () => {
  it('holds from the first charge a week after they agreed, however late a night is charged, and a close pays it too', async () => {
    goTo('2026-03-10T20:00:00.000Z');
    const client = await books.client();
    const [watched, closed] = [await books.open(client), await books.open(client)];
    const sold = await books.open(client, { side: 'sell' });
    await set({ buy: '7.30', sell: null });
    goTo('2026-03-11T15:00:00.000Z');
    await charge();
    goTo('2026-03-18T15:00:00.000Z');
    // 10,000 euros at 1.1: 3 % a year until the week has passed, 7.3 % from the next charge on; Wednesday counts three nights.
    await charge();
    goTo('2026-03-18T21:00:01.000Z');
    expect((await close(client, closed)).outcome.ok).toBe(true);
    await charge();
    expect(await nightsOf(watched)).toEqual([
      ...['2026-03-10 300 90', '2026-03-11 300 272', '2026-03-12 300 90', '2026-03-13 300 90', '2026-03-16 300 91'],
      ...['2026-03-17 730 220', '2026-03-18 730 660'],
    ]);
    expect(await nightsOf(closed)).toEqual(await nightsOf(watched));
    expect((await nightsOf(sold)).slice(-2)).toEqual(['2026-03-17 50 16', '2026-03-18 50 45']);
    await close(client, watched);
    await close(client, sold);
  });

  it('is in the figures of an instrument, with the next change, and takes nothing away from what was charged', async () => {
    goTo('2026-03-24T15:00:00.000Z');
    await set({ buy: null, sell: '1.25' }, new Date('2026-04-02T00:00:00.000Z'));
    const client = await books.client();
    const detail = await http.get<InstrumentDetail>('/instruments/EURUSD', `client ${client}`);
    expect(detail.financing_rates).toEqual({
      buy: { percent_year: '7.30', percent_night: '0.020000' },
      sell: { percent_year: '0.50', percent_night: '0.001370' },
    });
    expect(detail.financing_percent_year).toBe('7.30');
    expect(detail.financing_change).toEqual({
      from: '2026-04-02T21:00:00.000Z',
      buy: { percent_year: '3.00', percent_night: '0.008219' },
      sell: { percent_year: '1.25', percent_night: '0.003425' },
    });
    goTo('2026-04-01T21:00:00.000Z');
    const { data } = await http.get<{ data: Instrument[] }>('/instruments', `client ${client}`);
    expect(data.find(({ symbol }) => symbol === 'EURUSD')?.financing_rates.sell.percent_year).toBe('1.25');
    expect((await http.get<InstrumentDetail>('/instruments/EURUSD', `client ${client}`)).financing_change).toBeNull();
  });

  it('is told to whoever holds the instrument, once, with what it was and will be, and to nobody else', async () => {
    goTo('2026-04-07T15:00:00.000Z');
    const [holder, other, gone] = [await books.client(), await books.client(), await books.client()];
    const id = await books.open(holder);
    await close(gone, await books.open(gone));
    await set({ buy: '2.50', sell: '1.25' });
    await Promise.all([1, 2].map(() => tell()));
    await tell();
    const values = {
      ...{
        symbol: 'EURUSD',
        day: '2026-04-14',
        buy: '2.50%',
        sell: '1.25%',
        buy_before: '3.00%',
        sell_before: '1.25%',
      },
    };
    expect(await told()).toEqual([{ user_id: holder, kind: 'financing-changes', values }]);
    // Who opens it before the change hears of it as well.
    const late = await books.open(other);
    await tell();
    expect((await told()).map(({ user_id }) => user_id)).toEqual([holder, other]);

    // Taken back for the same moment: whoever was told is told that nothing changes, and nobody else anything.
    await set({ buy: null, sell: '1.25' });
    const nobody = await books.client();
    const untold = await books.open(nobody);
    await tell();
    await tell();
    expect((await told()).slice(2)).toEqual(
      [holder, other]
        .toSorted()
        .map((user_id) => ({ user_id, kind: 'financing-stays', values: { ...values, buy: '3.00%' } })),
    );
    await close(holder, id);
    await close(other, late);
    await close(nobody, untold);
  });

  it('takes effect a week after the approval at the earliest, also where an earlier moment was proposed, and the database knows', async () => {
    goTo('2026-04-20T15:00:00.000Z');
    const { proposalId, command } = await rates.propose(
      { buy: '4', sell: '4' },
      new Date(books.now().getTime() + HOUR_MS),
    );
    goTo('2026-04-20T15:30:00.000Z');
    const now = books.now();
    const version = {
      ...{ proposal_id: proposalId, item: 'financing', key: 'EURUSD', value: JSON.parse(command.value) as object },
      ...{ proposed_by: rates.maker, approved_by: rates.checker, reason: 'rates rose', reverts: null, at: now },
    };
    const tryCommit = await commitTester(db.pool, rates.checker, now);
    const commit = (effective_at: Date) =>
      tryCommit({
        entries: [], key: newId(),
        rows: { config_version: [{ ...version, effective_at }], proposal: [{ id: proposalId, status: 'approved', decided_by: rates.checker, decided_at: now }] },
      }); // prettier-ignore
    expect(await commit(new Date(now.getTime() + HOUR_MS / 2))).toBe('CF2');
    expect(await commit(new Date(now.getTime() + NOTICE_MS - 1))).toBe('CF2');
    const past = new Date(now.getTime() - NOTICE_MS);
    const dated = {
      config_version: [{ ...version, at: past, effective_at: new Date(now.getTime() + HOUR_MS / 2) }],
      proposal: [{ id: proposalId, status: 'approved', decided_by: rates.checker, decided_at: past }],
    };
    expect(await tryCommit({ now: past, entries: [], key: newId(), rows: dated }), 'dated back').toBe('CF2');
    expect(await commit(new Date(now.getTime() + NOTICE_MS))).toBe('accepted');
    const judged = await db.ownerPool.query<{ sound: boolean }>(
      `select ledger.is_financing(v::jsonb) as sound from unnest(array['{"buy":"100.01","sell":null}', '{"buy":"-1","sell":null}', '{"buy":"1"}', '{"buy":1,"sell":null}',
         '{"buy":"1e1","sell":null}', '{"buy":"1","sell":"1","other":"1"}', '{"buy":null,"sell":"100"}', '{"buy":"0","sell":"99.99"}']) v`,
    );
    expect(judged.rows.map(({ sound }) => sound)).toEqual([false, false, false, false, false, false, true, true]);
  });

  it('is never charged otherwise: a process that does not know of it yet is refused, and charges the night once it has', async () => {
    await financing.read();
    goTo('2026-04-27T20:00:00.000Z');
    const client = await books.client();
    const id = await books.open(client);
    const deaf = new Financing(db.pool);
    const other = openWatchBooks(db.pool, { financing: deaf.at });
    goTo('2026-04-27T21:00:00.000Z');
    other.at(books.now());
    const said: string[] = [];
    const log = { ...books.parts.log, warn: ({ err }: { err?: unknown }) => void said.push(String(err)) };
    await new Nights({ ...books.parts, log, ledger: other.parts.ledger }).charge(books.now());
    expect(said).toEqual([expect.stringContaining('breaks T90')]);
    expect(await nightsOf(id)).toEqual([]);
    await charge();
    expect(await nightsOf(id)).toEqual(['2026-04-27 400 121']);
    await other.ledger.close();
  });
});

const tell = (): Promise<void> => tellChanges({ pool: db.pool, financing, spreads: new Spreads(db.pool) }, books.now());

async function told(): Promise<{ user_id: string; kind: string; values: object }[]> {
  const { rows } = await db.ownerPool.query<{ user_id: string; kind: string; values: object }>(
    `select user_id, kind, values from app.notification where kind in ('financing-changes', 'financing-stays') order by at, kind, user_id`,
  );
  return rows;
}

describe('[T99] a night around a split', () => {
  const EX = '2026-05-13';
  const effectiveAt = new Date(`${EX}T13:25:00Z`);
  const splits = [{ type: 'split', symbol: 'AAPL', effectiveAt, num: 4n, den: 1n }] as const;
  const say = (time: string, price: string) => {
    const seconds = (Date.parse(time) - books.now().getTime()) / 1_000;
    for (const part of [seconds - 0.002, 0.001, 0.001]) books.say(part, { AAPL: price });
  };
  /** As a server knows it that knows of the split. */
  const market = (over: Partial<WatchBooks['market']> = {}) => ({ ...books.market, actionsOf: () => splits, ...over });
  const nights = (over?: Partial<WatchBooks['market']>) =>
    new Nights({ ...books.parts, market: market(over) }).charge(books.now());
  const costs = async (id: string) =>
    (
      await db.pool.query<{ night: string }>(
        `select day || ' ' || lots || ' ' || cost as night from ledger.financing where trade_id = $1 order by day`,
        [id],
      )
    ).rows.map(({ night }) => night);

  it('that is charged late costs what it would have: in the shares in which the position counts, whenever its price is from', async () => {
    const actionId = newId();
    say('2026-05-11T15:00:00.000Z', '200');
    await db.pool.query('select ledger.record_split($1, $2, 4, 1, $3, $4, $5, $5)', [
      actionId,
      'AAPL',
      EX,
      'exchange',
      books.now(),
    ]);
    say('2026-05-12T15:00:00.000Z', '200');
    const client = await books.client();
    const open = () => books.open(client, { symbol: 'AAPL', lots: 1_000n });
    const [kept, late] = [await open(), await open()];
    // Nobody charges anything until the day after, when the share trades at a quarter.
    say(`${EX}T15:00:00.000Z`, '50');
    const held = { symbol: 'AAPL', since: new Date('2026-05-12T15:00:00Z'), splits: { num: 1n, den: 1n } } as const;
    const due = new Date('2026-05-12T21:00:00Z');
    const [now, then] = [books.now(), new Date(`${EX}T21:00:00Z`)];
    expect(marksOf(market(), held, due, now)?.quote.shares, 'not split yet, as it was then').toBeUndefined();
    expect(marksOf(market(), held, then, then), 'a split is still to be applied').toBeUndefined();
    const rest = { kind: 'apply_split', clientId: client, actionId } as const;
    for (const tradeId of [kept, late]) expect((await books.run({ ...rest, tradeId })).outcome.ok).toBe(true);
    // One process remembers the price of that evening, another knows the newest alone.
    const { quote } = books.market.showing('AAPL', now);
    if (quote === undefined) throw new Error('no price');
    const newest = {
      showing: (symbol: Symbol, at: Date) => ({
        ...books.market.showing(symbol, at),
        quote: standing(quote, splits, at.getTime()),
      }),
    };
    await nights();
    const [night] = await costs(kept);
    // 10 shares at $200, which are 40 at $50: $2,000 at the mid.
    const rate = nightTerms(instrument('AAPL'), 'buy', '2026-05-12', { financing: financing.at });
    expect(night).toBe(`2026-05-12 4000 ${nightMicros({ num: 200_000n, den: 1n }, rate)}`);
    expect(await costs(late)).toEqual([night]);
    const split = { ...held, splits: { num: 4n, den: 1n } };
    const marks = marksOf(market(newest), split, due, now);
    expect(marks?.quote).toEqual(quote);
    say('2026-05-13T19:30:00.000Z', '50');
    for (const tradeId of [kept, late]) expect((await close(client, tradeId)).outcome.ok).toBe(true);
  });
});
