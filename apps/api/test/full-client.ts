import type { ConfigItem } from '@clearbook/domain/configuration';
import { instrument, parsePrice, priceStep, type Symbol } from '@clearbook/domain/market';
import { closingPrice, openingPrice } from '@clearbook/domain/trading';
import { v7 as newId } from 'uuid';
import { payProfitShares, takeProfitShares } from '../src/features/traders/profit-shares.ts';
import type { ArchiveServer } from './archives.ts';
import { type Books, OPEN_MARKETS, newTxid, openUser, pendingDeposit, quiet } from './books.ts';
import { PassingTime } from './passing-time.ts';
import { picture } from './picture.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Positions that stay open to the end: one to be closed out, a cross, and some that convert. */
const KEPT = new Set(['EURJPY', 'EURGBP', 'GBPUSD', 'AUDUSD', 'NZDUSD', 'EURUSD']);

/** Small trades that are open at a time. */
const TOGETHER = 10;

/** What traders are listed with. */
const TRADER = { kind: 'create_trader', returnRate: '9', followers: '1', minimumBalance: 0n, profitShareBps: 2_000, bot: null } as const; // prettier-ignore

type Command = Parameters<Books['run']>[0];
type Side = 'buy' | 'sell';
type Order = { symbol: Symbol; side: Side; lots: bigint; amount: bigint };

/**
 * A client of three weeks on the simulated market, to whom everything happens that can: trades of every kind and end, orders, nights, a dividend and a split,
 * copies and their profit share, packages, loans, payouts, corrections, holds. All of it by the product's own commands, watched as the product watches.
 */
export class FullClient {
  readonly #server: ArchiveServer;
  readonly #time: PassingTime;
  readonly id: string;
  readonly #staff: string;
  /** The trade of this client that somebody else's copy followed. */
  #led = '';

  private constructor(server: ArchiveServer, time: PassingTime, id: string, staff: string) {
    this.#server = server;
    this.#time = time;
    this.id = id;
    this.#staff = staff;
  }

  static async open(server: ArchiveServer): Promise<FullClient> {
    const { books } = server;
    books.at(OPEN_MARKETS);
    const staff = await books.openParty('staff');
    const id = await books.openParty();
    const client = new FullClient(server, await PassingTime.begin(server), id, staff);
    await client.pass(1_000);
    return client;
  }

  async close(): Promise<void> {
    await this.#time.end();
  }

  async pass(ms: number): Promise<void> {
    await this.#time.pass(ms);
  }

  async did(command: Command): Promise<Record<string, string>> {
    const { outcome } = await this.#server.books.run(command);
    if (!outcome.ok)
      throw new Error(`${command.kind}: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.values ?? {})}`);
    // No two things in one millisecond, as no client clicks that fast.
    this.#server.books.at(new Date(this.#server.books.now().getTime() + 37));
    return outcome.result as Record<string, string>;
  }

  async trade(order: Order & Record<string, unknown>, clientId = this.id): Promise<string> {
    const { trade_id: id = '' } = await this.did({ kind: 'open_trade', clientId, ...order } as Command);
    return id;
  }

