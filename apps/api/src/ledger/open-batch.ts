import type {
  Coin,
  Copy,
  CorrectableEntry,
  Deposit,
  Exposure,
  DepositMethod,
  Hold,
  Loan,
  LeadTrade,
  Order,
  Outcome,
  Package,
  LimitKind,
  Party,
  Proposal,
  Protection,
  Side,
  State,
  Touches,
  Trade,
  Trader,
  Withdrawal,
  WithdrawalMethod,
} from '@clearbook/domain/ledger';
import { MAX_FEE_BPS, MAX_MINIMUM_WITHDRAWAL } from '@clearbook/domain/funding';
import type { Symbol } from '@clearbook/domain/market';
import { actFromJson } from '@clearbook/domain/proposals';
import type { Released, Releases } from '@clearbook/domain/releases';
import type pg from 'pg';

export type KnownAnswer = { readonly requestHash: string; readonly outcome: Outcome };
export type OpenedBatch = { readonly state: State; readonly answers: ReadonlyMap<string, KnownAnswer> };
export type KeyedTouches = { readonly actorId: string; readonly key: string; readonly touches: Touches };

/** Under which an answer is looked up: keys belong to their actor. */
export function slotOf(actorId: string, key: string): string {
  return `${actorId} ${key}`;
}

const OPEN = {
  name: 'ledger-open',
  text: 'select parties, answers, rows from ledger.open_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
};

/** Locks what the batch touches, in one order for everybody, and reads it as it is under the lock. */
export async function openBatch(client: pg.ClientBase, batch: readonly KeyedTouches[]): Promise<OpenedBatch> {
  const parties = new Set<string>();
  const deposits: string[] = [];
  const withdrawals: string[] = [];
  const trades: string[] = [];
  const entries: string[] = [];
  const positions: string[] = [];
  const weighed: string[] = [];
  const more = new Map<string, Set<string>>();
  let settings = false;
  for (const { actorId, touches } of batch) {
    parties.add(actorId);
    for (const id of touches.parties) parties.add(id);
    if (touches.depositId !== undefined) deposits.push(touches.depositId);
    if (touches.withdrawalId !== undefined) withdrawals.push(touches.withdrawalId);
    if (touches.tradeId !== undefined) trades.push(touches.tradeId);
    if (touches.entryNumber !== undefined) entries.push(touches.entryNumber.toString());
    if (touches.settings) settings = true;
    if (touches.positionsOf !== undefined) positions.push(touches.positionsOf);
    if (touches.weighs !== undefined) weighed.push(touches.weighs);
    for (const [noun, ids] of Object.entries(touches.more ?? {})) {
      const known = more.get(noun) ?? new Set();
      for (const id of ids) known.add(id);
      more.set(noun, known);
    }
  }
  const { rows } = await client.query<Opened>({
    ...OPEN,
    values: [
      literal([...parties]),
      literal(deposits),
      literal(withdrawals),
      literal(trades),
      literal(entries),
      literal(batch.map((item) => item.actorId)),
      batch.map((item) => item.key),
      settings,
      literal(positions),
      literal(weighed),
      more.size === 0 ? null : JSON.stringify(Object.fromEntries([...more].map(([noun, ids]) => [noun, [...ids]]))),
    ],
  });
  const [opened] = rows;
  if (opened === undefined) throw new Error('open_batch answered nothing');
  return { state: toState(opened), answers: toAnswers(opened) };
}

/** A PostgreSQL array of values that need no quoting (ids and numbers): a third of the CPU of a quoted one. */
export function literal(values: readonly (string | number | bigint)[]): string {
  return `{${values.join(',')}}`;
}

