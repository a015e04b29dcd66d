import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';

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
    holds: 'CF7 the sums of what all clients have open of an instrument are those of their trades',
    relation: 'ledger.instrument_volume',
    sql: `select book || ' ' || symbol || ' ' || side as key from (select book, symbol, side, splits_num, splits_den, sum(open_lots) as lots
       from ledger.trade where status = 'active' group by 1, 2, 3, 4, 5) t full join (select * from ledger.instrument_volume where lots <> 0) v
       using (book, symbol, side, splits_num, splits_den) where t.lots is distinct from v.lots`,
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
  {
    holds: 'U135 a trade holds and paid what its entries moved',
    relation: 'ledger.trade',
    sql: `select coalesce(t.id, m.id)::text as key from ledger.trade t full join (
        select e.subject_id as id, -sum(l.m) filter (where l.a = ${ACCOUNTS.margin}) as margin, sum(l.m) filter (where l.a = ${ACCOUNTS.trading}) as trading,
          sum(l.m) filter (where l.a = ${ACCOUNTS.shortfall}) as shortfall, -sum(l.m) filter (where l.a = ${ACCOUNTS.financing}) as financing
        from ledger.entry e cross join unnest(e.accounts, e.amounts) as l(a, m) where e.event in (${EVENTS.trade_opened}, ${EVENTS.trade_closed}, ${EVENTS.overnight_financing}, ${EVENTS.dividend}) group by 1) m on m.id = t.id
      where (t.collateral_left, t.realised, t.shortfall, t.financed) is distinct from (m.margin, coalesce(m.trading, 0), coalesce(m.shortfall, 0), coalesce(m.financing, 0))`,
  },
  {
    holds: 'U135 a trade has a fill for each entry that opens or closes it',
    relation: 'ledger.fill',
    // A part that is closed without moving a cent has a fill and no entry.
    sql: `select coalesce(e.id, f.id)::text as key from (select subject_id as id, count(*) as many from ledger.entry where event in (${EVENTS.trade_opened}, ${EVENTS.trade_closed}) group by 1) e
      full join (select trade_id as id, count(*) as many, count(*) filter (where kind = 'close' and realised = 0) as still from ledger.fill group by 1) f on f.id = e.id
      where (e.many between f.many - f.still and f.many) is not true`,
  },
  {
    holds: 'U135 shares that a trade has for each that it bought are what its splits say',
    relation: 'ledger.trade',
    sql: `select t.id::text as key from ledger.trade t left join (select distinct on (book, trade_id) book, trade_id, splits_num, splits_den from ledger.trade_split order by book, trade_id, at desc, splits_num * splits_den desc) s
      on s.book = t.book and s.trade_id = t.id where (t.splits_num, t.splits_den) <> (coalesce(s.splits_num, 1), coalesce(s.splits_den, 1))`,
  },
  {
    holds: 'U135 what nights come to is what each of them cost',
    relation: 'ledger.trade',
    sql: `select t.id::text as key from ledger.trade t left join (select trade_id, sum(cost) as cost, bool_and(cost is not null) as known from ledger.financing group by 1) n on n.trade_id = t.id
      where coalesce(n.known, true) and t.accrued <> coalesce(n.cost, 0)`,
  },
  {
    holds: 'U135 a night costs what its quotes say',
    relation: 'ledger.financing',
    sql: `select key from ledger.wrong_nights()`,
  },
  {
    holds: 'U135 a copy whose trades were kept is settled on what it brought and on what each of them was worth',
    relation: 'ledger.copy',
    sql: `select c.id::text as key from ledger.copy c
        join (select book, copy_id, sum(value) as value, min(at) as first, max(at) as last from ledger.kept_trade group by 1, 2) k on (k.book, k.copy_id) = (c.book, c.id)
        left join ledger.copy_share s on (s.book, s.copy_id, s.month) = (c.book, c.id, c.shared_month)
      where (k.first, k.last, s.at, c.high_water, s.high_after) is distinct from
        (c.stopped_at, c.stopped_at, c.stopped_at, greatest(s.high_before, c.result + k.value), greatest(s.high_before, c.result + k.value))`,
  },
  {
    holds: 'U135 a withdrawal is what its entries moved',
    relation: 'ledger.withdrawal',
    sql: `select coalesce(w.id, m.id)::text as key from ledger.withdrawal w full join (
        select e.subject_id as id, -sum(l.m) filter (where l.a = ${ACCOUNTS.withdrawing} and l.m < 0) as asked, sum(l.m) filter (where l.a = ${ACCOUNTS.withdrawing}) as left_over,
          -sum(l.m) filter (where l.a = ${ACCOUNTS.fees} and e.event = ${EVENTS.withdrawal_approved}) as fee
        from ledger.entry e cross join unnest(e.accounts, e.amounts) as l(a, m) where e.event in (${EVENTS.withdrawal_requested}, ${EVENTS.withdrawal_released}, ${EVENTS.withdrawal_approved}, ${EVENTS.withdrawal_returned}) group by 1) m on m.id = w.id
      where (w.amount, case when w.status in ('awaiting_code', 'pending') then w.amount else 0 end) is distinct from (m.asked, -m.left_over)
        or m.fee is not null and w.fee is distinct from m.fee`,
  },
  {
    holds: 'U135 a deposit credited what its entry moved',
    relation: 'ledger.deposit',
    sql: `select coalesce(d.id, m.id)::text as key from (select * from ledger.deposit where status = 'approved' and method::text <> 'loan') d full join (
        select e.subject_id as id, -sum(l.m) as credited from ledger.entry e cross join unnest(e.accounts, e.amounts) as l(a, m) where e.event = ${EVENTS.deposit_approved} and l.a = ${ACCOUNTS.cash} group by 1) m on m.id = d.id
      where d.credited is distinct from m.credited`,
  },
  {
    holds: 'U135 a loan owes what its entries moved',
    relation: 'ledger.loan',
    sql: `select coalesce(d.id, m.id)::text as key from (select * from ledger.loan where approved_on is not null) d full join (
        select e.subject_id as id, sum(l.m) as owed from ledger.entry e cross join unnest(e.accounts, e.amounts) as l(a, m) where e.event in (${EVENTS.loan_approved}, ${EVENTS.loan_interest}, ${EVENTS.loan_repaid}, ${EVENTS.loan_written_off}) and l.a = ${ACCOUNTS.loan} group by 1) m on m.id = d.id
      where d.principal + d.interest is distinct from m.owed`,
  },
  {
    holds: 'U135 a purchase cost what its entry moved',
    relation: 'ledger.purchase',
    sql: `select coalesce(p.id, m.id)::text as key from ledger.purchase p full join (
        select e.subject_id as id, sum(l.m) as paid from ledger.entry e cross join unnest(e.accounts, e.amounts) as l(a, m) where e.event = ${EVENTS.plan_bought} and l.a = ${ACCOUNTS.cash} group by 1) m on m.id = p.id
      where p.price is distinct from m.paid`,
  },
  {
    holds: 'U135 what a client deposited and realised is what their entries moved',
    relation: 'ledger.party',
    sql: `select p.id::text as key from ledger.party p left join (
        select e.client_id as id, -sum(l.m) filter (where l.a = ${ACCOUNTS.cash} and e.event in (${EVENTS.deposit_approved}, ${EVENTS.demo_top_up})) as deposited, sum(l.m) filter (where l.a = ${ACCOUNTS.trading} and e.event = ${EVENTS.trade_closed}) as realised
        from ledger.entry e cross join unnest(e.accounts, e.amounts) as l(a, m) where e.event in (${EVENTS.deposit_approved}, ${EVENTS.demo_top_up}, ${EVENTS.trade_closed}) group by 1) m on m.id = p.id
      where (p.deposited, p.realised) <> (coalesce(m.deposited, 0), coalesce(m.realised, 0))`,
  },
  {
    holds: 'U135 the totals of signals are those of the signals',
    relation: 'ledger.signal_total',
    sql: `select coalesce(t.origin, s.origin) || ' ' || coalesce(t.rule, s.rule) || ' ' || coalesce(t.symbol, s.symbol) as key from ledger.signal_total t full join (
        select s.origin, s.rule, s.symbol, count(*) as issued, count(*) filter (where c.outcome = 'target') as target, count(*) filter (where c.outcome = 'stop') as stop,
          coalesce(sum(greatest(c.r_hundredths, 0)), 0) as gained, coalesce(sum(greatest(-c.r_hundredths, 0)), 0) as given_up
        from ledger.signal s left join ledger.signal_score c on c.signal_id = s.id group by 1, 2, 3) s on (s.origin, s.rule, s.symbol) = (t.origin, t.rule, t.symbol)
      where (t.issued, t.target, t.stop, t.gained, t.given_up) is distinct from (s.issued, s.target, s.stop, s.gained, s.given_up)`,
  },
  {
    holds: 'U135 a mark of a statement is what the entries before it came to',
    relation: 'ledger.statement_mark',
    sql: `select m.client_id || '/' || m.entry_number as key from ledger.statement_mark m join (
        select e.book, e.client_id, e.number, sum(-sum(l.m) filter (where l.a in (${ACCOUNTS.cash}, ${ACCOUNTS.margin}, ${ACCOUNTS.withdrawing}))) over w as total, sum(-sum(l.m) filter (where l.a = ${ACCOUNTS.cash})) over w as cash
        from ledger.entry e cross join unnest(e.accounts, e.amounts) as l(a, m) where e.client_id in (select client_id from ledger.statement_mark) group by 1, 2, 3
        window w as (partition by e.book, e.client_id order by e.number)) s on (s.book, s.client_id, s.number) = (m.book, m.client_id, m.entry_number)
      where (m.total, m.cash) is distinct from (coalesce(s.total, 0), coalesce(s.cash, 0))`,
  },
];
