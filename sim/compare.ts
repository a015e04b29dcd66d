import { isDeepStrictEqual } from 'node:util';
import { DIVIDENDS, ORDER_SPLITS, TRADE_SPLITS } from '@clearbook/domain/corporate-actions';
import { PROPOSALS } from '@clearbook/domain/proposals';
import { type AnyTable, PARTIES, type State, storedIn, TABLES } from '@clearbook/domain/ledger';
import { FINANCING, ORDERS } from '@clearbook/domain/trading';
import { TRADES } from '@clearbook/domain/positions';
import { LOANS } from '@clearbook/domain/loans';
import { MANUAL_TRADES } from '@clearbook/domain/manual';
import { PURCHASES } from '@clearbook/domain/plans';
import { HOLDS } from '@clearbook/domain/holds';
import { WITHDRAWALS, DEPOSITS } from '@clearbook/domain/funding';
import { BREAKS, CLIENT_LIMITS, NO_TALLY, TALLIES, type Tally } from '@clearbook/domain/protection';
import type { Pool } from './faults.ts';
import type { Change, Oracle } from './oracle.ts';
import { recomputeProfit, type TapeFill } from './recompute.ts';

const MS = (column: string): string => `coalesce(((extract(epoch from ${column}) * 1000)::bigint)::text, '-')`;

const TEXT = {
  party: `concat_ws(' ', id, kind, status, billing, code, cash, margin, withdrawing, loan, deposited, realised, coalesce(top_up_day::text, '-'), top_up_count, markup,
    leverage_ceiling, signal_percent, ${MS('unlimited_until')}, leads, coalesce(result_day::text, '-'), day_result, coalesce(funded_day::text, '-'), day_funded, week_funded, month_funded)`,
} as const;

/** Everything that differs between the oracle and the database in the rows of a change. Empty when nothing does. */
export async function compareChange(owner: Pool, oracle: Oracle, change: Change): Promise<string[]> {
  const differences: string[] = [];
  const { state } = oracle.reference;
  for (const { stored, expected } of change.outcomes) {
    if (stored.outcome !== expected)
      differences.push(`answer of ${stored.key}: stored ${stored.outcome}, expected ${expected}`);
  }
  differences.push(...(await compareParties(owner, oracle)));
  for (const [table, keys] of change.rows) differences.push(...(await compareImages(owner, state, table, [...keys])));
  differences.push(...(await compareEntries(owner, change)));
  differences.push(...(await compareResults(owner, [...change.trades])));
  return differences;
}

/** The same over everything there is, with the counts of what has no row in the oracle. */
export async function compareEverything(owner: Pool, oracle: Oracle): Promise<string[]> {
  const { state } = oracle.reference;
  const all = {
    trades: new Set(state.of(TRADES).keys()),
    rows: new Map(
      TABLES.filter(({ key }) => key.length > 0).map((table) => [table, new Set(state.of(table).keys())] as const),
    ),
    entries: [],
    outcomes: [],
  };
  const differences = [...(await compareChange(owner, oracle, all)), ...(await compareClosings(owner, oracle))];
  const { rows } = await owner.query<{ name: string; count: string }>(`
    select 'deposits' as name, count(*)::text as count from ledger.deposit where method <> 'loan' union all select 'withdrawals', count(*)::text from ledger.withdrawal
    union all select 'trades', count(*)::text from ledger.trade union all select 'orders', count(*)::text from ledger.working_order
    union all select 'entries', count(*)::text from ledger.entry
    union all select 'audits', count(*)::text from ledger.audit union all select 'mails', count(*)::text from app.mail_outbox
    union all select 'notifications', count(*)::text from app.notification
    union all select 'loans', count(*)::text from ledger.loan union all select 'loan deposits', count(*)::text from ledger.deposit where method = 'loan'
    union all select 'purchases', count(*)::text from ledger.purchase union all select 'manual trades', count(*)::text from ledger.manual_trade
    union all select 'limits', count(*)::text from ledger.client_limit union all select 'breaks', count(*)::text from ledger.time_out
    union all select 'holds', count(*)::text from ledger.hold union all select 'proposals', count(*)::text from ledger.proposal
    union all select 'amendments', count(*)::text from ledger.trade_amendment
    union all select 'dividends', count(*)::text from ledger.dividend
    union all select 'trade splits', count(*)::text from ledger.trade_split union all select 'order splits', count(*)::text from ledger.order_split
    union all select 'nights', count(*)::text from ledger.financing
    union all select 'answers', count(*)::text from ledger.command`);
  const expected: Record<string, number> = {
    deposits: state.of(DEPOSITS).size,
    withdrawals: state.of(WITHDRAWALS).size,
    trades: state.of(TRADES).size,
    loans: state.of(LOANS).size,
    'loan deposits': state.of(LOANS).size,
    purchases: state.of(PURCHASES).size,
    'manual trades': state.of(MANUAL_TRADES).size,
    limits: state.of(CLIENT_LIMITS).size,
    breaks: state.of(BREAKS).size,
    holds: state.of(HOLDS).size,
    proposals: state.of(PROPOSALS).size,
    orders: state.of(ORDERS).size,
    nights: state.of(FINANCING).size,
    dividends: state.of(DIVIDENDS).size,
    'trade splits': state.of(TRADE_SPLITS).size,
    'order splits': state.of(ORDER_SPLITS).size,
    amendments: oracle.amendments,
    entries: oracle.reference.entries.length,
    audits: oracle.audits,
    mails: oracle.mails,
    notifications: oracle.notifications,
    answers: oracle.reference.decided.length,
  };
  for (const { name, count } of rows)
    if (Number(count) !== expected[name])
      differences.push(`${name}: ${count} in the database, ${expected[name]} expected`);
  return differences;
}