type Texts<T> = {
  readonly [K in keyof T]: T[K] extends bigint
    ? string
    : T[K] extends Date
      ? string
      : T[K] extends Date | null
        ? string | null
        : T[K] extends bigint | null
          ? string | null
          : T[K];
};
type TradeRow = Omit<Texts<Trade>, 'realisedExact' | 'closing'> & {
  readonly exactNum: string;
  readonly exactDen: string;
  readonly closingLots: string | null;
  readonly closingSince: string | null;
};
type ProtectionRow = {
  readonly clientId: string;
  readonly limits: readonly {
    readonly kind: LimitKind;
    readonly amount: string | null;
    readonly nextAmount: string | null;
    readonly nextAt: string | null;
  }[];
  readonly timeOut: Texts<NonNullable<Protection['timeOut']>> | null;
  readonly tally: Texts<Protection['tally']>;
};
type ProposalRow = Omit<Texts<Proposal>, 'act'> & { readonly act: Parameters<typeof actFromJson>[0] };
type ReleasesRow = {
  readonly live: boolean;
  readonly day: string;
  readonly dayLimit: string;
  readonly clientLimit: string;
  readonly alone: readonly Texts<Released>[] | null;
};
type Opened = {
  /** Each party's columns separated by blanks, parties by commas: a third of the cost of JSON on both sides. */
  readonly parties: string | null;
  readonly answers: readonly [partyId: string, key: string, requestHash: string, outcome: Outcome][] | null;
  /** Null where the batch touches no rows but parties. */
  readonly rows: {
    readonly deposits: readonly Texts<Deposit>[] | null;
    readonly withdrawals: readonly Texts<Withdrawal>[] | null;
    readonly trades: readonly TradeRow[] | null;
    readonly entries: readonly Texts<CorrectableEntry>[] | null;
    readonly exposures: readonly { readonly clientId: string; readonly sums: readonly Texts<Exposure>[] }[] | null;
    readonly settings: {
      readonly minimumWithdrawal: string;
      readonly feeBps: number;
      readonly feeBefore: number | null;
      readonly feeFrom: string | null;
      readonly announcesFees: boolean;
    } | null;
    /** Rows of the other nouns, as their doors read them. */
    readonly more: {
      readonly orders?: readonly Texts<Order>[] | null;
      readonly packages?: readonly Texts<Package>[] | null;
      readonly loans?: readonly Texts<Loan>[] | null;
      readonly traders?: readonly Texts<Trader>[] | null;
      readonly copies?: readonly Texts<Copy>[] | null;
      readonly leadTrades?: readonly Texts<LeadTrade>[] | null;
      readonly depositsOf?: readonly Texts<Deposit>[] | null;
      readonly holds?: readonly Texts<Hold>[] | null;
      readonly verifications?:
        | readonly { clientId: string; submission: string; state: 'pending' | 'approved' | 'declined' }[]
        | null;
      readonly protections?: readonly ProtectionRow[] | null;
      readonly proposals?: readonly ProposalRow[] | null;
      readonly releases?: ReleasesRow;
      /** Deposits of those clients that may still come. */
      readonly coming?: readonly Texts<Deposit>[] | null;
    } | null;
  } | null;
};

function toState({ parties, rows }: Opened): State {
  return {
    parties: new Map(
      parties
        ?.split(',')
        .map(toParty)
        .map((party) => [party.id, party]),
    ),
    openTrades: new Map(
      parties?.split(',').flatMap((columns) => {
        const [id = '', count = '-'] = [columns.split(' ')[0], columns.split(' ').at(-1)];
        return count === '-' ? [] : [[id, Number(count)] as const];
      }),
    ),
    exposures: new Map(
      (rows?.exposures ?? []).map(({ clientId, sums }) => [
        clientId,
        sums.map((sum) => ({
          ...sum,
          lots: BigInt(sum.lots),
          value: BigInt(sum.value),
          required: BigInt(sum.required),
        })),
      ]),
    ),
    deposits: new Map(
      [...(rows?.more?.coming ?? []), ...(rows?.deposits ?? []), ...(rows?.more?.depositsOf ?? [])].map((row) => [
        row.id,
        toDeposit(row),
      ]),
    ),
    withdrawals: new Map((rows?.withdrawals ?? []).map((row) => [row.id, toWithdrawal(row)])),
    trades: new Map((rows?.trades ?? []).map((row) => [row.id, toTrade(row)])),
    orders: new Map((rows?.more?.orders ?? []).map((row) => [row.id, toOrder(row)])),
    loans: new Map((rows?.more?.loans ?? []).map((row) => [row.id, toLoan(row)])),
    entries: new Map((rows?.entries ?? []).map((row) => [BigInt(row.number), toEntry(row)])),
    packages: new Map((rows?.more?.packages ?? []).map((row) => [row.id, { ...row, price: BigInt(row.price) }])),
    traders: new Map((rows?.more?.traders ?? []).map((row) => [row.id, toTrader(row)])),
    copies: new Map((rows?.more?.copies ?? []).map((row) => [row.id, toCopy(row)])),
    leadTrades: new Map((rows?.more?.leadTrades ?? []).map((row) => [row.id, toLeadTrade(row)])),
    protections: new Map((rows?.more?.protections ?? []).map((row) => [row.clientId, toProtection(row)])),
    verifications: new Map((rows?.more?.verifications ?? []).map(({ clientId, ...row }) => [clientId, row])),
    holds: new Map((rows?.more?.holds ?? []).map((row) => [row.id, toHold(row)])),
    proposals: new Map((rows?.more?.proposals ?? []).map((row) => [row.id, toProposal(row)])),
    // Whatever the settings row says, the domain's own limits hold.
    settings: {
      minimumWithdrawal: capped(BigInt(rows?.settings?.minimumWithdrawal ?? '0'), MAX_MINIMUM_WITHDRAWAL),
      withdrawalFeeBps: Math.min(rows?.settings?.feeBps ?? 0, MAX_FEE_BPS),
      feeRaise:
        rows?.settings && rows.settings.feeBefore !== null && rows.settings.feeFrom !== null
          ? { beforeBps: Math.min(rows.settings.feeBefore, MAX_FEE_BPS), from: new Date(rows.settings.feeFrom) }
          : null,
      announcesFees: rows?.settings?.announcesFees ?? false,
    },
    releases: rows?.more?.releases ? toReleases(rows.more.releases) : null,
  };
}