  /** What this client would deal at now. */
  async #dealt(symbol: Symbol): Promise<{ bid: bigint; ask: bigint }> {
    const { rows } = await this.#server.pool.query<{ markup: number }>(
      'select markup from ledger.party where id = $1',
      [this.id],
    );
    const priced = this.#server.market.quote(symbol, rows[0]?.markup ?? 0, this.#server.books.now());
    if (!priced.ok) throw new Error(`no price of ${symbol}`);
    return priced.quote;
  }

  /** A price so many ticks from where a side opens or closes now. */
  async #near(symbol: Symbol, side: Side, ticks: bigint, at: 'opening' | 'closing'): Promise<bigint> {
    const quote = await this.#dealt(symbol);
    const now = at === 'opening' ? openingPrice(quote, side) : closingPrice(quote, side);
    return now + ticks * priceStep(instrument(symbol));
  }

  /** Twice the mid of so much later: simulated prices can be asked for ahead of time, so that a test knows who wins. */
  #ahead(symbol: Symbol, ms: number): bigint {
    const { books, market } = this.#server;
    const { quote } = market.showing(symbol, new Date(books.now().getTime() + ms));
    if (quote === undefined) throw new Error(`no price of ${symbol}`);
    return quote.bid + quote.ask;
  }

  #winner(symbol: Symbol, ms: number): Side {
    return this.#ahead(symbol, ms) > this.#ahead(symbol, 0) ? 'buy' : 'sell';
  }

  /** A position with hardly more than its margin, on the side that prices go against within ten days. */
  async #toBeClosedOut(): Promise<void> {
    for (const symbol of ['GBPUSD', 'AUDUSD', 'NZDUSD', 'EURUSD'] as const) {
      const now = this.#ahead(symbol, 0);
      for (let hour = 1; hour < 240; hour += 1) {
        const moved = this.#ahead(symbol, hour * 60 * MINUTE) - now;
        if ((moved < 0n ? -moved : moved) * 100n < now * 2n) continue;
        const notional = (now * 30n * 1_000n) / (2n * parsePrice('1'));
        return void (await this.trade({ symbol, side: moved < 0n ? 'buy' : 'sell', lots: 30n, amount: (notional * 100n * 51n) / (20n * 50n) })); // prettier-ignore
      }
    }
    throw new Error('prices hardly move in ten days');
  }

  /** All of it, in about three weeks. */
  async live(): Promise<void> {
    await this.#beginnings();
    await this.#orders();
    await this.#protections();
    await this.#money();
    await this.#copying();
    await this.#shares();
    await this.#lending();
    await this.#byStaff();
    await this.#end();
  }

  /** Small trades, opened and closed, until there are so many entries. */
  async trades(entries: number): Promise<void> {
    const { books, pool } = this.#server;
    if ((await books.party(this.id))['cash'] === '0') await books.fund(this.id, 1_000_000n);
    const { rows } = await pool.query<{ count: string }>('select count(*) from ledger.entry where client_id = $1', [this.id]); // prettier-ignore
    for (let made = Number(rows[0]?.count ?? 0); made < entries; made += 2 * TOGETHER) {
      const order = { kind: 'open_trade', clientId: this.id, symbol: 'ETH', side: 'buy', lots: 1n, amount: 6_000n } as const; // prettier-ignore
      const opened = await Promise.all(Array.from({ length: TOGETHER }, () => books.run(order)));
      books.at(new Date(books.now().getTime() + 2_000));
      await Promise.all(
        opened.map(({ outcome }) => {
          if (!outcome.ok) throw new Error(outcome.refusal.code);
          return books.run({ kind: 'close_trade', clientId: this.id, tradeId: outcome.result.trade_id, lots: null });
        }),
      );
      books.at(new Date(books.now().getTime() + 11_000));
    }
  }

  async #beginnings(): Promise<void> {
    const { books, pool, files } = this.#server;
    await pool.query('update app.settings set withdrawal_fee_bps = 150');
    await books.fund(this.id, 1_000_000n);
    for (const amount of [60_000_000n, 25_000n]) {
      const depositId = await pendingDeposit(books, this.id, amount);
      await this.did({ kind: 'decide_deposit', staffId: this.#staff, clientId: this.id, depositId, decision: 'approve', reason: null, txid: newTxid(), outputIndex: 0, receivedUnits: null, receivedAt: books.now(), rateNow: null, confirmCredit: amount }); // prettier-ignore
    }
    const late = await pendingDeposit(books, this.id, 30_000n);
    await this.did({ kind: 'decide_deposit', staffId: this.#staff, clientId: this.id, depositId: late, decision: 'reject', reason: 'No payment arrived', txid: null, outputIndex: null, receivedUnits: null, rateNow: null }); // prettier-ignore
    await files.store({ ownerId: this.id, kind: 'picture', data: picture(1) }, books.now());
    const euro = await this.trade({ symbol: 'EURUSD', side: 'buy', lots: 100n, amount: 900_000n });
    const yen = await this.trade({ symbol: 'USDJPY', side: 'sell', lots: 50n, amount: 500_000n });
    const cross = await this.trade({ symbol: 'EURJPY', side: 'buy', lots: 30n, amount: 400_000n });
    await this.trade({ symbol: 'SOL', side: 'buy', lots: 1_000n, amount: 400_000n });
    await this.#set('financing', 'EURJPY', { buy: '0.75', sell: null });
    await this.pass(90 * MINUTE);
    await this.did({ kind: 'close_trade', clientId: this.id, tradeId: euro, lots: 33n });
    await this.did({ kind: 'close_trade', clientId: this.id, tradeId: yen, lots: 20n });
    await this.pass(DAY);
    await this.did({ kind: 'buy_package', clientId: this.id, packageId: 'raw' });
    await this.did({ kind: 'buy_signal_plan', clientId: this.id, planId: 'basic' });
    await this.did({ kind: 'close_trade', clientId: this.id, tradeId: euro, lots: null });
    await this.did({ kind: 'close_trade', clientId: this.id, tradeId: yen, lots: null });
    await this.did({ kind: 'close_trade', clientId: this.id, tradeId: cross, lots: 7n });
    await this.trade({ symbol: 'EURGBP', side: 'sell', lots: 20n, amount: 300_000n });
  }

  async #orders(): Promise<void> {
    const clientId = this.id;
    const place = async (
      symbol: Symbol,
      side: Side,
      type: 'limit' | 'stop' | 'stop_limit',
      ticks: bigint,
      more: object = {},
    ): Promise<string> => {
      const base = {
        kind: 'place_order',
        clientId,
        symbol,
        side,
        type,
        lots: 10n,
        amount: 900_000n,
        timeInForce: 'gtc',
        price: await this.#near(symbol, side, ticks, 'opening'),
      } as const;
      const { id = '' } = await this.did({ ...base, ...more } as Command);
      return id;
    };
    await place('EURUSD', 'buy', 'limit', -40n);
    await place('GBPUSD', 'sell', 'limit', 40n);
    await place('BTC', 'buy', 'stop', 4_000n);
    await place('ETH', 'sell', 'stop', -400n, { lots: 50n });
    await place('XRP', 'buy', 'stop_limit', 8n, {
      lots: 100_000n,
      stopPrice: await this.#near('XRP', 'buy', 4n, 'opening'),
    });
    const amended = await place('AUDUSD', 'buy', 'limit', -2_000n);
    await this.did({
      kind: 'amend_order',
      clientId,
      orderId: amended,
      price: await this.#near('AUDUSD', 'buy', -60n, 'opening'),
    } as Command);
    const given = await place('NZDUSD', 'buy', 'limit', -5_000n);
    await this.did({ kind: 'cancel_order', clientId, orderId: given } as Command);
    await place('USDCAD', 'sell', 'limit', 9_000n, { timeInForce: 'day' });
    await this.did({
      kind: 'open_trade',
      clientId,
      symbol: 'DOGE',
      side: 'buy',
      lots: 1_000_000n,
      amount: 1_500_000n,
    } as Command);
    await this.pass(DAY);
  }

  async #protections(): Promise<void> {
    const clientId = this.id;
    const near = (symbol: Symbol, side: Side, ticks: bigint) => this.#near(symbol, side, ticks, 'closing');
    await this.trade({ symbol: 'EURUSD', side: 'buy', lots: 20n, amount: 300_000n, stopLoss: await near('EURUSD', 'buy', -60n), takeProfit: await near('EURUSD', 'buy', 4_000n) }); // prettier-ignore
    await this.trade({ symbol: 'GBPUSD', side: 'sell', lots: 20n, amount: 300_000n, stopLoss: null, takeProfit: await near('GBPUSD', 'sell', -60n) }); // prettier-ignore
    await this.trade({ symbol: 'BTC', side: 'buy', lots: 5n, amount: 900_000n, trailingDistance: parsePrice('120') });
    await this.trade({ symbol: 'ETH', side: 'sell', lots: 60n, amount: 900_000n, trailingDistance: parsePrice('9') });
    await this.trade({
      ...{ symbol: 'AUDUSD', side: 'buy', lots: 40n, amount: 500_000n, takeProfit: await near('AUDUSD', 'buy', 180n) },
      targets: [
        { price: await near('AUDUSD', 'buy', 40n), lots: 10n },
        { price: await near('AUDUSD', 'buy', 90n), lots: 10n },
      ],
    });
    await this.#toBeClosedOut();
    await this.pass(10 * MINUTE);
    const moved = await this.trade({ symbol: 'SOL', side: 'sell', lots: 300n, amount: 900_000n });
    await this.did({ kind: 'amend_trade', clientId, tradeId: moved, stopLoss: await near('SOL', 'sell', 2_000n), takeProfit: null, trailingDistance: null }); // prettier-ignore
    await this.pass(7 * MINUTE);
    await this.did({ kind: 'amend_trade', clientId, tradeId: moved, stopLoss: await near('SOL', 'sell', 60n), takeProfit: await near('SOL', 'sell', -900n), trailingDistance: null }); // prettier-ignore
    await this.pass(DAY);
  }

  async #money(): Promise<void> {
    const { books } = this.#server;
    const clientId = this.id;
    const controls = { kind: 'set_controls', staffId: this.#staff, clientId, status: null, billing: null, code: null, reason: 'As agreed' } as const; // prettier-ignore
    await this.did({ ...controls, billing: true, noteId: newId() });
    const ask = async (amount: bigint, expectedFee: bigint): Promise<string> => {
      const withdrawalId = newId();
      await this.did({ kind: 'request_withdrawal', clientId, withdrawalId, amount, method: 'bank', coin: null, destination: { iban: 'DE00' }, expectedFee, code: '246810', codeHash: 'x' }); // prettier-ignore
      return withdrawalId;
    };
    const decide = async (withdrawalId: string, approve: boolean): Promise<void> => {
      await this.did({ kind: 'decide_withdrawal', staffId: this.#staff, clientId, withdrawalId, decision: approve ? 'approve' : 'reject', reason: approve ? null : 'No such account', payoutReference: approve ? 'WIRE-1' : null }); // prettier-ignore
    };
    const [paid, refused] = [await ask(33_333n, 500n), await ask(10_000n, 150n)];
    await this.did({ kind: 'place_hold', staffId: this.#staff, clientId, holdId: newId(), code: 'aml_review', reference: 'AML-8', endsAt: new Date(books.now().getTime() + 2 * DAY) }).catch(() => undefined); // prettier-ignore
    await decide(refused, false);
    await this.pass(3 * DAY);
    await decide(paid, true);
    await ask(4_567n, 69n);
    await this.did({ ...controls, status: 'suspended', noteId: newId() });
    await this.pass(60 * MINUTE);
    await this.did({ ...controls, status: 'active', noteId: newId() });
    await this.#set('signal_plan', 'unlimited', { state: 'on_sale', price: '449.99' });
    await this.did({ kind: 'buy_signal_plan', clientId, planId: 'unlimited' });
  }

  /** Two people set something for everybody, as soon as it can take effect. */
  async #set(item: ConfigItem, key: string, value: object): Promise<void> {
    const checker = await this.#server.books.openParty('staff');
    const command = { kind: 'configure', item, key, value: JSON.stringify(value), effectiveAt: null, replaces: null, reverts: null } as const; // prettier-ignore
    const proposalId = newId();
    await this.did({ kind: 'propose', staffId: this.#staff, proposalId, command, reason: 'A new season' });
    await this.did({ kind: 'decide_proposal', staffId: checker, proposalId, command, decision: 'approve', reason: null }); // prettier-ignore
    await this.#server.financing.read();
  }

  /** What is left of the first week would only bring nights. */
  async #tidy(): Promise<void> {
    const { rows } = await this.#server.pool.query<{ id: string; symbol: string }>(
      "select id, symbol from ledger.trade where client_id = $1 and status = 'active' and copy_id is null order by id",
      [this.id],
    );
    for (const { id, symbol } of rows)
      if (!KEPT.has(symbol)) await this.did({ kind: 'close_trade', clientId: this.id, tradeId: id, lots: null });
  }

  async #copying(): Promise<void> {
    await this.#tidy();
    const lead = newId();
    const { pool, books } = this.#server;
    await openUser(pool, lead, 'client');
    await books.fund(lead, 1_000_000n);
    const traderId = newId();
    const create = { ...TRADER, staffId: this.#staff };
    await this.did({ ...create, clientId: lead, traderId, name: 'Ada' });
    const first = await this.trade({ symbol: 'XRP', side: 'buy', lots: 5_000n, amount: 50_000n }, lead);
    await this.did({ kind: 'close_trade', clientId: lead, tradeId: first, lots: null });
    await this.did({
      kind: 'start_copy',
      clientId: this.id,
      traderId,
      amount: 500_000n,
      copyOpen: false,
      stopLoss: null,
    });
    const led = await this.trade({ symbol: 'SOL', side: this.#winner('SOL', 3 * DAY), lots: 500n, amount: 200_000n }, lead); // prettier-ignore
    await this.#time.engine.work();
    await this.pass(2 * DAY);
    await this.did({ kind: 'close_trade', clientId: lead, tradeId: led, lots: 200n });
    await this.#time.engine.work();
    await this.pass(DAY);
    await this.did({ kind: 'close_trade', clientId: lead, tradeId: led, lots: null });
    await this.#time.engine.work();
    await this.trade({ symbol: 'ETH', side: this.#winner('ETH', 12 * DAY), lots: 30n, amount: 150_000n }, lead);
    await this.#time.engine.work();
    // And somebody copies the client.
    const own = newId();
    await this.did({ ...create, clientId: this.id, traderId: own, name: 'Bea' });
    const copier = await books.openParty();
    await books.fund(copier, 1_000_000n);
    await this.did({
      kind: 'start_copy',
      clientId: copier,
      traderId: own,
      amount: 900_000n,
      copyOpen: false,
      stopLoss: null,
    });
    this.#led = await this.trade({ symbol: 'BTC', side: this.#winner('BTC', 9 * DAY), lots: 100n, amount: 9_000_000n });
    await this.#time.engine.work();
  }

  async #shares(): Promise<void> {
    const { pool, books, actions } = this.#server;
    const record = (sql: string, ...values: unknown[]) =>
      pool.query(sql, [newId(), ...values, 'exchange', books.now()]);
    await record(
      'select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $6)',
      'KO',
      2_555_000_000n,
      '2026-03-25',
    );
    await record('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $7)', 'AAPL', 3, 2, '2026-03-26');
    await actions.read(books.now());
    await this.#until('2026-03-24T15:00:00Z');
    const copyId = await this.#another();
    await this.trade({ symbol: 'KO', side: 'buy', lots: 4_000n, amount: 200_000n });
    await this.trade({ symbol: 'KO', side: 'sell', lots: 1_001n, amount: 80_000n });
    await this.trade({ symbol: 'AAPL', side: 'buy', lots: 1_301n, amount: 300_000n });
    await this.trade({ symbol: 'AAPL', side: 'sell', lots: 400n, amount: 100_000n });
    const price = (await this.#dealt('AAPL')).ask;
    const tick = priceStep(instrument('AAPL'));
    await this.did({ kind: 'place_order', clientId: this.id, symbol: 'AAPL', side: 'buy', type: 'limit', lots: 300n, amount: 90_000n, timeInForce: 'gtc', price: (price / 2n / tick) * tick } as Command); // prettier-ignore
    await this.#until('2026-03-26T16:00:00Z');
    await this.did({ kind: 'stop_copy', clientId: this.id, copyId, cause: 'client', keep: true });
  }

  /** A second copy, whose trades the client keeps as it stops: one in dollars, one that another quote converts, and one that is split meanwhile. */
  async #another(): Promise<string> {
    const lead = newId();
    const { pool, books } = this.#server;
    await openUser(pool, lead, 'client');
    await books.fund(lead, 3_000_000n);
    const traderId = newId();
    await this.did({ ...TRADER, staffId: this.#staff, clientId: lead, traderId, name: 'Cleo' });
    const first = await this.trade({ symbol: 'XRP', side: 'buy', lots: 5_000n, amount: 50_000n }, lead);
    await this.did({ kind: 'close_trade', clientId: lead, tradeId: first, lots: null });
    const start = { kind: 'start_copy', traderId, amount: 300_000n, copyOpen: false, stopLoss: null } as const;
    const { id = '' } = await this.did({ ...start, clientId: this.id });
    for (const [symbol, lots, amount] of [
      ['SOL', 1_000n, 300_000n],
      ['EURJPY', 100n, 1_000_000n],
      ['AAPL', 1_500n, 400_000n],
    ] as const) {
      await this.trade({ symbol, side: this.#winner(symbol, DAY), lots, amount }, lead);
      await this.#time.engine.work();
    }
    return id;
  }

  async #until(time: string): Promise<void> {
    await this.pass(Date.parse(time) - this.#server.books.now().getTime());
  }

  async #lending(): Promise<void> {
    const clientId = this.id;
    const { id: loanId = '' } = await this.did({
      kind: 'apply_loan',
      clientId,
      level: 1,
      monthlyIncome: 500_000n,
      goals: 'a house',
    });
    await this.did({ kind: 'review_loan', staffId: this.#staff, clientId, loanId, decision: 'approve', reason: null });
    for (let day = 27; day < 30; day += 1) {
      await this.#until(`2026-03-${day}T00:00:05Z`);
      await this.did({ kind: 'charge_interest', clientId, loanId, day: `2026-03-${day}` });
      if (day === 27) await this.did({ kind: 'repay_loan', clientId, loanId, amount: 100_100_000n });
    }
    await this.did({ kind: 'repay_loan', clientId, loanId, amount: 40_000_000n });
  }

  async #byStaff(): Promise<void> {
    const by = { staffId: this.#staff, clientId: this.id } as const;
    await this.#until('2026-03-29T18:00:00Z');
    await this.did({ kind: 'close_trade', clientId: this.id, tradeId: this.#led, lots: null });
    await this.#time.engine.work();
    await this.#until('2026-03-30T14:00:00Z');
    await this.did({
      kind: 'adjust',
      ...by,
      direction: 'credit',
      amount: 777n,
      reason: 'Bank’s mistake',
      corrects: null,
    });
    const { rows } = await this.#server.pool.query<{ number: string }>('select max(number) as number from ledger.entry where client_id = $1', [this.id]); // prettier-ignore
    await this.did({ kind: 'adjust', ...by, direction: 'debit', amount: 77n, reason: 'Too much', corrects: BigInt(rows[0]?.number ?? 0) }); // prettier-ignore
    await this.did({ kind: 'record_trade', ...by, outcome: 'profit', symbol: 'BTC', side: 'buy', amount: 4_321n, reason: 'Missed order', corrects: null }); // prettier-ignore
    const settled = await this.trade({ symbol: 'GBPJPY', side: 'sell', lots: 10n, amount: 300_000n });
    await this.did({ kind: 'settle_trade', ...by, tradeId: settled, result: null, reason: null });
    await this.did({ kind: 'set_limits', clientId: this.id, limits: { daily_loss: 90_000_000n } } as Command).catch(
      () => undefined,
    );
  }

  async #end(): Promise<void> {
    const { pool, books } = this.#server;
    const parts = { ledger: books.ledger, pool };
    await this.#until('2026-04-01T00:00:10Z');
    await takeProfitShares(parts, books.now());
    await payProfitShares({ ...parts, log: quiet });
    await this.#until('2026-04-01T14:30:00Z');
    await this.trade({
      symbol: 'EURJPY',
      side: 'sell',
      lots: 10n,
      amount: 300_000n,
      trailingDistance: parsePrice('1.5'),
    });
    await this.trade({ symbol: 'EURUSD', side: 'sell', lots: 30n, amount: 130_000n });
    await this.pass(13 * MINUTE);
  }
}
