import type { Command } from '@clearbook/domain/ledger';
import { instrument, priceStep, type Symbol } from '@clearbook/domain/market';
import { notional, requiredMargin } from '@clearbook/domain/positions';
import { v7 as newId } from 'uuid';
import { createRandom, type Random } from '../../../sim/random.ts';
import { settleLoans } from '../src/features/loans/index.ts';
import { payProfitShares, takeProfitShares } from '../src/features/traders/profit-shares.ts';
import type { ArchiveServer } from './archives.ts';
import { newTxid, openUser, pendingDeposit, quiet } from './books.ts';
import { PassingTime } from './passing-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** From the Friday before summer time ends in New York, over Thanksgiving, the end of two months and that of the year. */
const BEGINS = Date.UTC(2026, 9, 30);
const ENDS = Date.UTC(2027, 0, 7);
/** Nobody watches prices in these days: what they brought meanwhile is decided afterwards. */
const AWAY = [Date.UTC(2026, 10, 17), Date.UTC(2026, 10, 23)] as const;

/** Everybody deals in shares then that have something to come. */
const EXPOSED = Date.UTC(2027, 0, 4, 16);

/** Of each class: against the dollar either way round, crosses, coins of any price, and shares with and without something to come. */
const TRADED: readonly Symbol[] = [
  ...(['EURUSD', 'GBPUSD', 'USDJPY', 'USDCAD', 'EURJPY', 'EURGBP', 'AUDNZD', 'GBPCHF'] as const),
  ...(['BTC', 'ETH', 'XRP', 'SHIB'] as const),
  ...(['AAPL', 'NVDA', 'IBM', 'KO', 'JNJ', 'TSLA'] as const),
];
const SHARES: readonly Symbol[] = ['AAPL', 'NVDA', 'IBM', 'KO', 'JNJ'];
const DIVIDENDS = [
  ['KO', 5_100_000_000n, '2026-11-10'],
  ['JNJ', 12_345_000_000n, '2026-12-15'],
  ['AAPL', 2_555_000_000n, '2026-11-24'],
  // More than what some who sold it have put up.
  ['KO', 250_000_000_000n, '2027-01-05'],
] as const;
const SPLITS = [
  ['AAPL', 3, 2, '2026-12-03'],
  ['IBM', 1, 7, '2026-12-10'],
  ['NVDA', 10, 1, '2027-01-07'],
] as const;
const TAGS = ['breakout', 'gap', 'regret'];
/** Reach at least a margin of this leverage, in hundredths, without a package. */
const LEVERAGE = { forex: 1_000, crypto: 100, stock: 250 } as const;

type Life = {
  readonly id: string;
  readonly joins: number;
  readonly rich: boolean;
  traderId: string | undefined;
};

/**
 * Clients who do at random what clients can, on one clock and one market, and the staff who decide about it: money in and out, loans, trades of every class,
 * side and end, copies of two of them, and what is entered by hand. What a rule refuses does not happen. All of it follows from the seed.
 */
export class RandomClients {
  readonly #server: ArchiveServer;
  readonly #random: Random;
  readonly #time: PassingTime;
  readonly #staff: readonly string[];
  readonly #lives: Life[] = [];
  /** What happened so often, by its command. */
  readonly happened = new Map<string, number>();
  /** The journal is no command: whoever runs this writes it. */
  readonly journal: { clientId: string; tradeId: string; tags: string[] }[] = [];

  private constructor(server: ArchiveServer, random: Random, time: PassingTime, staff: readonly string[]) {
    this.#server = server;
    this.#random = random;
    this.#time = time;
    this.#staff = staff;
  }

  static async open(server: ArchiveServer, seed: number): Promise<RandomClients> {
    const { books } = server;
    books.at(new Date(BEGINS + 12 * HOUR));
    const staff = [await books.openParty('staff'), await books.openParty('staff')];
    return new RandomClients(server, createRandom(seed), await PassingTime.begin(server), staff);
  }

  async close(): Promise<void> {
    await this.#time.end();
  }

  get ids(): string[] {
    return this.#lives.map(({ id }) => id);
  }