function capped(value: bigint, limit: bigint): bigint {
  return value > limit ? limit : value;
}

function toParty(columns: string): Party {
  const [
    id = '',
    kind,
    status,
    billing,
    code,
    cash = '',
    margin = '',
    withdrawing = '',
    loan = '',
    deposited = '',
    realised = '',
    day = '-',
    count,
    markup,
    ceiling,
    signalPercent,
    unlimited = '-',
    suspended = '-',
    leads,
    billingFrom = '-',
  ] = columns.split(' ');
  return {
    id,
    kind: kind as Party['kind'],
    status: status as Party['status'],
    billing: billing === 't',
    billingFrom: billingFrom === '-' ? null : new Date(Number(billingFrom)),
    code: code === 't',
    cash: BigInt(cash),
    margin: BigInt(margin),
    withdrawing: BigInt(withdrawing),
    loan: BigInt(loan),
    deposited: BigInt(deposited),
    realised: BigInt(realised),
    topUpDay: day === '-' ? null : day,
    topUpCount: Number(count),
    markup: Number(markup),
    leverageCeiling: Number(ceiling),
    signalPercent: Number(signalPercent),
    unlimitedUntil: unlimited === '-' ? null : new Date(Number(unlimited)),
    suspendedAt: suspended === '-' ? null : new Date(Number(suspended)),
    leads: leads === 't',
  };
}

function toDeposit(row: Texts<Deposit>): Deposit {
  return {
    ...row,
    method: row.method as DepositMethod,
    amount: BigInt(row.amount),
    payUnits: BigInt(row.payUnits),
    rate: BigInt(row.rate),
    expiresAt: new Date(row.expiresAt),
    proofAt: dateOrNull(row.proofAt),
    lateRate: bigintOrNull(row.lateRate),
    createdAt: new Date(row.createdAt),
  };
}

function toWithdrawal(row: Texts<Withdrawal>): Withdrawal {
  return {
    ...row,
    method: row.method as WithdrawalMethod,
    coin: row.coin as Coin | null,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    codeExpiresAt: dateOrNull(row.codeExpiresAt),
    createdAt: new Date(row.createdAt),
  };
}

function toTrade({ exactNum, exactDen, closingLots, closingSince, ...row }: TradeRow): Trade {
  return {
    ...row,
    symbol: row.symbol as Symbol,
    side: row.side as Side,
    lots: BigInt(row.lots),
    openLots: BigInt(row.openLots),
    collateral: BigInt(row.collateral),
    collateralLeft: BigInt(row.collateralLeft),
    requiredMargin: BigInt(row.requiredMargin),
    requiredMarginLeft: BigInt(row.requiredMarginLeft),
    entryPrice: BigInt(row.entryPrice),
    realised: BigInt(row.realised),
    realisedExact: { num: BigInt(exactNum), den: BigInt(exactDen) },
    shortfall: BigInt(row.shortfall),
    openedAt: new Date(row.openedAt),
    equityAtOpen: bigintOrNull(row.equityAtOpen),
    stopLoss: bigintOrNull(row.stopLoss),
    takeProfit: bigintOrNull(row.takeProfit),
    trailingDistance: bigintOrNull(row.trailingDistance),
    trailingPeak: bigintOrNull(row.trailingPeak),
    protectedAt: dateOrNull(row.protectedAt),
    trailingSince: dateOrNull(row.trailingSince),
    financed: BigInt(row.financed),
    accrued: BigInt(row.accrued),
    closing:
      closingLots === null || closingSince === null
        ? null
        : { lots: BigInt(closingLots), since: new Date(closingSince) },
  };
}

