import { TRADES } from '@clearbook/domain/trading';
import { PARTIES } from '@clearbook/domain/ledger';
import type { Command, Party, State } from '@clearbook/domain/ledger';
import { LOANS, addDays, type Loan, LOAN_LEVELS, owedOn, utcDay } from '@clearbook/domain/loans';
import { PACKAGES, SIGNAL_PLANS } from '@clearbook/domain/plans';
import { BREAKS, LIMIT_KINDS } from '@clearbook/domain/protection';
import type { Random } from './random.ts';

/** What is sold and lent. Kinds of commands that people, staff and the product's own clock send about it, and how often each is tried. */
export const MODULE_WEIGHTS = [
  ['buy_package', 2],
  ['buy_signal_plan', 2],
  ['apply_loan', 3],
  ['review_loan', 3],
  ['charge_interest', 4],
  ['repay_loan', 3],
  ['collect_loan', 1],
  ['write_off_loan', 1],
  ['check_borrower_margin', 2],
  ['close_out_for_loan', 2],
  ['set_limits', 4],
  ['take_time_out', 1],
  ['return_from_exclusion', 1],
] as const;

export type ModuleKind = (typeof MODULE_WEIGHTS)[number][0];

type Draw = {
  readonly random: Random;
  readonly state: State;
  readonly staffId: string;
  readonly client: () => string;
  readonly now: Date;
};

/** A command of this kind that could make sense now, or undefined where there is nothing to do it about. */
export function moduleCommand(kind: ModuleKind, { random, state, staffId, client, now }: Draw): Command | undefined {
  switch (kind) {
    case 'buy_package':
      return {
        kind,
        clientId: client(),
        packageId: random.chance(0.95) ? random.pick([...state.of(PACKAGES).keys()]) : 'none',
      };
    case 'buy_signal_plan':
      return { kind, clientId: client(), planId: random.chance(0.95) ? random.pick(SIGNAL_PLANS).id : 'none' };
    case 'apply_loan': {
      const level = random.chance(0.7) ? 1 : 2;
      const wanted = LOAN_LEVELS.find((one) => one.level === level)?.portfolio ?? 0n;
      const party = richest(state, Array.from({ length: 12 }, client));
      if (party === undefined) return undefined;
      // Nobody starts rich enough: whoever is nearest is given more, as far as a day's top-ups go.
      if (party.cash < wanted && random.chance(0.9)) return { kind: 'top_up', clientId: party.id, amount: 10_000_000n };
      return { kind, clientId: party.id, level, monthlyIncome: random.bigBetween(0n, 10_000_000n), goals: 'a house' };
    }
    case 'review_loan': {
      const loan = someLoan(random, state, ({ status }) => status === 'pending');
      const approve = random.chance(0.8);
      return (
        loan && {
          kind,
          staffId,
          clientId: loan.clientId,
          loanId: loan.id,
          decision: approve ? 'approve' : 'reject',
          reason: approve ? null : 'not now',
        }
      );
    }
    case 'charge_interest': {
      const loan = someLoan(random, state, ({ status }) => status === 'approved');
      if (loan?.interestThrough === undefined || loan.interestThrough === null) return undefined;
      const day = addDays(loan.interestThrough, random.chance(0.9) ? 1 : random.int(3));
      // Of a day that has not begun nothing is decided until it has.
      return day > utcDay(now) ? undefined : { kind, clientId: loan.clientId, loanId: loan.id, day };
    }
    case 'repay_loan': {
      const loan = someLoan(random, state, ({ status }) => status === 'approved');
      if (loan === undefined) return undefined;
      const owed = owedOn(loan);
      const cash = state.of(PARTIES).get(loan.clientId)?.cash ?? 0n;
      const most = cash < owed ? cash : owed;
      const pick = random.next();
      const amount = pick < 0.1 ? owed + 1n : pick < 0.35 ? most : (most * random.bigBetween(1n, 60n)) / 100n;
      return { kind, clientId: loan.clientId, loanId: loan.id, amount: amount > 0n ? amount : 1n };
    }
    case 'collect_loan':
    case 'write_off_loan':
    case 'check_borrower_margin': {
      const loan = someLoan(random, state, ({ status }) => status === 'approved');
      return loan && { kind, clientId: loan.clientId, loanId: loan.id };
    }
    case 'close_out_for_loan': {
      const loan = someLoan(random, state, ({ status }) => status === 'approved');
      if (loan === undefined) return undefined;
      const trade = [...state.of(TRADES).values()].find(
        ({ clientId, status }) => clientId === loan.clientId && status === 'active',
      );
      return trade && { kind, clientId: loan.clientId, loanId: loan.id, tradeId: trade.id };
    }
    case 'set_limits': {
      const kinds = LIMIT_KINDS.filter(() => random.chance(0.4));
      return {
        kind,
        clientId: client(),
        limits: Object.fromEntries(kinds.map((limit) => [limit, someLimit(random)])),
      };
    }
    case 'take_time_out': {
      // Few take one, and whoever did may try to make it shorter.
      const resting = [...state.of(BREAKS).values()];
      const clientId = resting.length > 2 ? random.pick(resting).clientId : client();
      return { kind, clientId, length: random.pick(['24h', '24h', '7d', '6m'] as const) };
    }
    case 'return_from_exclusion': {
      const excluded = [...state.of(BREAKS).values()].filter((one) => one.kind === 'self_exclusion');
      return { kind, clientId: excluded.length > 0 ? random.pick(excluded).clientId : client() };
    }
  }
}

/** A limit that somebody could want, or none: seldom so tight that their day ends with it. */
function someLimit(random: Random): bigint | null {
  return random.chance(0.2) ? null : random.pick([20_000n, 500_000n, 5_000_000n, 50_000_000n, 1_000_000_000n]);
}

/** A loan that fits; now and then any other. */
function someLoan(random: Random, state: State, fits: (loan: Loan) => boolean): Loan | undefined {
  const all = [...state.of(LOANS).values()];
  const fitting = random.chance(0.95) ? all.filter(fits) : all;
  return fitting.length === 0 ? undefined : random.pick(fitting);
}

function richest(state: State, ids: readonly string[]): Party | undefined {
  return ids
    .map((id) => state.of(PARTIES).get(id))
    .filter((party) => party !== undefined)
    .reduce<Party | undefined>(
      (best, party) => (best === undefined || party.cash > best.cash ? party : best),
      undefined,
    );
}