  /** All of it. The last ones join a month, a week, a day and some hours before the end. */
  async live(clients: number): Promise<void> {
    const { books, pool } = this.#server;
    await pool.query('update app.settings set withdrawal_fee_bps = 150');
    await this.#announce();
    const end = ENDS + this.#random.between(15 * HOUR, 19 * HOUR);
    const late = [30 * DAY, 7 * DAY, DAY, 0].map((before) => end - before - this.#random.between(HOUR, 10 * HOUR));
    for (let i = 0; i < clients; i += 1) {
      const joins = late[i - (clients - late.length)] ?? BEGINS + (i < 2 ? 0 : this.#random.int(20)) * DAY;
      this.#lives.push({ id: newId(), joins, rich: i % 5 === 0, traderId: undefined });
    }
    const joined = new Set<Life>();
    for (const moment of [...this.#moments(end), ...late].toSorted((a, b) => a - b)) {
      await this.#passUntil(moment);
      for (const life of this.#lives) {
        if (joined.has(life) || life.joins > books.now().getTime()) continue;
        joined.add(life);
        await this.#join(life);
      }
      for (const life of joined) {
        if (this.#random.chance(0.7)) await this.#act(life);
        if (moment === EXPOSED) for (const symbol of ['KO', 'NVDA'] as const) await this.#trade(life, symbol);
      }
    }
    await this.#passUntil(end);
  }

  /** When somebody does something: on most days, while shares trade too, and more often on the last. */
  #moments(end: number): number[] {
    const moments = [BEGINS + 13 * HOUR, EXPOSED];
    for (let day = BEGINS + DAY; day + DAY < end; day += DAY)
      if (this.#random.chance(0.55)) moments.push(day + this.#random.between(13 * HOUR, 22 * HOUR));
    for (let n = 1; n < 8; n += 1) moments.push(end - n * HOUR - this.#random.int(50) * MINUTE);
    return moments.filter((moment) => moment < AWAY[0] || moment > AWAY[1]);
  }

  async #passUntil(moment: number): Promise<void> {
    const { books, pool, market } = this.#server;
    const ms = moment - books.now().getTime();
    if (ms <= 0) return;
    await this.#time.pass(ms, ms);
    const parts = { ledger: books.ledger, pool };
    await settleLoans({ ...parts, market }, books.now());
    await takeProfitShares(parts, books.now());
    await payProfitShares({ ...parts, log: quiet });
  }

  async #announce(): Promise<void> {
    const { pool, books, actions } = this.#server;
    const now = books.now();
    for (const [symbol, rate, day] of DIVIDENDS)
      await pool.query('select ledger.record_corporate_action($1, $2, $3, $4, $5, $6, $6)', [newId(), symbol, rate, day, 'exchange', now]); // prettier-ignore
    for (const [symbol, fresh, old, day] of SPLITS)
      await pool.query('select ledger.record_split($1, $2, $3, $4, $5, $6, $7, $7)', [newId(), symbol, fresh, old, day, 'exchange', now]); // prettier-ignore
    await actions.read(now);
  }

  async #join(life: Life): Promise<void> {
    const { pool } = this.#server;
    await openUser(pool, life.id, 'client');
    await this.#did({ kind: 'top_up', clientId: life.id, amount: this.#random.bigBetween(900_000n, 9_999_999n) });
    if (life.rich) await this.#deposit(life, 60_000_000n);
    const begun = await this.#did({ kind: 'open_trade', clientId: life.id, symbol: 'XRP', side: 'buy', lots: 5_000n, amount: 80_000n } as Command); // prettier-ignore
    const lead = this.#lives.indexOf(life);
    if (begun === undefined || lead >= 2) return;
    await this.#did({ kind: 'close_trade', clientId: life.id, tradeId: begun['trade_id'] ?? '', lots: null });
    const traderId = newId();
    const create = { kind: 'create_trader', clientId: life.id, traderId, name: ['Ada', 'Bea'][lead] ?? '', returnRate: '9', followers: '1' } as const; // prettier-ignore
    const made = await this.#did({ ...create, staffId: this.#staff[0] ?? '', minimumBalance: 0n, profitShareBps: 2_000, bot: null }); // prettier-ignore
    if (made !== undefined) life.traderId = traderId;
  }

  /** What a command brought; undefined where a rule refused it. */
  async #did(command: Command): Promise<Record<string, string> | undefined> {
    const { books } = this.#server;
    const { outcome } = await books.run(command);
    const what = outcome.ok ? command.kind : `refused ${command.kind}`;
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
    // No two things in one millisecond, as no client clicks that fast.
    books.at(new Date(books.now().getTime() + 37));
    return outcome.ok ? (outcome.result as Record<string, string>) : undefined;
  }

  async #act(life: Life): Promise<void> {
    const random = this.#random;
    const acts: readonly (readonly [number, () => Promise<unknown>])[] = [
      [30, () => this.#trade(life)],
      [8, () => this.#scalp(life)],
      [16, () => this.#closing(life, false)],
      [12, () => this.#closing(life, true)],
      [5, () => this.#amend(life)],
      [5, () => this.#order(life)],
      [4, () => this.#did({ kind: 'top_up', clientId: life.id, amount: random.bigBetween(100n, 900_000n) })],
      [4, () => this.#deposit(life, random.bigBetween(10_000n, 2_000_000n))],
      [7, () => this.#payOut(life)],
      [5, () => this.#byHand(life)],
      [2, () => this.#buy(life)],
      [5, () => this.#copy(life)],
      [life.rich ? 9 : 0, () => this.#lend(life)],
    ];
    let left = random.int(acts.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, act] of acts) {
      left -= weight;
      if (left >= 0) continue;
      await act();
      break;
    }
    await this.#time.engine.work();
  }

  /** A size of something that a client with this much money would deal in, and hardly more or amply more than its margin. */
  #sized(symbol: Symbol): { symbol: Symbol; lots: bigint; amount: bigint } | undefined {
    const { market, books } = this.#server;
    const of = instrument(symbol);
    const rate = market.marks(books.now()).markRate(of.base);
    if (rate === undefined) return undefined;
    const one = notional(of, of.lotStep, rate);
    const worth = this.#random.bigBetween(20_000n, 2_500_000n);
    const lots = (worth * one.den) / one.num;
    if (lots === 0n) return undefined;
    const margin = requiredMargin(notional(of, lots * of.lotStep, rate), LEVERAGE[of.class]);
    return { symbol, lots: lots * of.lotStep, amount: (margin * this.#random.bigBetween(101n, 180n)) / 100n };
  }

  /** So many hundredths of a percent from the market, on a tick. */
  #off(symbol: Symbol, bps: number): bigint {
    const { quote } = this.#server.market.showing(symbol, this.#server.books.now());
    if (quote === undefined) throw new Error(`no price of ${symbol}`);
    const step = priceStep(instrument(symbol));
    return (((quote.bid + quote.ask) * BigInt(10_000 + bps)) / 20_000n / step) * step;
  }

  #protections(symbol: Symbol, side: 'buy' | 'sell') {
    const random = this.#random;
    const away = side === 'buy' ? -1 : 1;
    return {
      ...(random.chance(0.6) && { stopLoss: this.#off(symbol, away * random.between(60, 500)) }),
      ...(random.chance(0.4) && { takeProfit: this.#off(symbol, -away * random.between(60, 500)) }),
    };
  }

  async #trade({ id: clientId }: Life, symbol = this.#random.pick(this.#random.chance(0.3) ? SHARES : TRADED)) {
    const size = this.#sized(symbol);
    if (size === undefined) return undefined;
    const side = this.#random.chance(0.5) ? 'buy' : 'sell';
    const opened = await this.#did({ kind: 'open_trade', clientId, side, ...size, ...this.#protections(symbol, side) });
    const tradeId = opened?.['trade_id'];
    if (tradeId !== undefined && this.#random.chance(0.3))
      this.journal.push({ clientId, tradeId, tags: TAGS.filter(() => this.#random.chance(0.5)) });
    return tradeId;
  }

  /** In and out within minutes. */
  async #scalp(life: Life): Promise<void> {
    const { books } = this.#server;
    const tradeId = await this.#trade(life);
    if (tradeId === undefined) return;
    await this.#time.engine.work();
    books.at(new Date(books.now().getTime() + this.#random.between(20_000, 50 * MINUTE)));
    await this.#did({ kind: 'close_trade', clientId: life.id, tradeId, lots: null });
  }

  async #open({ id }: Life): Promise<{ id: string; symbol: Symbol; side: 'buy' | 'sell'; open_lots: string }[]> {
    const { rows } = await this.#server.pool.query(
      `select id, symbol, side, open_lots from ledger.trade where client_id = $1 and status = 'active' order by opened_at, symbol`,
      [id],
    );
    return rows;
  }

  async #closing(life: Life, inPart: boolean): Promise<void> {
    const open = await this.#open(life);
    if (open.length === 0) return;
    const { id: tradeId, open_lots: left } = this.#random.pick(open);
    const lots = inPart && BigInt(left) > 1n ? this.#random.bigBetween(1n, BigInt(left) - 1n) : null;
    const by = { kind: 'settle_trade', staffId: this.#staff[1] ?? '', clientId: life.id, tradeId } as const;
    if (this.#random.chance(0.05)) await this.#did({ ...by, result: null, reason: null });
    else await this.#did({ kind: 'close_trade', clientId: life.id, tradeId, lots });
  }

  async #amend(life: Life): Promise<void> {
    const open = await this.#open(life);
    if (open.length === 0) return;
    const { id: tradeId, symbol, side } = this.#random.pick(open);
    const none = { stopLoss: null, takeProfit: null, trailingDistance: null };
    await this.#did({ kind: 'amend_trade', clientId: life.id, tradeId, ...none, ...this.#protections(symbol, side) });
  }

  async #order({ id: clientId }: Life): Promise<void> {
    const symbol = this.#random.pick(TRADED);
    const size = this.#sized(symbol);
    if (size === undefined) return;
    const side = this.#random.chance(0.5) ? 'buy' : 'sell';
    const price = this.#off(symbol, (side === 'buy' ? -1 : 1) * this.#random.between(5, 200));
    await this.#did({ kind: 'place_order', clientId, side, type: 'limit', timeInForce: 'gtc', price, ...size } as Command); // prettier-ignore
  }

  async #deposit({ id: clientId }: Life, amount: bigint): Promise<void> {
    const { books } = this.#server;
    const depositId = await pendingDeposit(books, clientId, amount).catch(() => undefined);
    if (depositId === undefined) return;
    const payment = { txid: newTxid(), outputIndex: 0, receivedUnits: null, receivedAt: books.now(), rateNow: null };
    await this.#did({ kind: 'decide_deposit', staffId: this.#staff[0] ?? '', clientId, depositId, decision: 'approve', reason: null, ...payment, confirmCredit: amount }); // prettier-ignore
  }

  async #payOut({ id: clientId }: Life): Promise<void> {
    const random = this.#random;
    const amount = random.bigBetween(5_000n, 300_000n);
    const about = { clientId, withdrawalId: newId() };
    const ask = { kind: 'request_withdrawal', ...about, amount, method: 'bank', coin: null, destination: {}, code: '246810', codeHash: 'x' } as const; // prettier-ignore
    // Half to even of 1.5 %, where staff switched fees on.
    const twice = amount * 150n;
    const fee = twice / 10_000n + (twice % 10_000n > 5_000n ? 1n : 0n);
    if (random.chance(0.5))
      await this.#did({ kind: 'set_controls', staffId: this.#staff[0] ?? '', clientId, status: null, billing: true, code: null, reason: 'As agreed', noteId: newId() }); // prettier-ignore
    const asked = (await this.#did({ ...ask, expectedFee: fee })) ?? (await this.#did({ ...ask, expectedFee: null }));
    if (asked === undefined || random.chance(0.15)) return;
    const decision = random.chance(0.2) ? 'reject' : 'approve';
    const by = { staffId: this.#staff[1] ?? '', ...about };
    await this.#did({ kind: 'decide_withdrawal', ...by, decision, reason: 'no such account', payoutReference: `WIRE/${about.withdrawalId}` }); // prettier-ignore
    if (random.chance(0.2)) await this.#did({ kind: 'return_withdrawal', ...by, reason: 'account closed' });
  }

  /** One member of staff proposes, the other one decides; or one enters it alone, as demo mode allows. */
  async #byHand({ id: clientId }: Life): Promise<void> {
    const random = this.#random;
    const [maker = '', checker = ''] = this.#staff;
    const amount = random.bigBetween(1n, 90_000n);
    const { rows } = await this.#server.pool.query<{ number: string }>(
      'select number from ledger.entry where client_id = $1 and event = 9 order by number desc limit 1',
      [clientId],
    );
    const corrects = rows[0] !== undefined && random.chance(0.4) ? BigInt(rows[0].number) : null;
    const direction = corrects === null ? 'credit' : 'debit';
    const adjust = { kind: 'adjust', clientId, direction, amount, reason: 'Bank’s mistake', corrects } as const;
    if (random.chance(0.2))
      await this.#did({ kind: 'record_trade', staffId: checker, clientId, outcome: 'profit', symbol: 'BTC', side: 'buy', amount, reason: 'Missed order', corrects: null }); // prettier-ignore
    else if (random.chance(0.5)) await this.#did({ ...adjust, staffId: checker });
    else {
      const proposalId = newId();
      const { reason, ...command } = adjust;
      const proposed = await this.#did({ kind: 'propose', staffId: maker, proposalId, command, reason } as Command);
      if (proposed !== undefined)
        await this.#did({ kind: 'decide_proposal', staffId: checker, proposalId, command, decision: 'approve', reason: null } as Command); // prettier-ignore
    }
  }

  async #buy({ id: clientId }: Life): Promise<void> {
    await this.#did(
      this.#random.chance(0.6)
        ? { kind: 'buy_signal_plan', clientId, planId: this.#random.pick(['basic', 'unlimited']) }
        : { kind: 'buy_package', clientId, packageId: 'raw' },
    );
  }

  async #copy({ id: clientId }: Life): Promise<void> {
    const traderId = this.#random.pick(this.#lives.slice(0, 2)).traderId;
    const { rows } = await this.#server.pool.query<{ id: string }>(
      `select id from ledger.copy where client_id = $1 and status <> 'stopped' order by started_at`,
      [clientId],
    );
    const [running] = rows;
    if (running !== undefined && this.#random.chance(0.3))
      await this.#did({ kind: 'stop_copy', clientId, copyId: running.id, cause: 'client', keep: this.#random.chance(0.5) } as Command); // prettier-ignore
    else if (traderId !== undefined)
      await this.#did({ kind: 'start_copy', clientId, traderId, amount: this.#random.bigBetween(100_000n, 900_000n), copyOpen: this.#random.chance(0.5), stopLoss: null }); // prettier-ignore
  }

  async #lend({ id: clientId }: Life): Promise<void> {
    const { rows } = await this.#server.pool.query<{ id: string; owed: string; cash: string }>(
      `select l.id, p.loan as owed, p.cash from ledger.loan l join ledger.party p on p.id = l.client_id where l.client_id = $1 and l.status = 'approved' and p.loan > 0`,
      [clientId],
    );
    const [loan] = rows;
    if (loan !== undefined) {
      const whole = this.#random.chance(0.4) && BigInt(loan.cash) >= BigInt(loan.owed);
      const amount = whole ? BigInt(loan.owed) : this.#random.bigBetween(10_000n, 90_000_000n);
      await this.#did({ kind: 'repay_loan', clientId, loanId: loan.id, amount });
      return;
    }
    const asked = await this.#did({
      kind: 'apply_loan',
      clientId,
      level: 1,
      monthlyIncome: 500_000n,
      goals: 'a house',
    });
    if (asked !== undefined)
      await this.#did({ kind: 'review_loan', staffId: this.#staff[1] ?? '', clientId, loanId: asked['id'] ?? '', decision: 'approve', reason: null }); // prettier-ignore
  }
}