function toOrder(row: Texts<Order>): Order {
  return {
    ...row,
    symbol: row.symbol as Symbol,
    lots: BigInt(row.lots),
    amount: BigInt(row.amount),
    limitPrice: bigintOrNull(row.limitPrice),
    stopPrice: bigintOrNull(row.stopPrice),
    stopLoss: bigintOrNull(row.stopLoss),
    takeProfit: bigintOrNull(row.takeProfit),
    trailingDistance: bigintOrNull(row.trailingDistance),
    expiresAt: dateOrNull(row.expiresAt),
    createdAt: new Date(row.createdAt),
    setAt: new Date(row.setAt),
    endedAt: dateOrNull(row.endedAt),
  };
}

function toLoan(row: Texts<Loan>): Loan {
  return {
    ...row,
    level: row.level as Loan['level'],
    status: row.status as Loan['status'],
    amount: BigInt(row.amount),
    principal: BigInt(row.principal),
    interest: BigInt(row.interest),
    charged: BigInt(row.charged),
    repaid: BigInt(row.repaid),
    writtenOff: BigInt(row.writtenOff),
    calledAt: dateOrNull(row.calledAt),
    createdAt: new Date(row.createdAt),
  };
}

function toTrader(row: Texts<Trader>): Trader {
  return { ...row, status: row.status as Trader['status'], minibalance: BigInt(row.minibalance) };
}

function toCopy(row: Texts<Copy>): Copy {
  return {
    ...row,
    allotment: BigInt(row.allotment),
    stopLoss: bigintOrNull(row.stopLoss),
    held: BigInt(row.held),
    result: BigInt(row.result),
    highWater: BigInt(row.highWater),
    shared: BigInt(row.shared),
    startedAt: new Date(row.startedAt),
  };
}

function toLeadTrade(row: Texts<LeadTrade>): LeadTrade {
  return {
    ...row,
    symbol: row.symbol as Symbol,
    lots: BigInt(row.lots),
    openLots: BigInt(row.openLots),
    collateral: BigInt(row.collateral),
    entryPrice: BigInt(row.entryPrice),
    openedAt: new Date(row.openedAt),
    equityAtOpen: bigintOrNull(row.equityAtOpen),
  };
}

function toProtection({ clientId, limits, timeOut, tally }: ProtectionRow): Protection {
  return {
    clientId,
    limits: limits.map(({ kind, amount, nextAmount, nextAt }) => ({
      kind,
      amount: bigintOrNull(amount),
      next: nextAt === null ? null : { amount: bigintOrNull(nextAmount), at: new Date(nextAt) },
    })),
    timeOut: timeOut && {
      kind: timeOut.kind,
      startedAt: new Date(timeOut.startedAt),
      until: new Date(timeOut.until),
      returnAt: dateOrNull(timeOut.returnAt),
    },
    tally: {
      ...tally,
      dayResult: BigInt(tally.dayResult),
      dayFunded: BigInt(tally.dayFunded),
      weekFunded: BigInt(tally.weekFunded),
      monthFunded: BigInt(tally.monthFunded),
    },
  };
}

function toHold(row: Texts<Hold>): Hold {
  return {
    ...row,
    setAt: new Date(row.setAt),
    endsAt: new Date(row.endsAt),
    liftedAt: dateOrNull(row.liftedAt),
  };
}

function toProposal({ act, lapsesAt, ...row }: ProposalRow): Proposal {
  return { ...row, act: actFromJson(act), lapsesAt: new Date(lapsesAt) };
}

function toReleases({ live, day, dayLimit, clientLimit, alone }: ReleasesRow): Releases {
  return {
    live,
    day,
    limits: { day: BigInt(dayLimit), client: BigInt(clientLimit) },
    alone: (alone ?? []).map((row) => ({ ...row, amount: BigInt(row.amount) })),
  };
}

function bigintOrNull(text: string | null): bigint | null {
  return text === null ? null : BigInt(text);
}

function toEntry(row: Texts<CorrectableEntry>): CorrectableEntry {
  return {
    number: BigInt(row.number),
    clientId: row.clientId,
    credited: BigInt(row.credited),
    corrected: BigInt(row.corrected),
  };
}

function toAnswers(opened: Opened): Map<string, KnownAnswer> {
  return new Map(
    (opened.answers ?? []).map(([partyId, key, requestHash, outcome]) => [
      slotOf(partyId, key),
      { requestHash, outcome },
    ]),
  );
}

function dateOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
