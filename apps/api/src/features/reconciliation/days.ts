import { messages } from '@clearbook/contracts/messages';
import {
  type DayClose,
  type DayCloseDetail,
  type Difference,
  DIFFERENCES_MAX,
  type StatementMethod,
  type TrialLine,
} from '@clearbook/contracts/reconciliation';
import type { RequestBody } from '@clearbook/contracts/routes';
import type { Pool, PoolClient } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { keepReason } from '../audit/index.ts';
import { usd } from '../books/index.ts';
import { amountOfAccount } from './lines.query.ts';
import { matchAll, tell } from './matching.ts';

const { reconciliation: words } = messages;
const DAY_MS = 86_400_000;
/** Days that are over and not closed, and closed ones, that are listed. */
const OPEN_SHOWN = 14;
const CLOSED_SHOWN = 60;
/** Closing a day reads every entry since the last one that was closed. */
const LONG_STATEMENT = "set local statement_timeout = '300s'";

type Reader = Pick<Pool, 'query'>;
type Mark = {
  day: string;
  state: 'prepared' | 'sent_back' | 'closed';
  staff_id: string;
  by: string;
  at: Date;
  reason: string | null;
};
export type Figures = {
  readonly numbers: Readonly<Record<string, number>>;
  readonly entries: string;
  readonly accounts: readonly FigureLine[];
};
type FigureLine = {
  readonly account: string;
  readonly owner: 'client' | 'house';
  readonly opening: string;
  readonly debits: string;
  readonly credits: string;
  readonly closing: string;
};
type Found = Omit<Difference, 'amount' | 'method'> & { readonly amount: string; readonly method: StatementMethod };

/** The refusals that the database gives a code for. */
const REFUSALS = {
  'day.not_over': [422, words.notOver],
  'day.closed': [409, words.closed],
  'day.prepared': [409, words.prepared],
  'day.not_prepared': [409, words.notPrepared],
  'day.same_person': [403, words.samePerson],
  'day.changed': [409, words.changed],
  'day.unnamed': [422, words.unnamed],
} as const;

/** Days that can be closed, the oldest first, and those that are, the newest first. */
export async function readDays(
  reader: Reader,
  asker: string,
  now: Date,
): Promise<{ open: DayClose[]; closed: DayClose[] }> {
  const marks = await readMarks(reader, new Date(now.getTime() - 2 * CLOSED_SHOWN * DAY_MS));
  const closed = [...marks.values()].filter((of) => of.at(-1)?.state === 'closed');
  const lastClosed =
    closed
      .map((of) => of[0]?.day ?? '')
      .toSorted()
      .at(-1) ?? '';
  const open: DayClose[] = [];
  for (let back = 1; back <= OPEN_SHOWN; back += 1) {
    const day = dayBefore(now, back);
    if (day <= lastClosed) break;
    open.unshift(closeOf(day, marks.get(day) ?? [], asker));
  }
  return {
    open,
    closed: closed
      .map((of) => closeOf(of[0]?.day ?? '', of, asker))
      .toSorted((a, b) => b.day.localeCompare(a.day))
      .slice(0, CLOSED_SHOWN),
  };
}

/** A day's figures and differences: as they are, or once it is prepared as they were then. */
export async function readDay(pool: Pool, day: string, asker: string): Promise<DayCloseDetail> {
  return transaction(pool, async (client) => {
    await client.query(LONG_STATEMENT);
    const marks = (await readMarks(client, new Date(day), day)).get(day) ?? [];
    const last = marks.at(-1);
    const frozen = last !== undefined && last.state !== 'sent_back';
    const { figures, differences } = frozen ? await frozenOf(client, day) : await presentOf(client, day);
    return {
      ...closeOf(day, marks, asker),
      trial_balance: trialOf(figures),
      entries: Number(figures.entries),
      differences: differences.slice(0, DIFFERENCES_MAX).map(differenceOf),
      more: differences.length > DIFFERENCES_MAX,
    };
  });
}

type By = { readonly day: string; readonly staffId: string; readonly now: Date };

/** Freezes a day's figures, with every difference named. */
export async function prepareDay(
  pool: Pool,
  by: By,
  { named }: RequestBody<'POST /admin/day-closes/:id/prepare'>,
): Promise<DayCloseDetail> {
  await matchAll(pool, by.now);
  const said = Object.fromEntries(named.map(({ key, explanation }) => [key, explanation]));
  return step(pool, by, 'day.prepare', (client) =>
    client.query('select ledger.prepare_day($1, $2, $3, $4) as refused', [by.day, by.staffId, said, by.now]),
  );
}

/** Another person's word that a day is closed. */
export function signDay(pool: Pool, by: By): Promise<DayCloseDetail> {
  return step(pool, by, 'day.sign', (client) =>
    client.query('select ledger.sign_day($1, $2, $3) as refused', [by.day, by.staffId, by.now]),
  );
}

export function sendBackDay(pool: Pool, by: By, reason: string): Promise<DayCloseDetail> {
  return step(
    pool,
    by,
    'day.send_back',
    (client) =>
      client.query('select ledger.send_back_day($1, $2, $3, $4) as refused', [by.day, by.staffId, reason, by.now]),
    reason,
  );
}

