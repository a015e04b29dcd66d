import { LEAD_TRADES, TRADERS } from '@clearbook/domain/copying';
import { DEPOSITS, MAX_FEE_BPS, MAX_MINIMUM_WITHDRAWAL, SETTINGS, WITHDRAWALS } from '@clearbook/domain/funding';
import { HOLDS } from '@clearbook/domain/holds';
import { VERIFICATIONS } from '@clearbook/domain/identity';
import {
  keyOf,
  type LockSet,
  type Outcome,
  PARTIES,
  type Party,
  type Rows,
  State,
  type Table,
} from '@clearbook/domain/ledger';
import { LOANS } from '@clearbook/domain/loans';
import { type CorrectableEntry, ENTRIES } from '@clearbook/domain/manual';
import { PACKAGES } from '@clearbook/domain/plans';
import {
  COPIES,
  type Exposure,
  EXPOSURES,
  OPEN_TRADES,
  POSITIONS_OF,
  TRADES,
  WEIGHED,
} from '@clearbook/domain/positions';
import { actFromJson, type Proposal, PROPOSALS } from '@clearbook/domain/proposals';
import { BREAKS, CLIENT_LIMITS, PROTECTION_OF, TALLIES, type Tally } from '@clearbook/domain/protection';
import { type Released, RELEASES, type Releases } from '@clearbook/domain/releases';
import { ORDERS } from '@clearbook/domain/trading';
import type pg from 'pg';
import { type Texts, toRow, type RowText } from './row-text.ts';

export type KnownAnswer = { readonly requestHash: string; readonly outcome: Outcome };
export type OpenedBatch = { readonly state: State; readonly answers: ReadonlyMap<string, KnownAnswer> };
export type KeyedLocks = { readonly actorId: string; readonly key: string; readonly locks: LockSet };

/** Under which an answer is looked up: keys belong to their actor. */
export function slotOf(actorId: string, key: string): string {
  return `${actorId} ${key}`;
}

const OPEN = {
  name: 'ledger-open',
  text: 'select parties, answers, rows from ledger.open_batch($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
};

/** What open_batch takes in parameters of their own; the rest goes by name. */
const OWN = [DEPOSITS, WITHDRAWALS, TRADES, ENTRIES, POSITIONS_OF, WEIGHED, SETTINGS].map(({ name }) => name);
/** Names that open_batch has for what is read by id. */
const BY_ID = new Map<string, string>(
  (
    [
      [ORDERS, 'orders'],
      [LOANS, 'loans'],
      [PACKAGES, 'packages'],
      [TRADERS, 'traders'],
      [COPIES, 'copies'],
      [LEAD_TRADES, 'leadTrades'],
      [PROTECTION_OF, 'protectionsOf'],
      [VERIFICATIONS, 'verificationsOf'],
      [RELEASES, 'releasesOf'],
    ] as const
  ).map(([{ name }, called]) => [name, called]),
);

