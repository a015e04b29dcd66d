import { CONFIG_VERSIONS } from '@clearbook/domain/configuration';
import { PROPOSALS } from '@clearbook/domain/proposals';
import { HOLDS } from '@clearbook/domain/holds';
import { ENTRIES, entryKey } from '@clearbook/domain/manual';
import { hash } from 'node:crypto';
import {
  WITHDRAWALS,
  DEPOSITS,
  type Coin,
  creditOf,
  type Deposit,
  depositAddress,
  type DepositMethod,
  type MoneySettings,
  withdrawable,
  withdrawalFee,
  type WithdrawalMethod,
} from '@clearbook/domain/funding';
import {
  PARTIES,
  actorOf,
  madeIn,
  type Command,
  type AnyDecision,
  type Party,
  type ReferenceLedger,
} from '@clearbook/domain/ledger';
import { conversionPair, instrument, INSTRUMENTS, PRICE_SCALE } from '@clearbook/domain/market';
import { TRADES, ORDERS, OUTCOMES, effectiveLeverageHundredths, NO_PACKAGE, notional } from '@clearbook/domain/trading';
import { type Booking, dueBookings, dueOrderBookings } from './actions.ts';
import { MODULE_WEIGHTS, moduleCommand } from './module-commands.ts';
import { ORDER_WEIGHTS, orderCommand } from './orders.ts';
import type { Random } from './random.ts';
import { STAFF_WEIGHTS, staffCommand } from './staff.ts';
import type { World } from './world.ts';

/** A command on its way to a ledger, as one of two server processes sends it. */
export type Submission = {
  readonly command: Command;
  readonly actorId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly process: number;
  /** It may fail with an error instead of an answer: its decision throws, or the database refuses it. */
  readonly mayFail: boolean;
};

/**
 * What happens every day. Packages and bots' capital come at the start of a site. Copies read a trade of somebody whose row they do not lock, so the
 * order of commits alone does not say what they saw: they have drills and properties of their own. A closed account, a guest's too, takes its person away.
 * What staff stop for everybody would refuse the rest of it, and has properties of its own.
 * Dividends and splits are booked as soon as they are due, most of them at the beginning of a round, whose closes and changes race with them.
 */
type Kind = Exclude<
  Command['kind'],
  | 'add_package'
  | 'decline_verification'
  | 'grant_capital'
  | 'create_trader'
  | 'delete_trader'
  | 'start_copy'
  | 'set_copy_status'
  | 'stop_copy'
  | 'mirror_open'
  | 'mirror_close'
  | 'profit_share'
  | 'pay_profit_share'
  | 'close_account'
  | 'end_guest'
  | 'pay_dividend'
  | 'apply_split'
  | 'apply_split_to_order'
  | 'cash_in_lieu'
  | 'set_switch'
>;

/** How often each kind is tried. */
const WEIGHTS: readonly (readonly [Kind, number])[] = [
  ['top_up', 8],
  ['create_deposit', 8],
  ['attach_proof', 8],
  ['decide_deposit', 9],
  ['request_withdrawal', 13],
  ['confirm_withdrawal', 8],
  ['resend_code', 3],
  ['cancel_withdrawal', 2],
  ['lapse_withdrawal', 2],
  ['report_not_received', 1],
  ['decide_withdrawal', 8],
  ['return_withdrawal', 1],
  ['trace_withdrawal', 1],
  ['open_trade', 26],
  ['close_trade', 24],
  ['adjust', 5],
  ['set_controls', 2],
  ['settle_trade', 3],
  ['record_trade', 3],
  ['note_overdue', 1],
  ...MODULE_WEIGHTS,
  ...ORDER_WEIGHTS,
  ...STAFF_WEIGHTS,
];
const TOTAL_WEIGHT = WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);
const METHODS: readonly WithdrawalMethod[] = ['bank', 'crypto', 'crypto', 'paypal', 'cashapp', 'gcash'];
const COINS: readonly Coin[] = ['bitcoin', 'ethereum', 'usdt'];
const DEPOSIT_METHODS: readonly DepositMethod[] = ['bitcoin', 'ethereum', 'tether'];
/** Clients that a fifth of all commands is about. */
const HOT = 6;
const REMEMBERED = 2_000;
/** How far back somebody looks for a row to do something about. */
const WINDOW = 400;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** What people and staff do next, drawn from what they could know: the state as the oracle has it. */
export class Workload {
  readonly #random: Random;
  readonly #world: World;
  readonly #reference: ReferenceLedger;
  readonly #settings: MoneySettings;
  readonly #clients: readonly string[];
  readonly #staff: readonly string[];
  readonly #deposits: string[] = [];
  readonly #withdrawals: string[] = [];
  readonly #trades: string[] = [];
  readonly #orders: string[] = [];
  readonly #holds: string[] = [];
  readonly #proposals: string[] = [];
  /** Whether a command of this round is about what is configured. */
  #configures = false;
  readonly #entriesOf = new Map<string, bigint[]>();
  readonly #sent: Submission[] = [];
  #keys = 0;
  #transactions = 0;

