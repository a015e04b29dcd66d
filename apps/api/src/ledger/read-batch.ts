import {
  type AnyTable,
  LOCKED,
  type LockSet,
  namedSql,
  type Outcome,
  PARTIES,
  READINGS,
  type Rows,
  type RowsOf,
  State,
} from '@clearbook/domain/ledger';
import { EXPOSURES } from '@clearbook/domain/positions';
import type pg from 'pg';
import { literal } from '../platform/database/composite.ts';
import { keysAs, type Raw, rowsInto, statementOfSet, statementsOf, TYPES } from './select.ts';
import { type Source, SOURCES } from './sources.ts';

export type KnownAnswer = { readonly requestHash: string; readonly outcome: Outcome };
export type ReadBatch = { readonly state: State; readonly answers: ReadonlyMap<string, KnownAnswer> };
export type KeyedLocks = { readonly actorId: string; readonly key: string; readonly locks: LockSet };

/** How an answer is looked up: keys belong to their actor. */
export function slotOf(actorId: string, key: string): string {
  return `${actorId} ${key}`;
}

/** `given`: the names of its parameters, in order. */
type Statement = { readonly name: string; readonly text: string; readonly given: readonly string[] };
/** How something is read: its statements, in order. The last one's rows go into the state. */
type Plan = {
  readonly statements: readonly Statement[];
  /** What the names of keys in its statements stand for. */
  readonly values: (keys: readonly string[]) => Readonly<Record<string, unknown>>;
  readonly into: (state: State, raw: readonly Raw[], keys: readonly string[]) => void;
};

/** In the one order in which every process reads and locks: tables first, and parties before the others. */
const PLANS: ReadonlyMap<Rows<unknown>, Plan> = new Map<Rows<unknown>, Plan>([
  ...LOCKED.map((table) => [table, planOfTable(table)] as const),
  ...entriesOf(SOURCES).map(([name, source]) => [READINGS[name], planOfSource(READINGS[name], source)] as const),
]);
/** Read for every batch: everything keyed by its parties. */
const ALWAYS = entriesOf(SOURCES).flatMap(([name, { sql }]) => (sql.includes('$parties') ? [READINGS[name]] : []));
/** Reads without locks, in any order: rows by other columns, and of tables that are never locked. */
const UNORDERED = new Map<Rows<unknown>, Plan>();

function entriesOf(sources: typeof SOURCES): [keyof typeof SOURCES, Source<unknown>][] {
  return Object.entries(sources) as [keyof typeof SOURCES, Source<unknown>][];
}

/** Statements name their parameters: $book, $keys, $parties. PostgreSQL wants them numbered. */
function named(name: string, texts: readonly string[]): Statement[] {
  return texts.map((text, i) => {
    const given: string[] = [];
    const numbered = namedSql(text).replaceAll(/\$([a-z]+\d?)/g, (_, parameter: string) => {
      if (!given.includes(parameter)) given.push(parameter);
      return `$${given.indexOf(parameter) + 1}`;
    });
    return { name: `read ${name} ${i}`, text: numbered, given };
  });
}

function planOfTable(table: AnyTable): Plan {
  return {
    statements: named(table.name, statementsOf(table)),
    values: (keys) => ({ keys: keysAs(table.columns[table.key[0] ?? '']?.kind, keys) }),
    into: rowsInto(table),
  };
}

function planOfSet(set: RowsOf<unknown>): Plan {
  return {
    statements: named(set.name, [statementOfSet(set)]),
    values: (keys) => {
      const parts = keys.map((key) => key.split(' '));
      const part = (of: number): string[] => parts.map((words) => words[of] ?? '');
      return Object.fromEntries(
        set.by.map((column, of) => [`part${of}`, keysAs(set.table.columns[column]?.kind, part(of))]),
      );
    },
    into: rowsInto(set.table),
  };
}

function planOfSource(reading: Rows<unknown>, source: Source<unknown>): Plan {
  const { locks, sql } = source;
  return {
    statements: named(reading.name, locks === undefined ? [sql] : [locks, sql]),
    values: (keys) => ({ keys: literal(keys) }),
    into:
      'into' in source
        ? source.into
        : (state, raw, keys) => void state.add(source.of ?? reading, source.rows(raw, keys)),
  };
}

