import {
  STATEMENT_KINDS,
  type Statement,
  type StatementFilters,
  type StatementLine,
  type StatementMonth,
  type StatementRow,
  type StatementSplit,
} from '@clearbook/contracts/statement';
import { statementSentence } from '@clearbook/contracts/words/statement';
import { ACCOUNTS, EVENTS, type EventName } from '@clearbook/domain/ledger';
import { displaySymbol } from '@clearbook/domain/market';
import { type Cents, centsToDecimal, formatUsd } from '@clearbook/domain/money';
import type { ClientBase, Pool } from 'pg';
import { usd } from '../books/index.ts';
import { percentYear } from '../market/index.ts';
import { contains, DAY_MS, startOf } from './filters.ts';
import { readSplits } from './splits.query.ts';

export const DEFAULT_LINES = 50;
/** Lines of a file that are read at a time. */
const FILE_BATCH = 500;

type Row = {
  number: string;
  event: EventName;
  at: Date;
  subject_id: string;
  corrects: string | null;
  reason: string | null;
  reference: string | null;
  name: string | null;
  bought: 'package' | 'signal_plan' | null;
  symbol: string | null;
  side: 'buy' | 'sell' | null;
  method: string | null;
  status: string | null;
  cash_change: string;
  margin_change: string;
  withdrawing_change: string;
  owed_change: string;
  trading: string;
  covered: string;
  fees: string;
  total: string;
  cash: string;
  /** Of a charge of overnight financing. */
  nights: number | null;
  rate_bps: number | null;
};

/**
 * A client's entries, newest first. `picked` chooses them by their key. Every balance is that after its entry, found from the marks, so a page
 * costs about the same at the end of ten thousand entries as at their beginning.
 */
const lines = (picked: string): string => `
  select e.number, r.name as event, e.at, coalesce(h.copy_id, e.subject_id) as subject_id, e.corrects, n.body ->> 'text' as reason, coalesce(d.txid, w.payout_reference) as reference,
    coalesce(o.name, 'Level ' || l.level, k.name) as name, o.kind as bought, t.symbol, t.side, coalesce(d.method::text, w.coin::text, w.method::text) as method, w.status, m.*, b.total, b.cash, f.nights, f.rate_bps
  from (${picked}) as e
  join ledger.event_rule r on r.code = e.event
  left join ledger.trade t on e.event in (${EVENTS.trade_opened}, ${EVENTS.trade_closed}, ${EVENTS.overnight_financing}, ${EVENTS.dividend}) and t.id = e.subject_id
  left join ledger.deposit d on e.event = ${EVENTS.deposit_approved} and d.id = e.subject_id
  left join ledger.withdrawal w on e.event in (${EVENTS.withdrawal_requested}, ${EVENTS.withdrawal_released}, ${EVENTS.withdrawal_approved}, ${EVENTS.withdrawal_returned}) and w.id = e.subject_id
  left join ledger.purchase o on e.event = ${EVENTS.plan_bought} and o.id = e.subject_id
  left join ledger.loan l on e.event in (${EVENTS.loan_approved}, ${EVENTS.loan_interest}, ${EVENTS.loan_repaid}, ${EVENTS.loan_written_off}) and l.id = e.subject_id
  left join ledger.share_paid h on e.event = ${EVENTS.profit_share} and h.id = e.subject_id
  left join ledger.copy c on c.id = case e.event when ${EVENTS.profit_share} then coalesce(h.copy_id, e.subject_id) else t.copy_id end
  left join app.trader_card k on k.trader_id = c.trader_id
  left join app.note n on n.subject_id = e.subject_id and n.kind = 'reason' and (e.event in (${EVENTS.withdrawal_returned}, ${EVENTS.adjustment}) or e.event = ${EVENTS.withdrawal_released} and w.status = 'rejected')
  cross join lateral (
    select -coalesce(sum(p.amount) filter (where p.account = ${ACCOUNTS.cash}), 0) as cash_change, -coalesce(sum(p.amount) filter (where p.account = ${ACCOUNTS.margin}), 0) as margin_change,
      -coalesce(sum(p.amount) filter (where p.account = ${ACCOUNTS.withdrawing}), 0) as withdrawing_change, coalesce(sum(p.amount) filter (where p.account = ${ACCOUNTS.loan}), 0) as owed_change,
      coalesce(sum(p.amount) filter (where p.account = ${ACCOUNTS.trading}), 0) as trading, coalesce(sum(p.amount) filter (where p.account = ${ACCOUNTS.shortfall}), 0) as covered,
      -coalesce(sum(p.amount) filter (where p.account = ${ACCOUNTS.fees}), 0) as fees
    from ledger.posting p where (p.book, p.entry_number) = (e.book, e.number)
  ) as m
  cross join lateral ledger.balance_at($1, e.number, 'infinity') as b
  left join lateral (
    select n.nights, n.rate_bps from ledger.financing n
    where e.event = ${EVENTS.overnight_financing} and (n.book, n.trade_id, n.amount) = (e.book, e.subject_id, -m.margin_change) and n.at <= e.at
    order by n.at desc, n.day desc limit 1
  ) as f on true
  order by e.number desc`;

