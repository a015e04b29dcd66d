import { readAccount, readMonths, readStanding } from '../../statements/index.ts';
import { listCopies } from '../../traders/index.ts';
import { TRADE_COLUMNS, type TradeRow, wireTrade } from '../../trades/index.ts';
import { centsToDecimal } from '@clearbook/domain/money';
import { declared, type Row } from '../fields.ts';
import type { ArchiveFile, Source } from '../file.ts';
import { readBatches } from '../snapshot.ts';

const COPIES_AT_ONCE = 200;

/** Each month with an entry, oldest first, as the statement shows it. */
async function* statements(source: Source): AsyncGenerator<Row> {
  const { snapshot, clientId } = source;
  const months: string[] = [];
  const began = `select to_char(date_trunc('month', e.at at time zone 'UTC'), 'YYYY-MM-DD') as month from ledger.entry e where e.client_id = $1 group by 1 order by 1`;
  for await (const batch of readBatches(source, began))
    for (const { month } of batch) months.push(`${String(month)}T00:00:00Z`);
  yield* (await readMonths(snapshot, clientId, months)).toReversed();
}

type Shown = { readonly amount: string } | string | number | null;

/** Every figure that is one sum or price of its page; words and times are no figures. */
function* figuresOf(
  page: string,
  of: string | null,
  shown: Readonly<Record<string, unknown>>,
  names: readonly string[],
) {
  for (const name of names) {
    const value = shown[name] as Shown | undefined;
    if (value === undefined) throw new Error(`archive: ${page} shows no ${name}`);
    if (value === null) continue;
    yield { page, of, figure: name, value: typeof value === 'object' ? value.amount : String(value) };
  }
}

const HOME = [
  'total_balance',
  'deposit_balance',
  'profit_balance',
  'available',
  'margin',
  'withdrawing',
  'equity',
  'unrealized_pl',
  'margin_level',
  'withdrawable',
  'borrowed',
  'signal_strength',
] as const;
const POSITION = [
  'current_price',
  'market_value',
  'unrealized_pl',
  'realized_pl',
  'financing',
  'close_out_price',
  'break_even_price',
  'trailing_stop',
] as const;
const COPY = ['allotment', 'used', 'realized_pl', 'unrealized_pl', 'shared'] as const;

async function* figures(source: Source): AsyncGenerator<Row> {
  const { snapshot, clientId, market, now } = source;
  const account = await readAccount(snapshot, market, clientId, now, 'live');
  yield* figuresOf('home', null, account, HOME);
  const { total, cash, loan, corrections, corrected } = await readStanding(snapshot, clientId);
  const money = { total_balance: total, available: cash, borrowed: loan, manual_sum: corrected };
  for (const [figure, cents] of Object.entries(money))
    yield { page: 'statement', of: null, figure, value: centsToDecimal(BigInt(cents)) };
  yield { page: 'statement', of: null, figure: 'manual_count', value: String(corrections) };
  const marks = market.marks(now);
  const open = `select ${TRADE_COLUMNS} from ledger.trade t where t.client_id = $1 and t.status = 'active' order by t.id`;
  for await (const batch of readBatches(source, open))
    for (const row of batch as unknown as readonly TradeRow[])
      yield* figuresOf('trades', row.id, wireTrade(row, marks), POSITION);
  let cursor: string | undefined;
  do {
    const page = await listCopies({ pool: snapshot, market }, clientId, { limit: COPIES_AT_ONCE, cursor }, now);
    for (const copy of page.data) yield* figuresOf('copies', copy.id, copy, COPY);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

export const FIGURE_FILES: readonly ArchiveFile[] = [
  {
    name: 'statements',
    about: 'A month as the statement shows it.',
    tables: [],
    fields: declared('month text, opening money, added money, taken money, closing money'),
    rows: statements,
  },
  {
    name: 'statement_documents',
    about:
      'A month of the statement as documents: its figures as JSON, with the SHA-256 of their bytes, which the PDF carries too. None of a month with more than 10,000 entries.',
    tables: [],
    fields: declared('month text, entries count, ended flag?, json text?, pdf text?, fingerprint text?'),
    rows: async function* ({ printed }) {
      yield* await Promise.resolve(printed.toSorted((a, b) => (String(a['month']) < String(b['month']) ? -1 : 1)));
    },
  },
  {
    name: 'figures',
    about: 'A figure of a page: home, statement, trades (of an open trade) or copies (of a copy), as it stood then.',
    tables: [],
    fields: declared('page text, of id?, figure text, value text'),
    rows: figures,
  },
];