function isUnlocked(of: Rows<unknown>): of is AnyTable {
  return 'lock' in of && of.lock === 'none';
}

function planOf(of: Rows<unknown>): Plan {
  const known = PLANS.get(of) ?? UNORDERED.get(of);
  if (known !== undefined) return known;
  const plan = 'by' in of ? planOfSet(of as RowsOf<unknown>) : isUnlocked(of) ? planOfTable(of) : undefined;
  if (plan === undefined) throw new Error(`nobody says how ${of.name} is read`);
  UNORDERED.set(of, plan);
  return plan;
}

/**
 * Locks what the batch needs, in the same order in every process, and reads it under the lock. All statements are sent together: each sees
 * what was committed before it began, and so everything that earlier statements waited for.
 */
export async function readBatch(client: pg.ClientBase, book: number, batch: readonly KeyedLocks[]): Promise<ReadBatch> {
  const wanted = keysOf(batch);
  const parties = literal([...(wanted.get(PARTIES) ?? [])]);
  const state = new State().set(EXPOSURES, []);
  const read = async (of: Rows<unknown>): Promise<void> => {
    const { statements, values, into } = planOf(of);
    const keys = [...(wanted.get(of) ?? [])];
    const known: Readonly<Record<string, unknown>> = { book, parties, ...values(keys) };
    const sent = statements.map(({ name, text, given }) =>
      client.query<Raw>({ name, text, values: given.map((parameter) => known[parameter]), types: TYPES }),
    );
    const raw = (await Promise.all(sent)).at(-1)?.rows;
    if (raw !== undefined) into(state, raw, keys);
  };
  const ordered = [...PLANS.keys()].filter((of) => wanted.has(of));
  const others = [...wanted.keys()].filter((of) => !PLANS.has(of));
  const reads = [...ordered, ...others].map(read);
  // After their actors are locked, because then no other process can answer under these keys.
  const answers = readAnswers(client, book, batch);
  await allOrCause([...reads, answers]);
  return { state, answers: await answers };
}

/** PostgreSQL refuses with 25P02 what was sent behind a statement that failed. Which of them rejects sooner is chance, and only the others say why. */
async function allOrCause(asked: readonly Promise<unknown>[]): Promise<void> {
  const settled = await Promise.allSettled(asked);
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (errors.length === 0) return;
  throw errors.find((error) => !(error instanceof Error && 'code' in error && error.code === '25P02')) ?? errors[0];
}

/** What the batch reads, including the rows of its parties. */
function keysOf(batch: readonly KeyedLocks[]): Map<Rows<unknown>, Set<string>> {
  const wanted = new Map<Rows<unknown>, Set<string>>([PARTIES, ...ALWAYS].map((of) => [of, new Set()]));
  const add = (of: Rows<unknown>, keys: readonly string[]): void => {
    const known = wanted.get(of) ?? new Set();
    for (const key of keys) known.add(key);
    wanted.set(of, known);
  };
  for (const { actorId, locks } of batch) {
    add(PARTIES, [actorId, ...locks.parties]);
    for (const { of, ids } of locks.rows) add(of, ids);
  }
  return wanted;
}

const ANSWERS = {
  name: 'read answers',
  text: `select c.party_id as "actorId", c.key, encode(c.request_hash, 'hex') as "requestHash", c.outcome
    from unnest($1::uuid[], $2::text[]) as k(party_id, key)
    cross join lateral (select * from ledger.command c where c.book in (0, $3) and c.party_id = k.party_id and c.key = k.key limit 1) c`,
};

type AnswerRow = KnownAnswer & { readonly actorId: string; readonly key: string };

/** Earlier answers under the keys of the batch. */
async function readAnswers(
  client: pg.ClientBase,
  book: number,
  batch: readonly KeyedLocks[],
): Promise<Map<string, KnownAnswer>> {
  const values = [literal(batch.map(({ actorId }) => actorId)), batch.map(({ key }) => key), book];
  const { rows } = await client.query<AnswerRow>({ ...ANSWERS, values });
  return new Map(rows.map(({ actorId, key, ...answer }) => [slotOf(actorId, key), answer]));
}