  constructor(parts: {
    random: Random;
    world: World;
    reference: ReferenceLedger;
    settings: MoneySettings;
    clients: readonly string[];
    staff: readonly string[];
  }) {
    this.#random = parts.random;
    this.#world = parts.world;
    this.#reference = parts.reference;
    this.#settings = parts.settings;
    this.#clients = parts.clients;
    this.#staff = parts.staff;
  }

  /** Learns what exists now. `number`: of the decision's entry. */
  learn(decision: AnyDecision, number: bigint | null): void {
    const { rows } = decision;
    this.#deposits.push(...madeIn(DEPOSITS, rows).map(({ id }) => id));
    this.#withdrawals.push(...madeIn(WITHDRAWALS, rows).map(({ id }) => id));
    this.#holds.push(...madeIn(HOLDS, rows).map(({ id }) => id));
    this.#trades.push(...madeIn(TRADES, rows).map(({ id }) => id));
    this.#orders.push(...madeIn(ORDERS, rows).map(({ id }) => id));
    this.#proposals.push(...madeIn(PROPOSALS, rows).map(({ id }) => id));
    for (const version of madeIn(CONFIG_VERSIONS, rows)) this.#world.configured(version);
    if (decision.entry && number !== null) {
      const own = this.#entriesOf.get(decision.entry.clientId);
      if (own) own.push(number);
      else this.#entriesOf.set(decision.entry.clientId, [number]);
    }
  }