type Asked = (client: PoolClient) => Promise<{ rows: { refused: keyof typeof REFUSALS | null }[] }>;

async function step(pool: Pool, by: By, action: string, ask: Asked, reason?: string): Promise<DayCloseDetail> {
  const { day, staffId, now } = by;
  await transaction(pool, async (client) => {
    await client.query(LONG_STATEMENT);
    const refused = (await ask(client)).rows[0]?.refused ?? null;
    if (refused !== null) {
      const [status, detail] = REFUSALS[refused];
      throw new Problem(status, refused, detail);
    }
    const note = await keepReason(client, { whose: staffId, reason, now });
    await client.query('select ledger.record_audit($1, $2, $3, $4, null, $5, $6)', [
      staffId,
      action,
      'day',
      day,
      note,
      now,
    ]);
    await tell(client);
  });
  return readDay(pool, day, staffId);
}

/** What was said of each day from this one on, or of this one alone, oldest first. */
async function readMarks(reader: Reader, from: Date, only?: string): Promise<Map<string, Mark[]>> {
  const { rows } = await reader.query<Mark>(
    `select to_char(m.day, 'YYYY-MM-DD') as day, m.state, m.staff_id, u.email as by, m.at, m.reason
     from ledger.day_mark m join app.user u on u.id = m.staff_id where m.day >= $1 and ($2::date is null or m.day = $2) order by m.number`,
    [from.toISOString().slice(0, 10), only ?? null],
  );
  const marks = new Map<string, Mark[]>();
  for (const row of rows) marks.set(row.day, [...(marks.get(row.day) ?? []), row]);
  return marks;
}

/** A day's figures: once it is closed, those that were signed. */
export async function figuresOf(reader: Reader, day: string): Promise<Figures> {
  const { rows } = await reader.query<{ figures: Figures }>(
    "select figures from ledger.day_mark where day = $1 and state = 'closed'",
    [day],
  );
  return rows[0]?.figures ?? presentFigures(reader, day);
}

async function presentFigures(reader: Reader, day: string): Promise<Figures> {
  const { rows } = await reader.query<{ figures: Figures }>('select ledger.day_figures($1) as figures', [day]);
  const [row] = rows;
  if (row === undefined) throw new Error('a day without figures');
  return row.figures;
}

async function presentOf(reader: Reader, day: string): Promise<{ figures: Figures; differences: Found[] }> {
  const figures = await presentFigures(reader, day);
  const { rows } = await reader.query<Found>(
    `select d.key, d.kind, d.record_id, d.method, to_char(d.day, 'YYYY-MM-DD') as day, d.amount::text, d.reference, null as explanation
     from ledger.day_differences($1, $2) d order by d.kind, d.day, d.key limit $3`,
    [day, JSON.stringify(figures), DIFFERENCES_MAX + 1],
  );
  return { figures, differences: rows };
}

/** What a bank wrote is read from the line: it is cleared when the client whom it concerns is erased. */
async function frozenOf(reader: Reader, day: string): Promise<{ figures: Figures; differences: Found[] }> {
  const { rows } = await reader.query<{ figures: Figures; differences: Found[] }>(
    `select m.figures, (select coalesce(jsonb_agg(d.of || jsonb_build_object('reference', coalesce(l.reference, d.of ->> 'reference')) order by d.place), '[]')
       from jsonb_array_elements(m.differences) with ordinality as d(of, place)
       left join app.statement_line l on d.of ->> 'kind' = 'line' and l.id = (d.of ->> 'record_id')::uuid) as differences
     from ledger.day_mark m where m.day = $1 order by m.number desc limit 1`,
    [day],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a prepared day without figures');
  return row;
}

function closeOf(day: string, marks: readonly Mark[], asker: string): DayClose {
  const last = marks.at(-1);
  const state = last?.state ?? 'open';
  const prepared =
    state === 'prepared' || state === 'closed' ? marks.findLast((one) => one.state === 'prepared') : undefined;
  const signed = state === 'closed' ? last : undefined;
  return {
    day,
    state,
    prepared_by: prepared?.by ?? null,
    prepared_at: prepared?.at.toISOString() ?? null,
    signed_by: signed?.by ?? null,
    signed_at: signed?.at.toISOString() ?? null,
    sent_back:
      last?.state === 'sent_back' ? { by: last.by, at: last.at.toISOString(), reason: last.reason ?? '' } : null,
    yours: prepared?.staff_id === asker,
  };
}

function trialOf({ accounts }: Figures): TrialLine[] {
  return accounts.map(({ account, opening, debits, credits, closing }) => ({
    account,
    opening: usd(BigInt(opening)),
    debits: usd(BigInt(debits)),
    credits: usd(BigInt(credits)),
    closing: usd(BigInt(closing)),
  }));
}

/** Lines are in the account's own units; all else is in dollars. */
function differenceOf(found: Found): Difference {
  const units = BigInt(found.amount);
  return { ...found, amount: found.kind === 'line' ? amountOfAccount(units, found.method) : usd(units) };
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
}
