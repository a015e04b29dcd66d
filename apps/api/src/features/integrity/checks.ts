import { ACCOUNTS } from '@clearbook/domain/ledger';

/** One thing that holds in the books at every moment. `sql` gives the `key` of each row that breaks it, in one statement and so at one moment. */
export type Check = {
  /** Its rule in docs/spec, and the rule as a sentence. */
  readonly holds: string;
  readonly relation: string;
  readonly sql: string;
};

/** Compared with the entries by reading all of them again: what the books keep as a running total, and what they say of a trade or a withdrawal. */
export const CHECKS: readonly Check[] = [
  {
    holds: 'L1 every entry balances',
    relation: 'ledger.entry',
    sql: `select book || '/' || entry_number as key from ledger.posting group by book, entry_number having sum(amount) <> 0 or count(*) < 2`,
  },
  {
    holds: 'L2 postings equal running totals',
    relation: 'ledger.house_account',
    sql: 'select account::text as key from ledger.trial_balance where postings <> running_total',
  },
  {
    holds: 'C19 the clearing account holds what is due out of it',
    relation: 'ledger.clearing',
    sql: `select 'clearing' as key from ledger.clearing where held <> due`,
  },
  {
    holds: 'L2 all accounts sum to zero',
    relation: 'ledger.posting',
    sql: `select 'all' as key where (select coalesce(sum(amount), 0) from ledger.posting) <> 0`,
  },
  {
    holds: 'L2 each client by itself',
    relation: 'ledger.party',
    sql: `select p.id::text as key from ledger.party p left join (select party_id, -sum(amount) filter (where account = ${ACCOUNTS.cash}) as cash, -sum(amount) filter (where account = ${ACCOUNTS.margin}) as margin,
       -sum(amount) filter (where account = ${ACCOUNTS.withdrawing}) as withdrawing from ledger.posting where party_id is not null group by 1) s on s.party_id = p.id
     where (p.cash, p.margin, p.withdrawing) is distinct from (coalesce(s.cash, 0), coalesce(s.margin, 0), coalesce(s.withdrawing, 0))`,
  },
  {
    holds: 'L16 time never runs backwards',
    relation: 'ledger.entry',
    sql: `select book || '/' || number as key from (select book, number, at, lag(at) over (partition by book order by number) as before from ledger.entry) e where at < before`,
  },
  {
    holds: 'L11 held equals undecided withdrawals',
    relation: 'ledger.withdrawal',
    sql: `select p.id::text as key from ledger.party p left join (select client_id, sum(amount) as held from ledger.withdrawal where status in ('awaiting_code', 'pending') group by 1) w
       on w.client_id = p.id where p.withdrawing <> coalesce(w.held, 0)`,
  },
  {
    holds: 'L6 margin equals collateral of open trades',
    relation: 'ledger.trade',
    sql: `select p.id::text as key from ledger.party p left join (select client_id, sum(collateral_left) as held from ledger.trade where status = 'active' group by 1) t
       on t.client_id = p.id where p.margin <> coalesce(t.held, 0)`,
  },
  {
    holds: 'L7 the trading account is the sum of realised results',
    relation: 'ledger.trade',
    sql: `select 'realised' as key where (select coalesce(sum(realised), 0) from ledger.trade) <> (select coalesce(sum(amount), 0) from ledger.posting where account = ${ACCOUNTS.trading})`,
  },
  {
    holds: 'T48 the sums of what clients have open are those of their trades',
    relation: 'ledger.exposure',
    sql: `select client_id || ' ' || symbol || ' ' || side as key from (select client_id, symbol, side, splits_num, splits_den, count(*) as trades, sum(open_lots) as lots, sum(open_lots::numeric * entry_price) as value, sum(required_margin_left) as required
       from ledger.trade where status = 'active' group by 1, 2, 3, 4, 5) t full join (select * from ledger.exposure where trades > 0 or lots > 0 or value > 0 or required > 0) o
       using (client_id, symbol, side, splits_num, splits_den) where (t.trades, t.lots, t.value, t.required) is distinct from (o.trades, o.lots, o.value, o.required)`,
  },
  {
    holds: 'T27 the financing account is the sum of what trades paid for their nights',
    relation: 'ledger.financing',
    sql: `select 'all' as key where (select coalesce(sum(financed), 0) from ledger.trade) <> (select coalesce(-sum(amount), 0) from ledger.posting where account = ${ACCOUNTS.financing})
     union all select t.id::text from (select trade_id, sum(amount) as paid from ledger.financing group by 1) n join ledger.trade t on t.id = n.trade_id where t.financed <> n.paid`,
  },
  {
    holds: 'Q3 the dividends account is the sum of what trades received and paid, each as its dividends say',
    relation: 'ledger.dividend',
    sql: `select 'all' as key where (select coalesce(sum(dividends), 0) from ledger.trade) <> (select coalesce(sum(amount), 0) from ledger.posting where account = ${ACCOUNTS.dividends})
     union all select coalesce(t.id, d.trade_id)::text from (select trade_id, sum(moved) as moved from ledger.dividend group by 1) d full join (select * from ledger.trade where dividends <> 0) t on t.id = d.trade_id
       where coalesce(t.dividends, 0) <> coalesce(d.moved, 0)`,
  },
  {
    holds: 'L8 every fill has its quote',
    relation: 'ledger.fill',
    sql: `select f.id::text as key from ledger.fill f left join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) where q.id is null or f.price <> case f.side when 'buy' then q.ask else q.bid end`,
  },
];