  /** Commands that are sent at the same moment. */
  round(size: number, now: Date): Submission[] {
    const random = this.#random;
    const round: Submission[] = [];
    this.#configures = false;
    // Everybody wants the same money at once.
    const rush = random.chance(0.1) ? this.#client() : undefined;
    const single = random.chance(0.5) ? random.int(2) : undefined;
    round.push(...this.#bookings(now).slice(0, size));
    while (round.length < size) {
      const process = single ?? random.int(2);
      const again = random.next();
      if (again < 0.03 && this.#sent.length > 0) round.push({ ...random.pick(this.#sent), process });
      else if (again < 0.06 && round.length > 0) round.push({ ...random.pick(round), process });
      else if (again < 0.075 && round.length > 0) round.push(this.#otherBody(random.pick(round), now, process));
      else if (again < 0.077)
        round.push(this.#submission({ kind: 'top_up', clientId: NOBODY, amount: 500n }, process, true));
      else if (again < 0.079) round.push(this.#poison(process));
      else if (rush !== undefined && random.chance(0.2))
        round.push(this.#submission(this.#withdrawEverything(rush), process));
      else round.push(this.#submission(this.#command(now), process));
    }
    for (const submission of round) {
      if (this.#sent.length < REMEMBERED) this.#sent.push(submission);
      else if (random.chance(0.2)) this.#sent[random.int(REMEMBERED)] = submission;
    }
    return round;
  }

  #submission(command: Command, process: number, mayFail = false): Submission {
    return {
      command,
      actorId: actorOf(command),
      key: `request:${++this.#keys}`,
      requestHash: hashOf(command),
      process,
      mayFail,
    };
  }

  /** What two processes book of the dividends and splits that are due: now and then twice at once, or not in this round. */
  #bookings(now: Date): Submission[] {
    const random = this.#random;
    const { state } = this.#reference;
    const trades = this.#trades.flatMap((id) => state.of(TRADES).get(id) ?? []);
    const orders = this.#orders.flatMap((id) => state.of(ORDERS).get(id) ?? []);
    const due: Booking[] = [...dueBookings(state, trades, this.#world, now), ...dueOrderBookings(state, orders, now)];
    return due
      .filter(() => random.chance(0.9))
      .flatMap(({ command, key }) => {
        const one = { ...this.#submission(command, random.int(2)), key };
        return random.chance(0.2) ? [one, { ...one, process: 1 - one.process }] : [one];
      });
  }

  /** The key of one request under the body of another. */
  #otherBody(first: Submission, now: Date, process: number): Submission {
    // Without a sum to change it is somebody else's command: keys belong to their actor, so both are decided.
    const command: Command =
      'amount' in first.command && first.command.amount !== null
        ? { ...first.command, amount: first.command.amount + 1n }
        : this.#command(now);
    return { ...this.#submission(command, process, first.mayFail), key: first.key };
  }

  /**
   * What no correct caller sends. Only the database's own checks stand between it and the books. None of these throws after it has asked for an
   * id: ids are counted within a batch, and the oracle does not see who failed.
   */
  #poison(process: number): Submission {
    const random = this.#random;
    switch (random.int(3)) {
      case 0:
        return this.#submission({ kind: 'top_up', clientId: random.pick(this.#staff), amount: 500n }, process, true);
      case 1: {
        const trade = this.#recent(this.#trades, this.#reference.state.of(TRADES), ({ status }) => status === 'active');
        if (trade)
          return this.#submission(
            { kind: 'close_trade', clientId: trade.clientId, tradeId: trade.id, lots: 0n },
            process,
            true,
          );
        break;
      }
      default: {
        const known = this.#recent(this.#withdrawals, this.#reference.state.of(WITHDRAWALS), () => true);
        if (known)
          return this.#submission(
            { ...this.#withdrawEverything(this.#client()), withdrawalId: known.id },
            process,
            true,
          );
      }
    }
    return this.#submission({ kind: 'top_up', clientId: NOBODY, amount: 1n }, process, true);
  }

  #command(now: Date): Command {
    const random = this.#random;
    let at = random.int(TOTAL_WEIGHT);
    const [kind] = WEIGHTS.find(([, weight]) => (at -= weight) < 0) ?? ['top_up'];
    return (
      this.#make(kind, now) ??
      this.#make(random.chance(0.5) ? 'top_up' : 'create_deposit', now) ?? {
        kind: 'top_up',
        clientId: this.#client(),
        amount: 1n,
      }
    );
  }

  #make(kind: Kind, now: Date): Command | undefined {
    const random = this.#random;
    const { state } = this.#reference;
    const staffId = random.pick(this.#staff);
    switch (kind) {
      case 'top_up':
        return {
          kind,
          clientId: this.#client(),
          amount: random.chance(0.02)
            ? 10_000_001n
            : random.bigBetween(1n, random.chance(0.3) ? 10_000_000n : 300_000n),
        };
      case 'create_deposit': {
        const clientId = this.#client();
        const method = random.pick(DEPOSIT_METHODS);
        const rate = method === 'tether' ? PRICE_SCALE : this.#world.mid(method === 'bitcoin' ? 'BTC' : 'ETH', now);
        return {
          kind,
          clientId,
          amount: random.bigBetween(1n, 2_000_000n),
          method,
          address: depositAddress(method, clientId),
          rate,
          rateSource: 'sim',
        };
      }
      case 'attach_proof': {
        const deposit = this.#recent(this.#deposits, state.of(DEPOSITS), ({ status }) => status === 'awaiting_payment');
        return (
          deposit && {
            kind,
            clientId: this.#ownerOrOther(deposit.clientId),
            depositId: deposit.id,
            fileId: random.uuid(),
            price: random.chance(0.5)
              ? { rate: (deposit.rate * random.bigBetween(80n, 120n)) / 100n, source: 'sim' }
              : null,
          }
        );
      }
      case 'decide_deposit': {
        const deposit = this.#recent(this.#deposits, state.of(DEPOSITS), ({ status }) => status === 'pending');
        if (!deposit) return undefined;
        const approve = random.chance(0.8);
        const late = deposit.proofAt !== null && deposit.proofAt > deposit.expiresAt;
        return {
          kind,
          staffId,
          clientId: deposit.clientId,
          depositId: deposit.id,
          decision: approve ? 'approve' : 'reject',
          reason: approve ? null : 'no payment was seen',
          ...this.#decided(deposit, this.#receipt(approve, deposit.payUnits), {
            now,
            rate: approve && late && random.chance(0.9) ? (deposit.rate * random.bigBetween(80n, 120n)) / 100n : null,
          }),
        };
      }
      case 'request_withdrawal': {
        const party = state.of(PARTIES).get(this.#client());
        return party && this.#withdrawal(party);
      }
      case 'confirm_withdrawal': {
        const withdrawal = this.#recent(
          this.#withdrawals,
          state.of(WITHDRAWALS),
          ({ status }) => status === 'awaiting_code',
        );
        if (!withdrawal) return undefined;
        const codeHash = withdrawal.codeHash !== null && random.chance(0.5) ? withdrawal.codeHash : 'a wrong one';
        return { kind, clientId: this.#ownerOrOther(withdrawal.clientId), withdrawalId: withdrawal.id, codeHash };
      }
      case 'resend_code': {
        const withdrawal = this.#recent(
          this.#withdrawals,
          state.of(WITHDRAWALS),
          ({ status }) => status === 'awaiting_code',
        );
        return (
          withdrawal && {
            kind,
            clientId: this.#ownerOrOther(withdrawal.clientId),
            withdrawalId: withdrawal.id,
            code: '222222',
            codeHash: random.uuid(),
          }
        );
      }
      case 'cancel_withdrawal':
      case 'lapse_withdrawal': {
        const withdrawal = this.#recent(
          this.#withdrawals,
          state.of(WITHDRAWALS),
          ({ status }) => status === 'awaiting_code' || (status === 'pending' && kind === 'cancel_withdrawal'),
        );
        return withdrawal && { kind, clientId: this.#ownerOrOther(withdrawal.clientId), withdrawalId: withdrawal.id };
      }
      case 'note_overdue':
      case 'report_not_received': {
        const wanted = kind === 'note_overdue' ? 'pending' : 'approved';
        const withdrawal = this.#recent(this.#withdrawals, state.of(WITHDRAWALS), ({ status }) => status === wanted);
        return withdrawal && { kind, clientId: this.#ownerOrOther(withdrawal.clientId), withdrawalId: withdrawal.id };
      }
      case 'decide_withdrawal': {
        const withdrawal = this.#recent(this.#withdrawals, state.of(WITHDRAWALS), ({ status }) => status === 'pending');
        if (!withdrawal) return undefined;
        const approve = random.chance(0.7);
        return {
          kind,
          staffId: random.chance(0.05) ? null : staffId,
          clientId: withdrawal.clientId,
          withdrawalId: withdrawal.id,
          decision: approve ? 'approve' : 'reject',
          reason: approve ? null : 'the name differs',
          payoutReference: approve && random.chance(0.9) ? `payout ${random.int(1_000_000)}` : null,
        };
      }
      case 'trace_withdrawal': {
        const withdrawal = this.#recent(
          this.#withdrawals,
          state.of(WITHDRAWALS),
          ({ notReceived }) => notReceived || random.chance(0.1),
        );
        return (
          withdrawal && {
            kind,
            staffId,
            clientId: withdrawal.clientId,
            withdrawalId: withdrawal.id,
            reason: 'it has arrived',
            noteId: random.uuid(),
          }
        );
      }
      case 'return_withdrawal': {
        const withdrawal = this.#recent(
          this.#withdrawals,
          state.of(WITHDRAWALS),
          ({ status }) => status === 'approved',
        );
        return (
          withdrawal && {
            kind,
            staffId,
            clientId: withdrawal.clientId,
            withdrawalId: withdrawal.id,
            reason: 'account closed',
          }
        );
      }
      case 'open_trade':
        return this.#open(now);
      case 'close_trade': {
        const trade = this.#recent(this.#trades, state.of(TRADES), ({ status }) => status === 'active');
        if (!trade) return undefined;
        const part = random.chance(0.35) && trade.openLots > 0n;
        const lots = part ? random.bigBetween(1n, trade.openLots + (random.chance(0.1) ? 3n : 0n)) : null;
        const only = lots === null && random.chance(0.2) ? random.pick(OUTCOMES) : undefined;
        return { kind, clientId: this.#ownerOrOther(trade.clientId), tradeId: trade.id, lots, only };
      }
      case 'settle_trade': {
        const trade = this.#recent(this.#trades, state.of(TRADES), ({ status }) => status === 'active');
        const pick = random.next();
        return (
          trade && {
            kind,
            staffId,
            clientId: trade.clientId,
            tradeId: trade.id,
            result: pick < 0.3 ? null : random.bigBetween(0n, 60_000n) - 30_000n,
            reason: random.chance(0.8) ? 'the platform was down' : null,
          }
        );
      }
      case 'record_trade': {
        const clientId = this.#client();
        const numbers = this.#entriesOf.get(clientId);
        const loss = numbers !== undefined && random.chance(0.5);
        return {
          kind,
          staffId,
          clientId,
          outcome: loss ? 'loss' : 'profit',
          symbol: random.pick(INSTRUMENTS).symbol,
          side: random.chance(0.5) ? 'buy' : 'sell',
          amount: random.bigBetween(1n, 40_000n),
          reason: 'from before the move',
          corrects: loss ? random.pick(numbers) : null,
        };
      }
      case 'adjust': {
        const clientId = this.#client();
        const numbers = this.#entriesOf.get(random.chance(0.95) ? clientId : this.#client());
        const debits = numbers !== undefined && random.chance(0.6);
        // Small and often the same entry, so that debits pile up against their cap.
        const corrects = debits ? (random.chance(0.5) ? (numbers[0] ?? null) : random.pick(numbers)) : null;
        const credited = corrects === null ? 0n : (state.of(ENTRIES).get(entryKey(clientId, corrects))?.credited ?? 0n);
        const amount =
          debits && credited > 0n ? random.bigBetween(1n, (credited * 6n) / 5n + 1n) : random.bigBetween(1n, 50_000n);
        return {
          kind,
          staffId,
          clientId,
          direction: debits ? 'debit' : 'credit',
          amount,
          reason: 'a correction',
          corrects,
        };
      }
      case 'buy_package':
      case 'buy_signal_plan':
      case 'apply_loan':
      case 'review_loan':
      case 'charge_interest':
      case 'repay_loan':
      case 'collect_loan':
      case 'write_off_loan':
      case 'check_borrower_margin':
      case 'close_out_for_loan':
      case 'set_limits':
      case 'take_time_out':
      case 'return_from_exclusion':
        return moduleCommand(kind, { random, state, staffId, client: () => this.#client(), now });
      case 'place_order':
      case 'amend_order':
      case 'cancel_order':
      case 'cancel_orders':
      case 'expire_order':
      case 'fill_order':
      case 'amend_trade':
      case 'record_trailing_peak':
      case 'trigger_close':
      case 'alert_loss':
      case 'charge_financing':
      case 'fill_pending_close':
      case 'cancel_close':
      case 'break_even':
      case 'reverse_trade':
      case 'set_margin_calls':
      case 'alert_margin':
        return orderCommand(kind, {
          random,
          world: this.#world,
          state,
          now,
          open: () => this.#open(now),
          order: (fits) => this.#recent(this.#orders, state.of(ORDERS), fits),
          trade: (fits) => this.#recent(this.#trades, state.of(TRADES), fits),
          ownerOrOther: (clientId) => this.#ownerOrOther(clientId),
        });
      case 'place_hold':
      case 'lift_hold':
      case 'propose':
      case 'decide_proposal':
        return staffCommand(kind, {
          random,
          state,
          now,
          staffId,
          client: () => this.#client(),
          ownerOrOther: (clientId) => this.#ownerOrOther(clientId),
          pending: () => this.#recent(this.#withdrawals, state.of(WITHDRAWALS), ({ status }) => status === 'pending'),
          configures: () => {
            if (this.#configures) return false;
            this.#configures = true;
            return true;
          },
          active: () => this.#recent(this.#trades, state.of(TRADES), ({ status }) => status === 'active'),
          hold: (fits) => this.#recent(this.#holds, state.of(HOLDS), fits),
          proposal: (fits) => this.#recent(this.#proposals, state.of(PROPOSALS), fits),
          byHand: () => {
            const made = this.#make(random.chance(0.7) ? 'adjust' : 'record_trade', now);
            return made?.kind === 'adjust' || made?.kind === 'record_trade' ? made : undefined;
          },
        });
      case 'set_controls': {
        const pick = random.next();
        const clientId = this.#client();
        const suspended = state.of(PARTIES).get(clientId)?.status === 'suspended';
        return {
          kind,
          staffId,
          clientId,
          status: pick < 0.3 ? (suspended ? 'active' : pick < 0.1 ? 'suspended' : null) : null,
          billing: pick >= 0.3 && pick < 0.65 ? random.chance(0.5) : null,
          code: pick >= 0.65 ? random.chance(0.5) : null,
          reason: 'as agreed',
          noteId: random.uuid(),
        };
      }
    }
  }

  #open(now: Date): Extract<Command, { kind: 'open_trade' }> | undefined {
    const random = this.#random;
    const party = this.#reference.state.of(PARTIES).get(this.#client());
    if (!party || party.cash < 1_000n) return undefined;
    const { symbol } = random.pick(INSTRUMENTS);
    const of = instrument(symbol);
    const amount = random.chance(0.03) ? party.cash + 1n : (party.cash * random.bigBetween(2n, 50n)) / 100n + 1n;
    // Lots for the margin that the amount covers, from less than half of it to a little too much.
    const one = notional(of, 1n, this.#dollars(of.base, now));
    const worth =
      (amount * BigInt(effectiveLeverageHundredths(of, NO_PACKAGE)) * random.bigBetween(40n, 104n)) / 10_000n;
    const lots = (worth * one.den) / (one.num === 0n ? 1n : one.num);
    return {
      kind: 'open_trade',
      clientId: party.id,
      symbol,
      side: random.chance(0.5) ? 'buy' : 'sell',
      lots: lots === 0n ? 1n : lots,
      amount,
    };
  }

  #dollars(base: string, now: Date): { num: bigint; den: bigint } {
    const pair = conversionPair(base);
    if (pair === undefined) return { num: 1n, den: 1n };
    const mid = this.#world.mid(pair.symbol, now);
    return pair.inverse ? { num: PRICE_SCALE, den: mid } : { num: mid, den: PRICE_SCALE };
  }

  #withdrawal(party: Party): Command {
    const random = this.#random;
    const available = withdrawable(party);
    const pick = random.next();
    const amount =
      pick < 0.2
        ? available || 1n
        : pick < 0.25
          ? available + 1n
          : pick < 0.35
            ? random.bigBetween(1n, 1_500n)
            : (available * random.bigBetween(1n, 70n)) / 100n + 1n;
    return this.#request(party, amount);
  }

  #withdrawEverything(clientId: string): Extract<Command, { kind: 'request_withdrawal' }> {
    const party = this.#reference.state.of(PARTIES).get(clientId);
    if (!party) throw new Error('a client whom the oracle does not know');
    return this.#request(party, withdrawable(party) || 1n);
  }

  #request(party: Party, amount: bigint): Extract<Command, { kind: 'request_withdrawal' }> {
    const random = this.#random;
    const fee = withdrawalFee(amount, party.billing ? this.#settings.withdrawalFeeBps : 0);
    const seen = random.next();
    const method = random.pick(METHODS);
    return {
      kind: 'request_withdrawal',
      clientId: party.id,
      withdrawalId: random.uuid(),
      amount,
      method,
      coin: method === 'crypto' ? random.pick(COINS) : null,
      destination: { to: 'somewhere' },
      expectedFee: seen < 0.88 ? fee : seen < 0.95 ? null : fee + 1n,
      code: '111111',
      codeHash: random.uuid(),
    };
  }

  #receipt(approve: boolean, asked: bigint): Receipt {
    const random = this.#random;
    const pick = random.next();
    if (!approve || pick < 0.05) return { txid: null, outputIndex: null, receivedUnits: null };
    const earlier = random.int(Math.max(1, this.#transactions));
    const txid =
      pick < 0.15
        ? random.chance(0.5)
          ? `0x${transaction(earlier).toUpperCase()}`
          : transaction(earlier)
        : transaction(++this.#transactions);
    const received = random.next();
    const receivedUnits =
      received < 0.3
        ? null
        : received < 0.6
          ? asked
          : received < 0.62
            ? 1n
            : received < 0.8
              ? (asked * random.bigBetween(50n, 99n)) / 100n + 1n
              : (asked * random.bigBetween(101n, 150n)) / 100n;
    return { txid, outputIndex: random.int(2), receivedUnits };
  }

  /** When it arrived, at which price, and the sum typed again: mostly as it should be. */
  #decided(
    deposit: Deposit,
    receipt: Receipt,
    { now, rate }: { readonly now: Date; readonly rate: bigint | null },
  ): Receipt & { receivedAt: Date | null; rateNow: bigint | null; confirmCredit: bigint | null } {
    const turn = this.#transactions % 10;
    const seen = new Date(Math.max(deposit.createdAt.getTime(), now.getTime() - 60_000));
    const receivedAt = turn === 1 ? seen : turn === 2 ? new Date(now.getTime() + 1) : null;
    const rateNow = rate ?? (turn === 3 ? null : (deposit.rate * 9n) / 10n);
    const credit = creditOf(deposit, { units: receipt.receivedUnits, at: receivedAt, rate: rateNow });
    return { ...receipt, receivedAt, rateNow, confirmCredit: turn === 4 ? 1n : (credit?.credited ?? null) };
  }

  #client(): string {
    const random = this.#random;
    return random.chance(0.2) ? (this.#clients[random.int(HOT)] ?? '') : random.pick(this.#clients);
  }

  #ownerOrOther(clientId: string): string {
    return this.#random.chance(0.03) ? this.#client() : clientId;
  }

  /** A row that still is what was asked for; now and then one that is not any more. Rows that are done with are forgotten on the way. */
  #recent<T>(ids: string[], rows: ReadonlyMap<string, T>, fits: (row: T) => boolean): T | undefined {
    const random = this.#random;
    for (let tries = 0; tries < 40 && ids.length > 0; tries++) {
      const at = ids.length - 1 - random.int(Math.min(ids.length, WINDOW));
      const row = rows.get(ids[at] ?? '');
      if (row !== undefined && (fits(row) || random.chance(0.02))) return row;
      const status = row !== undefined && typeof row === 'object' && row !== null ? Reflect.get(row, 'status') : '';
      if (row === undefined || ENDED.has(String(status))) {
        ids[at] = ids.at(-1) ?? '';
        ids.pop();
      }
    }
    return undefined;
  }
}

/** What staff type of a payment. */
type Receipt = { txid: string | null; outputIndex: number | null; receivedUnits: bigint | null };

/** States from which nothing leads on. */
const ENDED = new Set([
  'closed',
  'rejected',
  'cancelled',
  'lapsed',
  'returned',
  'filled',
  'expired',
  'declined',
  'refused',
]);

/** The id of the nth payment, in a network's own form. */
function transaction(n: number): string {
  return `ab${n.toString(16).padStart(62, '0')}`;
}

function hashOf(command: Command): string {
  return hash(
    'sha256',
    JSON.stringify(command, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)),
  );
}
