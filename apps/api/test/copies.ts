import { marksFrom } from '@clearbook/domain/trading';
import type pg from 'pg';
import { v7 as newId } from 'uuid';
import { createCopyEngine, type CopyEngine } from '../src/features/traders/index.ts';
import type { Prices } from './books.ts';
import { type Books, openBooks, openUser, quiet, simulatedPrices } from './books.ts';

export type CopyBooks = Books & {
  readonly engine: CopyEngine;
  /** A client whose own trades are a trader's record, with one closed trade so that there is one. */
  openTrader(
    cash?: bigint,
    options?: { minimumBalance?: bigint; profitShareBps?: number },
  ): Promise<{ traderId: string; leadId: string }>;
  /** A client with money who copies the trader. */
  openCopier(traderId: string, options?: CopierOptions): Promise<{ clientId: string; copyId: string }>;
  /** The trader opens a trade of their own. */
  lead(leadId: string, order?: Partial<Order>): Promise<string>;
  close(clientId: string, tradeId: string, lots?: bigint): Promise<void>;
  copy(id: string): Promise<Record<string, string>>;
  skips(copyId: string): Promise<string[]>;
};

type CopierOptions = { cash?: bigint; amount?: bigint; copyOpen?: boolean; stopLoss?: bigint };
type Order = { symbol: string; side: 'buy' | 'sell'; lots: bigint; amount: bigint };

export function openCopyBooks(pool: pg.Pool, options: { prices?: (now: () => Date) => Prices } = {}): CopyBooks {
  const clock = { now: () => books.now() };
  const prices = (options.prices ?? simulatedPrices)(clock.now);
  const books: Books = openBooks(pool, { prices });
  const { ledger } = books;
  const engine = createCopyEngine({
    pool,
    ledger,
    clock,
    log: quiet,
    market: {
      quote: (symbol, markup) => {
        const priced = prices.quote(symbol, markup);
        return priced.ok ? priced : { ...priced, ok: false };
      },
      marks: () => marksFrom(prices.quote),
    },
  });
  let staffId: string | undefined;

  const must = async (answer: ReturnType<Books['run']>): Promise<Record<string, string>> => {
    const { outcome } = await answer;
    if (!outcome.ok) throw new Error(outcome.refusal.code);
    return outcome.result as Record<string, string>;
  };
  const openClient = async (cash: bigint): Promise<string> => {
    const id = newId();
    await openUser(pool, id, 'client');
    await must(books.run({ kind: 'top_up', clientId: id, amount: cash }));
    return id;
  };
  const lead: CopyBooks['lead'] = async (clientId, order = {}) => {
    const { trade_id: id } = await must(
      books.run({ kind: 'open_trade', clientId, symbol: 'SOL', side: 'buy', lots: 1_000n, amount: 300_000n, ...order }),
    );
    return id ?? '';
  };
  const close: CopyBooks['close'] = async (clientId, tradeId, lots) => {
    await must(books.run({ kind: 'close_trade', clientId, tradeId, lots: lots ?? null }));
  };

  return Object.assign(books, {
    engine,
    lead,
    close,
    async openTrader(cash = 1_000_000n, terms: { minimumBalance?: bigint; profitShareBps?: number } = {}) {
      staffId ??= await books.openParty('staff');
      const leadId = await openClient(cash);
      const { id = '' } = await must(
        books.run({
          kind: 'create_trader', staffId, clientId: leadId, traderId: newId(), name: 'Ada', returnRate: '900', followers: 'millions',
          minimumBalance: terms.minimumBalance ?? 0n, profitShareBps: terms.profitShareBps ?? 0, bot: null,
        }), // prettier-ignore
      );
      await close(leadId, await lead(leadId, { symbol: 'XRP', lots: 5_000n, amount: 50_000n }));
      return { traderId: id, leadId };
    },
    async openCopier(
      traderId: string,
      { cash = 200_000n, amount = 100_000n, copyOpen = false, stopLoss }: CopierOptions = {},
    ) {
      const clientId = await openClient(cash);
      const { id = '' } = await must(
        books.run({ kind: 'start_copy', clientId, traderId, amount, copyOpen, stopLoss: stopLoss ?? null }),
      );
      return { clientId, copyId: id };
    },
    async copy(id: string) {
      const { rows } = await pool.query<Record<string, string>>('select * from ledger.copy where id = $1', [id]);
      if (!rows[0]) throw new Error('no such copy');
      return rows[0];
    },
    async skips(copyId: string) {
      const { rows } = await pool.query<{ reason: string }>(
        'select reason from ledger.copy_skip where copy_id = $1 order by lead_trade_id',
        [copyId],
      );
      return rows.map(({ reason }) => reason);
    },
  });
}