const STANDING = `
  select p.cash + p.margin + p.withdrawing as total, p.cash, p.loan,
    (select count(*)::int from ledger.entry e where e.client_id = p.id and e.event = ${EVENTS.adjustment}) as corrections,
    (select -coalesce(sum(l.amount), 0) from ledger.entry e join ledger.posting l on (l.book, l.entry_number) = (e.book, e.number) and l.account = ${ACCOUNTS.cash}
     where e.client_id = p.id and e.event = ${EVENTS.adjustment}) as corrected
  from ledger.party p where p.id = $1`;

const MONTHS = `
  select to_char(month at time zone 'UTC', 'YYYY-MM') as month, o.total as opening, c.total as closing, c.added - o.added as added, c.taken - o.taken as taken
  from unnest($2::timestamptz[]) as month
  cross join lateral ledger.balance_at($1, 9223372036854775807, month) as o
  cross join lateral ledger.balance_at($1, 9223372036854775807, (month at time zone 'UTC' + interval '1 month') at time zone 'UTC') as c
  order by month desc`;

/** The months of these beginnings, newest first. The marks of the client are made before (`mark_statement`). */
export async function readMonths(
  client: Pick<ClientBase, 'query'>,
  clientId: string,
  months: readonly string[],
): Promise<MonthRow[]> {
  const { rows } = await client.query<MonthRow>({ name: 'statement-months', text: MONTHS, values: [clientId, months] });
  return rows;
}

/** What stands at the head of a statement, in cents. */
export async function readStanding(client: Pick<ClientBase, 'query'>, clientId: string): Promise<Standing> {
  const { rows } = await client.query<Standing>({ name: 'statement-standing', text: STANDING, values: [clientId] });
  const [now] = rows;
  if (!now) throw new Error(`no books for ${clientId}`);
  return now;
}

type Standing = { total: string; cash: string; loan: string; corrections: number; corrected: string };
type MonthRow = { month: string; opening: string; closing: string; added: string; taken: string };
type Page = { readonly limit?: number | undefined; readonly cursor?: string | undefined };