async function compareClosings(owner: Pool, { closings }: Oracle): Promise<string[]> {
  const { rows } = await owner.query<{ text: string }>(
    `select concat_ws(' ', id, trade_id, price, quote_id, coalesce(conversion_quote_id, '-'), lots, realised) as text from ledger.closing_fill`,
  );
  const found = new Set(rows.map(({ text }) => text));
  const missing = closings.filter((text) => !found.delete(text)).map((text) => `closing: ${text} is missing`);
  return [...missing, ...[...found].map((text) => `closing: ${text}, nothing expected`)];
}

async function compareParties(owner: Pool, oracle: Oracle): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; text: string }>(
    `select id, ${TEXT.party} as text from ledger.party`,
  );
  return rows.flatMap(({ id, text }) => {
    const p = oracle.reference.state.of(PARTIES).get(id);
    const expected =
      p &&
      [
        p.id,
        p.kind,
        p.status,
        flag(p.billing),
        flag(p.code),
        p.cash,
        p.margin,
        p.withdrawing,
        p.loan,
        p.deposited,
        p.realised,
        p.topUpDay ?? '-',
        p.topUpCount,
        p.markup,
        p.leverageCeiling,
        p.signalPercent,
        p.unlimitedUntil === null ? '-' : p.unlimitedUntil.getTime(),
        flag(p.leads),
        ...tallyTexts(oracle.reference.state.of(TALLIES).get(id) ?? NO_TALLY),
      ].join(' ');
    return text === expected ? [] : [`party: ${text}, expected ${expected}`];
  });
}

/** What a client's own limits are measured by; staff have nothing. */
function tallyTexts(tally: Tally): (string | bigint)[] {
  const { resultDay, dayResult, fundedDay, dayFunded, weekFunded, monthFunded } = tally;
  return [resultDay ?? '-', dayResult, fundedDay ?? '-', dayFunded, weekFunded, monthFunded];
}

/** Rows that were written whole: every declared column. Read and compared without anything of what wrote them. */
async function compareImages(owner: Pool, state: State, table: AnyTable, keys: string[]): Promise<string[]> {
  const key = table.key.map((column) => `t.${snake(column)}::text`).join(", ' ', ");
  const { rows } = await owner.query<{ key: string; columns: Record<string, string | null> }>(
    `select concat(${key}) as key, (select json_object_agg(c.key, c.value #>> '{}') from jsonb_each(to_jsonb(t)) c) as columns
     from ${storedIn(table)} t where t.${snake(table.key[0] ?? '')} = any($2) and concat(${key}) = any($1)`,
    // By its first column too, which has an index: a round that changed two rows need not read all there are.
    [keys, keys.map((each) => each.split(' ', 1)[0])],
  );
  const found = new Map(rows.map(({ key: own, columns }) => [own, columns]));
  return keys.flatMap((own) => {
    const columns = found.get(own);
    const expected = state.of<Record<string, unknown>>(table).get(own);
    if (columns === undefined || expected === undefined) return [`${table.name} ${own} is missing on one side`];
    return Object.entries(table.columns).flatMap(([name, { kind, derived, codec }]) => {
      if (derived) return [];
      const value = codec && expected[name] !== null ? codec.to(expected[name]) : expected[name];
      const [actual, wanted] =
        kind === 'fraction'
          ? [`${columns[`${snake(name)}_num`]}/${columns[`${snake(name)}_den`]}`, plain(value)]
          : [columns[snake(name)] ?? null, plain(value)];
      const same =
        kind === 'time' && actual !== null
          ? new Date(actual).toISOString() === wanted
          : kind === 'json' && actual !== null && wanted !== null
            ? isDeepStrictEqual(JSON.parse(actual), JSON.parse(wanted))
            : actual === wanted;
      return same ? [] : [`${table.name} ${own}: ${name} is ${actual}, expected ${wanted}`];
    });
  });
}

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A value as JSON's text of it reads. */
function plain(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return String(value as string);
  return 'num' in value && 'den' in value ? `${String(value.num)}/${String(value.den)}` : JSON.stringify(value);
}