/** What must hold of copies at every commit, seen from outside. Empty when all does. */
export async function brokenCopies(pool: pg.Pool): Promise<string[]> {
  const checks: [name: string, sql: string][] = [
    [
      'C2 exposure is never above the allotment and the result',
      'select id from ledger.copy where held > allotment + result or held < 0',
    ],
    [
      'C2 what a copy holds and brought is the sum of its trades',
      `select c.id from ledger.copy c left join (select copy_id, sum(collateral_left) as held, sum(realised + shortfall - financed + dividends) as result
         from ledger.trade where copy_id is not null group by 1) t on t.copy_id = c.id
       where c.status <> 'stopped' and (c.held, c.result) is distinct from (coalesce(t.held, 0), coalesce(t.result, 0))`,
    ],
    [
      'C4 every mirrored trade follows one of the trader’s own, on the same side',
      `select t.id from ledger.trade t join ledger.copy c on c.id = t.copy_id left join ledger.trade l on l.id = t.lead_trade_id
       where l.id is null or l.copy_id is not null or l.client_id <> c.lead_id or t.client_id <> c.client_id or l.symbol <> t.symbol or l.side <> t.side
         or l.client_id = t.client_id`,
    ],
    [
      'C1 no mirrored trade is larger than its share',
      `select t.id from ledger.trade t join ledger.copy c on c.id = t.copy_id join ledger.trade l on l.id = t.lead_trade_id
       where t.lots::numeric * t.splits_num * l.splits_den * l.equity_at_open > l.lots::numeric * l.splits_num * t.splits_den * c.allotment`,
    ],
    [
      'C18 what was kept of a copy that stopped is all that was open, each worth what its quotes say in plain arithmetic',
      `select k.trade_id from ledger.kept_trade k join ledger.trade t on t.id = k.trade_id join ledger.copy c on c.id = k.copy_id
         left join ledger.quote q on (q.book, q.id, q.symbol) = (k.book, k.quote_id, t.symbol) left join ledger.quote v on (v.book, v.id) = (k.book, k.conversion_quote_id)
         left join (select trade_id, sum(lots) as lots from ledger.closing_fill group by 1) f on f.trade_id = t.id
         cross join lateral (select coalesce(v.symbol, q.symbol) as pair, (coalesce(v.bid, q.bid) + coalesce(v.ask, q.ask))::numeric / 2e10 as mid) m
         cross join lateral (select case when t.symbol !~ '^[A-Z]{6}$' or right(t.symbol, 3) = 'USD' then 1 when left(m.pair, 3) = 'USD' then 1 / m.mid else m.mid end as rate) r
       where t.copy_id is distinct from k.copy_id or c.stopped_at is distinct from k.at
         -- Where nothing was closed or split since, so that what is open is what was kept.
         or f.lots is null and (t.splits_num, t.splits_den) = (1, 1) and abs(k.value - (case t.side when 'buy' then q.bid - t.entry_price else t.entry_price - q.ask end)::numeric
           * t.open_lots * case when t.symbol = 'SHIB' then 1000000 when t.symbol ~ '^[A-Z]{6}$' then 100000 else 1 end / 1e10 * r.rate) > 0.5001 is not false
       union all select t.id from ledger.trade t join ledger.copy c on c.id = t.copy_id left join ledger.kept_trade k on k.trade_id = t.id
       where c.status = 'stopped' and t.status = 'active' and k.trade_id is null`,
    ],
    [
      'C18 a copy whose trades were kept is settled on what it brought and on what they were worth',
      `select c.id from ledger.copy c join (select copy_id, sum(value) as value from ledger.kept_trade group by 1) k on k.copy_id = c.id
         left join ledger.copy_share s on (s.copy_id, s.month, s.at) = (c.id, c.shared_month, c.stopped_at)
       where c.high_water is distinct from greatest(s.high_before, c.result + k.value)
         or (s.amount <= greatest(0, c.high_water - s.high_before) * c.profit_share_bps / 10000.0) is not true`,
    ],
    ['C12 nothing waits', 'select number from ledger.copy_task'],
    [
      'C19 nothing is under way, and clearing is empty',
      'select 1 from ledger.clearing where held <> 0 or due <> 0 union all select 1 from ledger.share_due',
    ],
    [
      'C6 trader flat means copier flat',
      `select t.id from ledger.trade t join ledger.copy c on c.id = t.copy_id join ledger.trade l on l.id = t.lead_trade_id
       where t.status = 'active' and c.status <> 'stopped' and t.open_lots > div(l.open_lots::numeric * c.allotment, l.equity_at_open)`,
    ],
  ];
  const broken: string[] = [];
  for (const [name, sql] of checks) {
    const { rowCount } = await pool.query(sql);
    if (rowCount !== 0) broken.push(name);
  }
  return broken;
}