/** The whole page comes from one snapshot of the books, so its newest balance matches the dashboard's. */
export async function readStatement(pool: Pool, clientId: string, query: StatementFilters & Page): Promise<Statement> {
  await pool.query('select ledger.mark_statement($1)', [clientId]);
  const limit = query.limit ?? DEFAULT_LINES;
  const client = await pool.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query("set local timezone = 'UTC'");
    const now = await readStanding(client, clientId);
    const { rows } = await client.query<Row>(linesQuery(clientId, query, query.cursor ?? null, limit + 1));
    const shown = rows.slice(0, limit);
    const splits = await readSplits(client, clientId, query, {
      from: rows.length > limit ? (shown.at(-1)?.at ?? null) : null,
      before: await momentOf(client, clientId, query.cursor),
    });
    const days = [...shown.map(({ at }) => at.toISOString()), ...splits.map(({ at }) => at)];
    const months = await readMonths(client, clientId, [...new Set(days.map((at) => `${at.slice(0, 7)}-01T00:00:00Z`))]);
    await client.query('commit');
    return {
      data: shown.map(toLine),
      splits,
      next_cursor: rows.length > limit ? (shown.at(-1)?.number ?? null) : null,
      months: months.map(toMonth),
      total_balance: usd(BigInt(now.total)),
      available: usd(BigInt(now.cash)),
      borrowed: usd(BigInt(now.loan)),
      manual: { count: now.corrections, sum: usd(BigInt(now.corrected)) },
    };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** When an entry was written from which on a page goes back. */
async function momentOf(client: ClientBase, clientId: string, number: string | undefined): Promise<Date | null> {
  if (number === undefined) return null;
  const { rows } = await client.query<{ at: Date }>(
    'select at from ledger.entry where client_id = $1 and number = $2',
    [clientId, number],
  );
  return rows[0]?.at ?? null;
}

/** The same lines as rows of a file, read a batch at a time. Entries never change, so the batches belong together without a long transaction. */
export async function* statementRows(
  pool: Pool,
  clientId: string,
  filters: StatementFilters,
): AsyncGenerator<StatementRow> {
  await pool.query('select ledger.mark_statement($1)', [clientId]);
  yield* markedRows(pool, clientId, filters);
}

/** The same where the client's marks are made already, as in a snapshot, which writes nothing. */
export async function* markedRows(
  db: Pick<ClientBase, 'query'>,
  clientId: string,
  filters: StatementFilters,
): AsyncGenerator<StatementRow> {
  let cursor: string | null = null;
  let before: Date | null = null;
  do {
    const query = linesQuery(clientId, filters, cursor, FILE_BATCH);
    const { rows }: { rows: Row[] } = await db.query<Row>(query);
    const from: Date | null = rows.length === FILE_BATCH ? (rows.at(-1)?.at ?? null) : null;
    const splits = await readSplits(db, clientId, filters, { from, before });
    for (const row of rows) {
      while (splits[0] !== undefined && splits[0].at >= row.at.toISOString()) yield* splits.splice(0, 1).map(splitRow);
      yield toRow(row);
    }
    yield* splits.map(splitRow);
    cursor = from === null ? null : (rows.at(-1)?.number ?? null);
    before = from;
  } while (cursor !== null);
}

/** Only the conditions that are asked for stand in the text: a plan that must serve them all would read every entry of the client. */
export function linesQuery(
  clientId: string,
  filters: StatementFilters,
  cursor: string | null,
  limit: number,
): { text: string; values: unknown[] } {
  const values: unknown[] = [clientId];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const where = ['e.client_id = $1'];
  if (cursor !== null) where.push(`e.number < ${given(cursor)}`);
  if (filters.kind)
    where.push(`e.event = any(${given(STATEMENT_KINDS[filters.kind].map((name) => EVENTS[name]))}::smallint[])`);
  if (filters.from !== undefined) where.push(`e.at >= ${given(startOf(filters.from, 0))}`);
  if (filters.to !== undefined) where.push(`e.at < ${given(startOf(filters.to, DAY_MS))}`);
  const text = filters.q?.trim().toLowerCase().replace(/^#/, '');
  if (text) {
    // "EUR/USD" and "BTC/USD" are how the screens write EURUSD and BTC.
    const symbol = given(contains(text.replace(/^([a-z]{3,5})\/usd$/, '$1').replaceAll('/', '')));
    const part = given(contains(text));
    where.push(`(e.number::text = ${given(text)} or exists (
      select 1 from ledger.trade t where e.event in (${EVENTS.trade_opened}, ${EVENTS.trade_closed}, ${EVENTS.overnight_financing}, ${EVENTS.dividend}) and t.id = e.subject_id and lower(t.symbol) like ${symbol}
      union all select 1 from ledger.deposit d where e.event = ${EVENTS.deposit_approved} and d.id = e.subject_id and lower(d.txid) like ${part}
      union all select 1 from ledger.withdrawal w where e.event in (${EVENTS.withdrawal_requested}, ${EVENTS.withdrawal_released}, ${EVENTS.withdrawal_approved}, ${EVENTS.withdrawal_returned}) and w.id = e.subject_id and lower(w.payout_reference) like ${part}
      union all select 1 from ledger.purchase o where e.event = ${EVENTS.plan_bought} and o.id = e.subject_id and lower(o.name) like ${part}))`);
  }
  const picked = `select e.book, e.number, e.event, e.at, e.subject_id, e.corrects from ledger.entry e
    where ${where.join(' and ')} order by e.number desc limit ${given(limit)}`;
  return { text: lines(picked), values };
}

type Changes = { total: Cents; cash: Cents; owed: Cents };

function changesOf(row: Row): Changes {
  const cash = BigInt(row.cash_change);
  return {
    total: cash + BigInt(row.margin_change) + BigInt(row.withdrawing_change),
    cash,
    owed: BigInt(row.owed_change),
  };
}

function sentenceOf(row: Row, { total, cash, owed }: Changes): { title: string; text: string } {
  const result = BigInt(row.trading);
  const held = -BigInt(row.withdrawing_change);
  const fees = BigInt(row.fees);
  const about = cash !== 0n ? cash : total !== 0n ? total : owed;
  return statementSentence(row.event, {
    symbol: displaySymbol(row.symbol ?? ''),
    side: row.side,
    method: row.method ?? '',
    status: row.status ?? '',
    amount: size(about),
    fee: size(fees),
    net: size(held - fees),
    result: result === 0n ? 'even' : result > 0n ? 'profit' : 'loss',
    profit: size(result),
    collateral: size(BigInt(row.margin_change)),
    covered: size(BigInt(row.covered)),
    direction: about >= 0n ? 'credit' : 'debit',
    corrects: row.corrects,
    name: row.name ?? '',
    bought: row.bought,
    nights: row.nights,
    percent: row.rate_bps === null ? null : percentYear(row.rate_bps),
  });
}

function size(cents: Cents): string {
  return formatUsd(cents < 0n ? -cents : cents);
}

function toLine(row: Row): StatementLine {
  const changes = changesOf(row);
  return {
    number: row.number,
    at: row.at.toISOString(),
    event: row.event,
    ...sentenceOf(row, changes),
    reference: row.reference,
    subject: subjectOf(row),
    manual: row.event === 'adjustment',
    reason: row.reason,
    change: usd(changes.total),
    cash_change: usd(changes.cash),
    owed_change: usd(changes.owed),
    balance: usd(BigInt(row.total)),
    cash: usd(BigInt(row.cash)),
  };
}

function subjectOf(row: Row): StatementLine['subject'] {
  if (row.event === 'plan_bought') return { type: 'purchase', id: row.subject_id };
  if (row.event.startsWith('loan_')) return { type: 'loan', id: row.subject_id };
  if (row.event === 'profit_share') return { type: 'copy', id: row.subject_id };
  const type = row.event.startsWith('withdrawal_')
    ? 'withdrawal'
    : row.event.startsWith('trade_') || row.event === 'overnight_financing' || row.event === 'dividend'
      ? 'trade'
      : 'deposit';
  if (type === 'deposit' && row.event !== 'deposit_approved') return null;
  return { type, id: row.subject_id };
}

function toRow(row: Row): StatementRow {
  const changes = changesOf(row);
  const { title, text } = sentenceOf(row, changes);
  return {
    entry: row.number,
    time_utc: row.at.toISOString(),
    event: row.event,
    what: title,
    details: text,
    manual: row.event === 'adjustment' ? 'manual' : '',
    reason: row.reason ?? '',
    reference: row.reference ?? '',
    currency: 'USD',
    change_to_total: centsToDecimal(changes.total),
    change_to_cash: centsToDecimal(changes.cash),
    change_to_owed: centsToDecimal(changes.owed),
    total_balance: centsToDecimal(BigInt(row.total)),
    cash: centsToDecimal(BigInt(row.cash)),
  };
}

/** No entry, and no sum: what a split left as it was. */
function splitRow(split: StatementSplit): StatementRow {
  const none = centsToDecimal(0n);
  return {
    ...{ entry: '', time_utc: split.at, event: 'split', what: split.title, details: split.text },
    ...{ manual: '', reason: '', reference: '', currency: 'USD' },
    ...{ change_to_total: none, change_to_cash: none, change_to_owed: none },
    total_balance: split.balance.amount,
    cash: split.cash.amount,
  };
}

function toMonth(row: MonthRow): StatementMonth {
  return {
    month: row.month,
    opening: usd(BigInt(row.opening)),
    added: usd(BigInt(row.added)),
    taken: usd(BigInt(row.taken)),
    closing: usd(BigInt(row.closing)),
  };
}