async function compareEntries(owner: Pool, change: Change): Promise<string[]> {
  const differences: string[] = [];
  for (const [book, entries] of Map.groupBy(change.entries, (entry) => entry.book))
    differences.push(...(await compareBook(owner, book, entries)));
  return differences;
}

async function compareBook(owner: Pool, book: number, entries: Change['entries']): Promise<string[]> {
  const { rows } = await owner.query<{ text: string; canonical: string; recomputed: boolean }>(
    `select concat_ws(' ', e.book, e.number, e.event, e.client_id, e.subject_id, e.actor_id, coalesce(e.corrects::text, '-'), ${MS('e.at')},
       (select string_agg(p.account || ':' || p.amount, ',' order by p.line) from ledger.posting p where (p.book, p.entry_number) = (e.book, e.number))) as text,
       encode(e.canonical, 'hex') as canonical, not exists (select from ledger.broken_links(e.book, e.number, 1)) as recomputed
     from ledger.entry e where e.book = $1 and e.number >= $2 order by e.number`,
    [book, entries[0]?.number.toString()],
  );
  const differences: string[] = [];
  if (rows.length !== entries.length)
    differences.push(`${rows.length} new entries in book ${book}, ${entries.length} expected`);
  for (const [i, expected] of entries.entries()) {
    const row = rows[i];
    const name = `entry ${expected.number} of book ${book}`;
    if (row?.text !== expected.text) differences.push(`entry: ${row?.text}, expected ${expected.text}`);
    if (row?.canonical !== expected.canonical)
      differences.push(`canonical bytes of ${name}: ${row?.canonical}, expected ${expected.canonical}`);
    if (row?.recomputed === false) differences.push(`${name} is not what its canonical bytes and its link say`);
  }
  return differences;
}

type FillRow = {
  trade_id: string;
  symbol: string;
  trade_side: string;
  trade_realised: string;
  kind: string;
  lots: string;
  price: string;
  conversion_bid: string | null;
  conversion_ask: string | null;
  ratios: string[];
};

/** Each trade's result against its recomputation from its fills and quotes by separate code. */
async function compareResults(owner: Pool, trades: string[]): Promise<string[]> {
  if (trades.length === 0) return [];
  const { rows } = await owner.query<FillRow>(
    `select f.trade_id, t.symbol, t.side as trade_side, t.realised as trade_realised, f.kind, f.lots, f.price,
       coalesce(c.bid, q.bid) as conversion_bid, coalesce(c.ask, q.ask) as conversion_ask,
       -- By the price alone: what was filled at a price of the old shares is of the old shares.
       array(select concat(a.new_rate, ':', a.old_rate) from ledger.trade_split s join ledger.corporate_action a on a.id = s.action_id
         where (s.book, s.trade_id) = (t.book, t.id) and a.effective_at <= q.received_time) as ratios
     from ledger.fill f join ledger.trade t on t.id = f.trade_id left join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) left join ledger.quote c on (c.book, c.id) = (f.book, f.conversion_quote_id)
     where f.trade_id = any($1::uuid[]) order by f.id`,
    [trades],
  );
  return [...Map.groupBy(rows, ({ trade_id }) => trade_id)].flatMap(([id, [first, ...others]]) => {
    if (first === undefined) return [];
    const again = recomputeProfit(first.symbol, first.trade_side, [first, ...others].map(tapeFill));
    return again.toString() === first.trade_realised
      ? []
      : [`trade ${id} realised ${first.trade_realised}, its fills and quotes say ${again}`];
  });
}

function tapeFill(row: FillRow): TapeFill {
  const conversion =
    row.conversion_bid === null || row.conversion_ask === null
      ? null
      : { bid: BigInt(row.conversion_bid), ask: BigInt(row.conversion_ask) };
  return { kind: row.kind, lots: BigInt(row.lots), price: BigInt(row.price), conversion, ratios: row.ratios };
}

function flag(on: boolean): string {
  return on ? 't' : 'f';
}