/** Locks what the batch needs, in one order for everybody, and reads it as it is under the lock. */
export async function openBatch(client: pg.ClientBase, batch: readonly KeyedLocks[]): Promise<OpenedBatch> {
  const parties = new Set<string>();
  const ids = new Map<string, Set<string>>();
  for (const { actorId, locks } of batch) {
    parties.add(actorId);
    for (const id of locks.parties) parties.add(id);
    for (const read of locks.rows) {
      const known = ids.get(read.name) ?? new Set();
      for (const id of read.ids) known.add(id);
      ids.set(read.name, known);
    }
  }
  const of = ({ name }: Rows<unknown>): string => literal([...(ids.get(name) ?? [])]);
  const others = [...ids].filter(([name]) => !OWN.includes(name));
  const { rows } = await client.query<Opened>({
    ...OPEN,
    values: [
      literal([...parties]),
      of(DEPOSITS),
      of(WITHDRAWALS),
      of(TRADES),
      of(ENTRIES),
      literal(batch.map((item) => item.actorId)),
      batch.map((item) => item.key),
      ids.has(SETTINGS.name),
      of(POSITIONS_OF),
      of(WEIGHED),
      others.length === 0
        ? null
        : JSON.stringify(Object.fromEntries(others.map(([name, wanted]) => [BY_ID.get(name) ?? name, [...wanted]]))),
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

type TallyRow = Texts<Tally> & { readonly clientId: string };
type ProposalRow = Omit<Texts<Proposal>, 'act'> & { readonly act: Parameters<typeof actFromJson>[0] };
type ReleasesRow = {
  readonly live: boolean;
  readonly day: string;
  readonly dayLimit: string;
  readonly clientLimit: string;
  readonly alone: readonly Texts<Released>[] | null;
};
type Found = readonly RowText[] | null;
type Opened = {
  /** Each party's columns separated by blanks, parties by commas: a third of the cost of JSON on both sides. */
  readonly parties: string | null;
  readonly answers: readonly [partyId: string, key: string, requestHash: string, outcome: Outcome][] | null;
  /** Null where the batch needs no rows but parties. */
  readonly rows: {
    readonly deposits: Found;
    readonly withdrawals: Found;
    readonly trades: Found;
    readonly entries: readonly Texts<CorrectableEntry>[] | null;
    readonly exposures: readonly { readonly clientId: string; readonly sums: readonly Texts<Exposure>[] }[] | null;
    readonly settings: {
      readonly minimumWithdrawal: string;
      readonly feeBps: number;
      readonly feeBefore: number | null;
      readonly feeFrom: string | null;
      readonly announcesFees: boolean;
    } | null;
    /** Rows of the other modules, as their SQL functions read them. */
    readonly more: {
      readonly orders?: Found;
      readonly packages?: Found;
      readonly loans?: Found;
      readonly traders?: Found;
      readonly copies?: Found;
      readonly leadTrades?: Found;
      readonly depositsOf?: Found;
      readonly holds?: Found;
      readonly verifications?: Found;
      readonly limits?: Found;
      readonly breaks?: Found;
      readonly tallies?: readonly TallyRow[] | null;
      readonly proposals?: readonly ProposalRow[] | null;
      readonly releases?: ReleasesRow;
      /** Deposits of those clients that may still come. */
      readonly coming?: Found;
    } | null;
  } | null;
};

function toState({ parties, rows }: Opened): State {
  const more = rows?.more;
  const lines = parties?.split(',') ?? [];
  const state = new State()
    .set(PARTIES, byId(lines.map(toParty)))
    .set(OPEN_TRADES, lines.flatMap(toOpenTrades))
    .set(
      EXPOSURES,
      (rows?.exposures ?? []).map(({ clientId, sums }) => [clientId, sums.map(toExposure)] as const),
    )
    .set(DEPOSITS, [
      ...found(DEPOSITS, more?.coming),
      ...found(DEPOSITS, rows?.deposits),
      ...found(DEPOSITS, more?.depositsOf),
    ])
    .set(WITHDRAWALS, found(WITHDRAWALS, rows?.withdrawals))
    .set(TRADES, found(TRADES, rows?.trades))
    .set(ORDERS, found(ORDERS, more?.orders))
    .set(LOANS, found(LOANS, more?.loans))
    .set(
      ENTRIES,
      (rows?.entries ?? []).map((row) => [row.number, toEntry(row)] as const),
    )
    .set(PACKAGES, found(PACKAGES, more?.packages))
    .set(TRADERS, found(TRADERS, more?.traders))
    .set(COPIES, found(COPIES, more?.copies))
    .set(LEAD_TRADES, found(LEAD_TRADES, more?.leadTrades))
    .set(CLIENT_LIMITS, byKey(CLIENT_LIMITS, more?.limits))
    .set(BREAKS, byKey(BREAKS, more?.breaks))
    .set(
      TALLIES,
      (more?.tallies ?? []).map((row) => [row.clientId, toTally(row)] as const),
    )
    .set(
      VERIFICATIONS,
      (more?.verifications ?? []).map((row) => [String(row['clientId']), toRow(VERIFICATIONS, row)] as const),
    )
    .set(HOLDS, found(HOLDS, more?.holds))
    .set(PROPOSALS, byId((more?.proposals ?? []).map(toProposal)));
  if (rows?.settings) state.set(SETTINGS, [['', toSettings(rows.settings)]]);
  if (more?.releases) state.set(RELEASES, [['', toReleases(more.releases)]]);
  return state;
}

function byId<R extends { readonly id: string }>(rows: readonly R[]): (readonly [string, R])[] {
  return rows.map((row) => [row.id, row]);
}

function byKey<R extends object>(of: Table<R>, rows: Found | undefined): (readonly [string, R])[] {
  return (rows ?? []).map((text) => {
    const row = toRow(of, text);
    return [keyOf(of, row as Readonly<Record<string, unknown>>), row];
  });
}

function found<R extends { readonly id: string }>(of: Table<R>, rows: Found | undefined): (readonly [string, R])[] {
  return byId((rows ?? []).map((row) => toRow(of, row)));
}

type SettingsRow = NonNullable<NonNullable<Opened['rows']>['settings']>;

/** Whatever the settings row says, the domain's own limits hold. */
function toSettings({ minimumWithdrawal, feeBps, feeBefore, feeFrom, announcesFees }: SettingsRow) {
  const minimum = BigInt(minimumWithdrawal);
  return {
    minimumWithdrawal: minimum > MAX_MINIMUM_WITHDRAWAL ? MAX_MINIMUM_WITHDRAWAL : minimum,
    withdrawalFeeBps: Math.min(feeBps, MAX_FEE_BPS),
    feeRaise:
      feeBefore !== null && feeFrom !== null
        ? { beforeBps: Math.min(feeBefore, MAX_FEE_BPS), from: new Date(feeFrom) }
        : null,
    announcesFees,
  };
}

/** How many trades a party has open, where something is to be opened. */
function toOpenTrades(columns: string): (readonly [string, number])[] {
  const words = columns.split(' ');
  const [id = '', count = '-'] = [words[0], words.at(-1)];
  return count === '-' ? [] : [[id, Number(count)]];
}

function toExposure(sum: Texts<Exposure>): Exposure {
  return { ...sum, lots: BigInt(sum.lots), value: BigInt(sum.value), required: BigInt(sum.required) };
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

function toTally({ clientId: _, ...tally }: TallyRow): Tally {
  return {
    ...tally,
    dayResult: BigInt(tally.dayResult),
    dayFunded: BigInt(tally.dayFunded),
    weekFunded: BigInt(tally.weekFunded),
    monthFunded: BigInt(tally.monthFunded),
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
