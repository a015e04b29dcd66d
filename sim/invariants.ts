import { ACCOUNTS, EVENTS } from '@clearbook/domain/ledger';
import { brokenInvariants } from '../apps/api/test/books.ts';
import type { Pool } from './faults.ts';
import {
  leverageHundredths,
  nearest,
  nightsOf,
  nightTakes,
  recomputeMargin,
  recomputeNight,
  yearlyBps,
} from './recompute.ts';

/** Names are those of the ledger's checklist. Each query finds what breaks the rule. */
const CHECKS: readonly (readonly [name: string, sql: string])[] = [
  [
    'I03 no client account is below zero',
    'select id from ledger.party where least(cash, margin, withdrawing, loan) < 0',
  ],
  [
    'I08 one payment is credited once',
    `select 1 from ledger.deposit where status = 'approved' and method <> 'loan' group by method, lower(txid), output_index having count(*) > 1`,
  ],
  [
    'I08 what was credited is reserved, and nothing else',
    `select 1 from (select id, method, lower(txid) as txid, output_index from ledger.deposit where status = 'approved' and method <> 'loan') d
       full join ledger.credited_payment c on c.deposit_id = d.id where (d.method, d.txid, d.output_index) is distinct from (c.method, c.txid, c.output_index)`,
  ],
  [
    'I08 an approved deposit has one entry of what was credited, any other none',
    `select d.id from ledger.deposit d left join (select e.subject_id, count(*) as n, sum(-p.amount) as credited from ledger.entry e
       join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account = ${ACCOUNTS.cash} where e.event = ${EVENTS.deposit_approved} group by 1) e on e.subject_id = d.id
     where d.method <> 'loan' and (coalesce(e.n, 0), coalesce(e.credited, 0)) <> (case when d.status = 'approved' then 1 else 0 end, coalesce(d.credited, 0))`,
  ],
  [
    'I09 a hold begins once and ends once, as its state says',
    `select w.id from ledger.withdrawal w left join (select subject_id, string_agg(event::text, ',' order by number) as events from ledger.entry where event in (${EVENTS.withdrawal_requested}, ${EVENTS.withdrawal_released}, ${EVENTS.withdrawal_approved}, ${EVENTS.withdrawal_returned}) group by 1) e
       on e.subject_id = w.id
     where e.events is distinct from case when w.status in ('awaiting_code', 'pending') then '5' when w.status = 'approved' then '5,7' when w.status = 'returned' then '5,7,8' else '5,6' end`,
  ],
  [
    'I10 no fill without its quote, or with one from later',
    `select f.id from ledger.fill f left join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) left join ledger.quote c on (c.book, c.id) = (f.book, f.conversion_quote_id)
     where q.id is null or q.received_time > f.at or (f.conversion_quote_id is not null and (c.id is null or c.received_time > f.at))`,
  ],
  [
    'I10 who buys pays the ask, who sells gets the bid, of a quote wider than the feed by its mark-up',
    `select f.id from ledger.fill f join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id)
     where f.price <> case f.side when 'buy' then q.ask else q.bid end or q.ask - q.bid <> q.feed_ask - q.feed_bid + q.markup or q.markup <= 0`,
  ],
  [
    'I11 the first fill has the side of the trade, every other the opposite',
    `select f.id from ledger.fill f join ledger.trade t on t.id = f.trade_id where (f.side = t.side) <> (f.kind = 'open')`,
  ],
  [
    'I15 what a trade cost its client is never more than its collateral',
    `select t.id from ledger.trade t left join (select e.subject_id, sum(p.amount) filter (where p.account in (${ACCOUNTS.cash}, ${ACCOUNTS.margin})) as taken from ledger.entry e
       join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) where e.event in (${EVENTS.trade_opened}, ${EVENTS.trade_closed}, ${EVENTS.overnight_financing}, ${EVENTS.dividend}) group by 1) e on e.subject_id = t.id
     where coalesce(e.taken, 0) > t.collateral - t.collateral_left`,
  ],
  [
    'I15 the house bears exactly what the collateral did not cover',
    `select t.id from ledger.trade t left join (select e.subject_id, sum(p.amount) as borne from ledger.entry e
       join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account = ${ACCOUNTS.shortfall} where e.event = ${EVENTS.trade_closed} group by 1) e on e.subject_id = t.id where coalesce(e.borne, 0) <> t.shortfall`,
  ],
  [
    'T19 what waits has not ended, and what has ended waits no more',
    `select id from ledger.client_order where (status = 'working') <> (time_in_force is not null and ended_at is null) or (status = 'filled') <> (trade_id is not null)`,
  ],
  [
    'T21 an order that waited filled once, at its price or beyond',
    `select o.id from ledger.working_order o left join ledger.fill f on f.order_id = o.id group by o.book, o.id
     having count(f.id) <> case when o.status = 'filled' then 1 else 0 end
       or bool_or(case when (o.side = 'buy') = (o.limit_price is not null) then f.price > coalesce(o.limit_price, o.stop_price) else f.price < coalesce(o.limit_price, o.stop_price) end)`,
  ],
  [
    'T80 of two linked orders both wait or both have ended, one of them filled at most',
    `select a.id from ledger.working_order a left join ledger.working_order b on b.book = a.book and b.id = a.oco_id where a.oco_id is not null
       and ((b.oco_id, b.client_id, b.symbol) is distinct from (a.id, a.client_id, a.symbol) or a.ended_at is distinct from b.ended_at or a.status = 'filled' and b.status <> 'cancelled')`,
  ],
  [
    'T74 a stop-limit order’s stop was reached by the quote that it names, before it filled',
    `select o.id from ledger.working_order o left join ledger.quote q on (q.book, q.id) = (o.book, o.trigger_quote_id)
       left join ledger.trade t on (t.book, t.order_id) = (o.book, o.id) left join ledger.quote f on (f.book, f.id) = (t.book, t.entry_quote_id)
     where o.type = 'stop_limit' and (o.triggered_at is not null or o.status = 'filled')
       and (q.symbol = o.symbol and q.received_time = o.triggered_at and case o.side when 'buy' then q.ask >= o.stop_price else q.bid <= o.stop_price end
         and (f.id is null or f.received_time >= o.triggered_at)) is not true
       -- A split since then has put its stop in new shares.
       and not exists (select from ledger.order_split s join ledger.corporate_action c on c.id = s.action_id where s.order_id = o.id and c.effective_at > o.triggered_at)`,
  ],
  [
    'T76 what fills now or never has ended as it was placed',
    `select id from ledger.working_order where time_in_force in ('ioc', 'fok') and ended_at is distinct from at`,
  ],
  [
    'T77 an order filled before its end, and expired at it or later',
    `select o.id from ledger.working_order o left join ledger.trade t on (t.book, t.order_id) = (o.book, o.id) left join ledger.quote q on (q.book, q.id) = (t.book, t.entry_quote_id)
     where q.received_time >= o.expires_at or o.status = 'expired' and (o.ended_at >= o.expires_at) is not true`,
  ],
  [
    'T78 an id that a client gave names one order of that client',
    `select n.order_id from ledger.client_order_id n left join ledger.client_order o on (o.book, o.id, o.client_id) = (n.book, n.order_id, n.client_id) where o.id is null`,
  ],
  [
    'T23 a stop that closed was reached by the quote that closed it',
    `select t.id from ledger.trade t where t.status = 'closed' and case t.closed_by
       when 'stop' then case t.side when 'buy' then t.exit_price > t.stop_loss else t.exit_price < t.stop_loss end
       when 'take_profit' then case t.side when 'buy' then t.exit_price < coalesce((t.targets -> -1 ->> 'price')::bigint, t.take_profit)
         else t.exit_price > coalesce((t.targets -> -1 ->> 'price')::bigint, t.take_profit) end
       when 'trailing_stop' then t.trailing_distance is null end`,
  ],
  [
    'J16 targets of an open trade and of an order that waits are up to five, and close no more than there is',
    `select id from (select id, targets, open_lots as lots from ledger.trade where status = 'active' union all
       select id, targets, lots from ledger.working_order where ended_at is null) o
     where jsonb_array_length(targets) not between 1 and 5 or lots < (select sum((target ->> 'lots')::bigint) from jsonb_array_elements(targets) e(target))`,
  ],
  [
    'T41 each change of a stop begins where the one before it ended, and the last one is what stands',
    `select trade_id from (select a.trade_id, (a.stop_loss, a.take_profit, a.trailing_distance) as after,
       coalesce(lead((a.stop_loss_before, a.take_profit_before, a.trailing_distance_before)) over (partition by a.trade_id order by a.number),
         (t.stop_loss, t.take_profit, t.trailing_distance)) as later from ledger.trade_amendment a join ledger.trade t on t.id = a.trade_id) c where after is distinct from later`,
  ],
  [
    'T48 the sums of what clients have open are those of their trades',
    `select client_id from (select client_id, symbol, side, splits_num, splits_den, count(*) as trades, sum(open_lots) as lots, sum(open_lots::numeric * entry_price) as value, sum(required_margin_left) as required
         from ledger.trade where status = 'active' group by 1, 2, 3, 4, 5) t full join (select * from ledger.exposure where trades > 0 or lots > 0 or value > 0 or required > 0) o
         using (client_id, symbol, side, splits_num, splits_den) where (t.trades, t.lots, t.value, t.required) is distinct from (o.trades, o.lots, o.value, o.required)`,
  ],
  [
    'CF7 the sums of what all clients have open of an instrument are those of their trades',
    `select symbol from (select book, symbol, side, splits_num, splits_den, sum(open_lots) as lots from ledger.trade where status = 'active' group by 1, 2, 3, 4, 5) t
       full join (select * from ledger.instrument_volume where lots <> 0) v using (book, symbol, side, splits_num, splits_den) where t.lots is distinct from v.lots`,
  ],
  [
    'T27 what nights cost is what the house was paid for them',
    `select t.id from ledger.trade t left join (select trade_id, sum(amount) as paid, max(day) as through from ledger.financing group by 1) n on n.trade_id = t.id
     where (t.financed, t.financed_through) is distinct from (coalesce(n.paid, 0), n.through)`,
  ],
  [
    'Q3 a dividend is of an action of the share that had taken effect, for what was open then and never more than was left',
    `select d.trade_id from ledger.dividend d join ledger.corporate_action c on c.id = d.action_id join ledger.trade t on t.id = d.trade_id
       left join lateral (select s.lots, a.effective_at from ledger.trade_split s join ledger.corporate_action a on a.id = s.action_id
         where s.trade_id = t.id and a.effective_at < c.effective_at order by a.effective_at desc limit 1) s on true
       left join lateral (select coalesce(sum(f.lots) filter (where f.at < d.at), 0) as closed, coalesce(sum(f.lots) filter (where f.at = d.at), 0) as same
         from ledger.fill f join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id)
         where f.trade_id = t.id and f.kind = 'close' and q.received_time >= coalesce(s.effective_at, '-infinity')) f on true
     where c.symbol <> t.symbol or c.type <> 'cash_dividend' or d.at < c.effective_at or t.client_id <> d.client_id
       or coalesce(s.lots, t.lots) - f.closed - d.lots not between 0 and f.same`,
  ],
  [
    'Q4 nothing of a trade closed at a quote from after its dividend before that was booked, or at one from before it afterwards',
    `select f.id from ledger.fill f join ledger.trade t on t.id = f.trade_id join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id)
       join ledger.corporate_action c on c.symbol = t.symbol and c.type = 'cash_dividend' and coalesce(t.held_since, t.opened_at) < c.effective_at
       left join ledger.dividend d on d.trade_id = t.id and d.action_id = c.id
     where f.kind = 'close' and case when q.received_time >= c.effective_at then d.at is null or d.at > f.at else d.at < f.at and t.dividends <> 0 end`,
  ],
  [
    'Q9 a split moves no money: nothing is in the journal about it, and no row of it without its trade',
    `select s.trade_id from ledger.trade_split s left join ledger.trade t on (t.book, t.id, t.client_id) = (s.book, s.trade_id, s.client_id)
       left join ledger.corporate_action c on (c.id, c.symbol, c.type) = (s.action_id, t.symbol, 'split')
     where c.id is null or s.at < c.effective_at or coalesce(t.held_since, t.opened_at) >= c.effective_at
       or exists (select from ledger.entry e where e.subject_id = s.action_id)`,
  ],
  [
    'Q10 nothing of a trade closed at a price of the new shares before its split, or at one of the old shares after it but for what it leaves over',
    `select f.id from ledger.fill f join ledger.trade t on t.id = f.trade_id join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id)
       join ledger.corporate_action c on c.symbol = t.symbol and c.type = 'split' and coalesce(t.held_since, t.opened_at) < c.effective_at
       left join ledger.trade_split s on s.trade_id = t.id and s.action_id = c.id
     where f.kind = 'close' and case when q.received_time >= c.effective_at then s.at is null or s.at > f.at else s.at < f.at end`,
  ],
  [
    'Q12 no order filled at a price of the new shares before its split, and what a split made of it is of its action',
    `select o.id from ledger.working_order o join ledger.corporate_action c on c.symbol = o.symbol and c.type = 'split' and o.at < c.effective_at
       join ledger.trade t on (t.book, t.order_id) = (o.book, o.id) join ledger.quote q on (q.book, q.id) = (t.book, t.entry_quote_id)
       where q.received_time >= c.effective_at and o.set_at < c.effective_at
     union all select s.order_id from ledger.order_split s left join ledger.working_order o on (o.book, o.id, o.client_id) = (s.book, s.order_id, s.client_id)
       left join ledger.corporate_action c on (c.id, c.symbol, c.type) = (s.action_id, o.symbol, 'split')
       where c.id is null or s.at < c.effective_at or o.at >= c.effective_at or s.lots <> s.lots_before * c.new_rate / c.old_rate`,
  ],
  [
    'I16 the fee that was paid is the fee that was agreed',
    `select w.id from ledger.withdrawal w join ledger.entry e on e.subject_id = w.id and e.event = ${EVENTS.withdrawal_approved} left join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account = ${ACCOUNTS.fees}
     where coalesce(-p.amount, 0) <> w.fee`,
  ],
  [
    'I16 nothing else is ever paid into fees',
    `select p.entry_number from ledger.posting p join ledger.entry e on (e.book, e.number) = (p.book, p.entry_number) where p.account = ${ACCOUNTS.fees} and e.event not in (${EVENTS.withdrawal_approved}, ${EVENTS.withdrawal_returned})`,
  ],
  [
    'I22 debits take back at most what the entry gave',
    `select c.corrects from (select e.book, corrects, sum(p.amount) as taken from ledger.entry e join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account = ${ACCOUNTS.cash} where corrects is not null group by 1, 2) c
     where c.taken > (select -sum(p.amount) from ledger.posting p where (p.book, p.entry_number) = (c.book, c.corrects) and p.account in (${ACCOUNTS.cash}, ${ACCOUNTS.margin}, ${ACCOUNTS.withdrawing}))`,
  ],
  [
    'I22 an adjustment is neither deposit nor profit',
    `select p.id from ledger.party p left join (select e.client_id, -sum(p.amount) filter (where p.account = ${ACCOUNTS.cash} and e.event in (${EVENTS.deposit_approved}, ${EVENTS.demo_top_up})) as deposited, sum(p.amount) filter (where p.account = ${ACCOUNTS.trading}) as realised
       from ledger.entry e join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) group by 1) s on s.client_id = p.id
     where (p.deposited, p.realised) <> (coalesce(s.deposited, 0), coalesce(s.realised, 0))`,
  ],
  [
    'B11 what a client owes is the sum of their loans',
    `select p.id from ledger.party p left join (select client_id, sum(principal + interest) as owed from ledger.loan group by 1) l on l.client_id = p.id where p.loan <> coalesce(l.owed, 0)`,
  ],
  [
    'B9 one interest a loan and UTC day',
    `select subject_id from ledger.entry where event = ${EVENTS.loan_interest} group by subject_id having count(*) > (select interest_through - approved_on from ledger.loan l where l.id = subject_id)`,
  ],
  [
    'P15 a purchase has one entry of its price',
    `select p.id from ledger.purchase p left join ledger.entry e on e.subject_id = p.id and e.event = ${EVENTS.plan_bought} left join ledger.posting o on (o.book, o.entry_number) = (e.book, e.number) and o.account = ${ACCOUNTS.plans}
     group by p.id, p.price having count(*) <> 1 or coalesce(-sum(o.amount), 0) <> p.price`,
  ],
  [
    'F2 three top-ups a day, of $100,000 at most',
    `select client_id from ledger.entry e join ledger.posting p on (p.book, p.entry_number) = (e.book, e.number) and p.account = ${ACCOUNTS['custody:paper']} where e.event = ${EVENTS.demo_top_up}
     group by client_id, (at at time zone 'UTC')::date having count(*) > 3 or max(p.amount) > 10000000`,
  ],
  [
    'F33 each end is in force for 30 days at most, and the hold has the last one that was set, by whoever set it',
    `select h.id from ledger.hold h left join lateral (select a.actor_id, a.at, (a.facts ->> 'until')::timestamptz as until from ledger.audit a
       where a.subject_id = h.id::text and a.action in ('hold.place', 'hold.renew') order by a.number desc limit 1) a on true
     where (h.set_by, h.set_at, h.ends_at) is distinct from (a.actor_id, a.at, a.until) or h.ends_at - h.set_at > interval '720 hours' or h.ends_at <= h.set_at`,
  ],
  [
    'F34 nothing was paid out while a hold ran',
    `select w.id from ledger.withdrawal w join ledger.hold h on h.client_id = w.client_id
     where w.status in ('approved', 'returned') and h.placed_at < w.decided_at and w.decided_at < least(h.lifted_at, h.ends_at)`,
  ],
  [
    'F38 a later end, and a hold within 90 days of another one, is by two people',
    `select a.subject_id from ledger.audit a where a.action = 'hold.renew' and not a.facts ? 'proposal'
     union all select h.id::text from ledger.hold h join ledger.audit a on a.subject_id = h.id::text and a.action = 'hold.place' and not a.facts ? 'proposal'
       join ledger.hold o on o.client_id = h.client_id and o.id <> h.id and o.placed_at <= h.placed_at and coalesce(o.lifted_at, o.ends_at) > h.placed_at - interval '2160 hours'
       where o.placed_at < h.placed_at or o.id < h.id`,
  ],
  [
    'F33 one hold of staff runs at a time',
    `select h.id from ledger.hold h join ledger.hold o on o.client_id = h.client_id and o.id <> h.id
       and o.placed_at < coalesce(h.lifted_at, h.ends_at) and h.placed_at < coalesce(o.lifted_at, o.ends_at)`,
  ],
  [
    'CF4 nothing was opened of an instrument that was not on: by the version that had taken effect last, of those that were approved before',
    `select t.id from ledger.trade t
     where (select v.value ->> 'state' from ledger.config_version v where v.item = 'instrument' and v.key = t.symbol and v.at < t.opened_at and v.effective_at <= t.opened_at
       order by v.effective_at desc, v.number desc limit 1) in ('close_only', 'off')`,
  ],
  [
    'CF6 nothing was opened on a day that was declared closed',
    `select t.id from ledger.trade t cross join lateral (
       select distinct on (v.key) v.value from ledger.config_version v
       where v.item = 'closures' and v.key in (t.symbol, ledger.asset_class(t.symbol)) and v.at < t.opened_at and v.effective_at <= t.opened_at
       order by v.key, v.effective_at desc, v.number desc) v cross join jsonb_array_elements(v.value -> 'closures') c
     where (c ->> 'from')::timestamptz <= t.opened_at and t.opened_at < (c ->> 'until')::timestamptz`,
  ],
  [
    'CF7 nothing was opened that alone was beyond the position limit of a client',
    `select t.id from ledger.trade t cross join lateral (
       select (v.value ->> 'per_client')::numeric * 100 as most from ledger.config_version v
       where v.item = 'volume_limit' and v.key = t.symbol and v.at < t.opened_at and v.effective_at <= t.opened_at
       order by v.effective_at desc, v.number desc limit 1) v
     where t.lots > v.most`,
  ],
  [
    'G41 a proposal is decided once, in time, by another person',
    `select p.id from ledger.proposal p left join (select subject_id, count(*) as n from ledger.audit where action in ('proposal.approve', 'proposal.decline', 'proposal.refuse') group by 1) a
       on a.subject_id = p.id::text
     where coalesce(a.n, 0) <> case p.status when 'waiting' then 0 else 1 end or p.decided_by = p.proposed_by or p.decided_at >= p.proposed_at + interval '7 days'`,
  ],
  [
    'G42 what was approved happened once, for that client and that amount, by whoever approved; of anything else nothing did',
    `select p.id from ledger.proposal p left join (select a.facts ->> 'proposal' as id, count(*) as n, min(abs(o.amount)) as amount, min(e.client_id::text) as client, min(e.actor_id::text) as actor
       from ledger.audit a join ledger.entry e on e.subject_id::text = a.subject_id and e.event in (${EVENTS.withdrawal_approved}, ${EVENTS.adjustment}) join ledger.posting o on (o.book, o.entry_number) = (e.book, e.number) and o.account in (${ACCOUNTS.cash}, ${ACCOUNTS.withdrawing})
       where a.facts ? 'proposal' group by 1) d on d.id = p.id::text
     where p.amount is not null and case p.status when 'approved' then (d.n, d.amount, d.client, d.actor) is distinct from (1, p.amount, p.client_id::text, p.decided_by::text) else d.n is not null end`,
  ],
  [
    'G42 a hold that was approved was placed or renewed once, as it was proposed, by whoever approved; of any other nothing was',
    `select p.id from ledger.proposal p left join (select facts ->> 'proposal' as id, count(*) as n, min(subject_id) as hold, min(actor_id::text) as actor, min(facts ->> 'until') as until
       from ledger.audit where action in ('hold.place', 'hold.renew') and facts ? 'proposal' group by 1) d on d.id = p.id::text
     where p.kind in ('place_hold', 'renew_hold') and case p.status when 'approved'
       then (d.n, d.hold, d.actor, d.until) is distinct from (1, p.subject_id::text, p.decided_by::text, p.command ->> 'endsAt') else d.n is not null end`,
  ],
  [
    'F14 five codes are tried at most',
    `select id from ledger.withdrawal where code_tries > 5 or code_sends > 5 or (code_tries = 5 and status in ('awaiting_code', 'pending', 'approved'))`,
  ],
];

/** Names of the rules that are broken at this moment. Nothing may be under way. */
export async function checkInvariants(owner: Pool, feeBpsEver: ReadonlySet<number>): Promise<string[]> {
  const broken = await brokenInvariants(owner);
  for (const [name, sql] of CHECKS) {
    const { rows } = await owner.query<Record<string, unknown>>(`${sql} limit 3`);
    if (rows.length > 0) broken.push(`${name}: ${rows.map((row) => Object.values(row).join(' ')).join(', ')}`);
  }
  broken.push(
    ...(await wrongFees(owner, feeBpsEver)),
    ...(await wrongMargins(owner)),
    ...(await wrongNights(owner)),
    ...(await wrongDividends(owner)),
    ...(await wrongShares(owner)),
  );
  return broken;
}

async function wrongFees(owner: Pool, feeBpsEver: ReadonlySet<number>): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; amount: string; fee: string; fee_bps: number }>(
    'select id, amount, fee, fee_bps from ledger.withdrawal',
  );
  return rows
    .filter(
      ({ amount, fee, fee_bps: bps }) =>
        BigInt(fee) !== nearest(BigInt(amount) * BigInt(bps), 10_000n) || (bps !== 0 && !feeBpsEver.has(bps)),
    )
    .slice(0, 3)
    .map(({ id }) => `I16 the fee is the schedule's: ${id}`);
}

async function wrongMargins(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{
    id: string;
    symbol: string;
    lots: string;
    required_margin: string;
    collateral: string;
    leverage_hundredths: number;
    packaged: boolean | null;
    bid: string;
    ask: string;
  }>(`
    select t.id, t.symbol, t.lots, t.required_margin, t.collateral, t.leverage_hundredths,
      -- Every package of a new site lifts half the cap to the cap.
      (select nullif(min(p.at) < t.opened_at, case when min(p.at) = t.opened_at then false end) from ledger.purchase p
       where p.client_id = t.client_id and p.kind = 'package' and p.at <= t.opened_at having count(*) > 0 union all select false limit 1) as packaged, coalesce(c.bid, q.bid) as bid, coalesce(c.ask, q.ask) as ask
    from ledger.trade t join ledger.fill f on f.trade_id = t.id and f.kind = 'open' join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) left join ledger.quote c on (c.book, c.id) = (f.book, f.conversion_quote_id)`);
  return rows
    .filter((row) => {
      const half = leverageHundredths(row.symbol);
      // Of a purchase and a trade at one instant either may have been first.
      const leverage = (row.packaged ?? BigInt(row.leverage_hundredths) === 2n * half) ? 2n * half : half;
      const needed = recomputeMargin(row.symbol, BigInt(row.lots), leverage, {
        bid: BigInt(row.bid),
        ask: BigInt(row.ask),
      });
      return (
        needed !== BigInt(row.required_margin) ||
        needed > BigInt(row.collateral) ||
        leverage !== BigInt(row.leverage_hundredths)
      );
    })
    .slice(0, 3)
    .map(({ id }) => `I13 required margin is notional ÷ leverage, rounded up, and covered: ${id}`);
}

/** Each night's cost again, by code that shares nothing with the product's, and what was taken of it; less only where nothing more was left to take. */
async function wrongNights(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{
    trade_id: string;
    symbol: string;
    side: string;
    day: string;
    nights: number;
    rate_bps: number;
    set_bps: number | null;
    lots: string;
    cost: string;
    accrued: string;
    taken: string;
    amount: string;
    bid: string;
    ask: string;
    later: string;
  }>(`
    select n.trade_id, t.symbol, t.side, n.day::text, n.nights, n.rate_bps, n.lots,
      -- The night's moment is 17:00 New York.
      (select (v.value ->> t.side::text)::numeric * 100 from ledger.config_version v
       where v.item = 'financing' and v.key = t.symbol and v.effective_at <= (n.day + time '17:00') at time zone 'America/New_York'
       order by v.effective_at desc, v.number desc limit 1)::int as set_bps,
      n.cost, n.amount, coalesce(c.bid, q.bid) as bid, coalesce(c.ask, q.ask) as ask,
      (select sum(e.cost) from ledger.financing e where e.trade_id = n.trade_id and e.day <= n.day) as accrued,
      (select coalesce(sum(e.amount), 0) from ledger.financing e where e.trade_id = n.trade_id and e.day < n.day) as taken,
      (select coalesce(sum(l.amount), 0) from ledger.financing l where l.trade_id = n.trade_id and l.day > n.day
        -- A dividend that was received leaves more to take.
        and l.at < coalesce((select min(d.at) from ledger.dividend d where d.trade_id = n.trade_id and d.moved > 0 and d.at >= n.at), 'infinity')) as later
    from ledger.financing n join ledger.trade t on t.id = n.trade_id join ledger.quote q on (q.book, q.id) = (n.book, n.quote_id) left join ledger.quote c on (c.book, c.id) = (n.book, n.conversion_quote_id)`);
  return rows
    .filter((row) => {
      const base = { bid: BigInt(row.bid), ask: BigInt(row.ask) };
      const rate = row.set_bps === null ? yearlyBps(row.symbol, row.side) : BigInt(row.set_bps);
      const cost = recomputeNight(row.symbol, rate, row.day, BigInt(row.lots), base);
      const terms = BigInt(row.nights) === nightsOf(row.symbol, row.day) && BigInt(row.rate_bps) === rate;
      const amount = BigInt(row.amount);
      const due = nightTakes(BigInt(row.accrued), BigInt(row.taken), 10n ** 18n);
      return !terms || BigInt(row.cost) !== cost || amount > due || (amount < due && row.later !== '0');
    })
    .slice(0, 3)
    .map(
      ({ trade_id: id }) => `T90 nights cost notional × their side’s rate × their nights ÷ 365, carried forward: ${id}`,
    );
}

/** Each dividend again, by code that shares nothing with the product's. */
async function wrongDividends(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{
    trade_id: string;
    side: string;
    lots: string;
    rate: string;
    amount: string;
    moved: string;
  }>(`
    select d.trade_id, t.side, d.lots, c.rate, d.amount, d.moved
    from ledger.dividend d join ledger.trade t on t.id = d.trade_id join ledger.corporate_action c on c.id = d.action_id`);
  return rows
    .filter(({ side, lots, rate, amount, moved }) => {
      const due = nearest((side === 'buy' ? 1n : -1n) * BigInt(rate) * BigInt(lots), 10n ** 10n);
      return BigInt(amount) !== due || (due >= 0n ? BigInt(moved) !== due : BigInt(moved) < due || BigInt(moved) > 0n);
    })
    .slice(0, 3)
    .map(({ trade_id: id }) => `Q3 a dividend is its rate × what was open, half to even: ${id}`);
}

/**
 * The shares of each trade from its first fill on, by code that shares nothing with the product's: closes at prices of the old shares, then the split, then what
 * closed at prices of the new ones. A split changes no P/L: new lots at the price divided by the ratio are worth what the old ones were, against what was paid.
 */
async function wrongShares(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{
    id: string;
    lots: string;
    open_lots: string;
    splits: string;
    side: string;
    entry: string;
    steps: [step: 'close' | 'split', lots: string, after: string, now: string, old: string, held: string][] | null;
  }>(`
    select t.id, t.lots, t.open_lots, concat(t.splits_num, ':', t.splits_den) as splits, t.side, t.entry_price as entry,
      (select json_agg(json_build_array(step, lots::text, after::text, new_rate::text, old_rate::text, held) order by moment, step desc) from (
        select q.received_time as moment, 'close' as step, f.lots, null as after, null as new_rate, null as old_rate, null as held from ledger.fill f
          join ledger.quote q on (q.book, q.id) = (f.book, f.quote_id) where f.trade_id = t.id and f.kind = 'close'
        union all select c.effective_at, 'split', s.lots_before, s.lots, c.new_rate, c.old_rate, concat(s.splits_before_num, ':', s.splits_before_den, ' ', s.splits_num, ':', s.splits_den)
          from ledger.trade_split s join ledger.corporate_action c on c.id = s.action_id where s.trade_id = t.id) x) as steps
    from ledger.trade t`);
  return rows
    .flatMap((trade) => {
      let open = BigInt(trade.lots);
      let [num, den] = [1n, 1n];
      const wrong: string[] = [];
      for (const [step, lots, after, now, old, held] of trade.steps ?? []) {
        if (step === 'close') open -= BigInt(lots);
        else {
          const before = { lots: open, num, den };
          [num, den] = [num * BigInt(now), den * BigInt(old)];
          if (BigInt(lots) !== open || held !== `${before.num}:${before.den} ${num}:${den}`)
            wrong.push(`Q9 a split follows what was open and the split before it: ${trade.id}`);
          open = BigInt(after);
          if (!isWorthTheSame(before, { lots: open, num, den }, [BigInt(now), BigInt(old), BigInt(trade.entry)]))
            wrong.push(`Q9 a split changes no P/L: ${trade.id}`);
        }
      }
      if (open !== BigInt(trade.open_lots) || trade.splits !== `${num}:${den}`)
        wrong.push(`I11 fills and splits add up to the lots: ${trade.id}`);
      return wrong;
    })
    .slice(0, 3);
}

type Shares = { readonly lots: bigint; readonly num: bigint; readonly den: bigint };

/** Gain at a price of the old shares, and at what becomes of that price: (price − entry ÷ held) × lots, as fractions. */
function isWorthTheSame(before: Shares, after: Shares, [now, old, entry]: [bigint, bigint, bigint]): boolean {
  return [0n, entry, 7n * entry + 1n].every((price) => {
    const was = (price * before.num - entry * before.den) * before.lots * after.num * now;
    const is = (price * old * after.num - entry * after.den * now) * after.lots * before.num;
    return was === is;
  });
}

/** What one statement sees of one client while commands are under way: it must add up at every instant (I26). */
export async function checkSnapshot(app: Pool, clientId: string): Promise<string[]> {
  const { rows } = await app.query<{ adds_up: boolean }>(
    `select p.cash >= 0 and p.margin >= 0 and p.withdrawing >= 0
       and p.withdrawing = (select coalesce(sum(amount), 0) from ledger.withdrawal where client_id = p.id and status in ('awaiting_code', 'pending'))
       and p.margin = (select coalesce(sum(collateral_left), 0) from ledger.trade where client_id = p.id and status = 'active')
       and p.cash + p.margin + p.withdrawing = (select -coalesce(sum(o.amount), 0) from ledger.entry e join ledger.posting o on (o.book, o.entry_number) = (e.book, e.number)
                                                where e.client_id = p.id and o.account in (${ACCOUNTS.cash}, ${ACCOUNTS.margin}, ${ACCOUNTS.withdrawing})) as adds_up
     from ledger.party p where p.id = $1`,
    [clientId],
  );
  return rows[0]?.adds_up === false ? [`I26 a read in the middle does not add up for ${clientId}`] : [];
}

/** A hash over all that may only grow, as far as it went at those last numbers of each book and time `at`. */
export async function prefixHash(owner: Pool, upto: ReadonlyMap<number, bigint>, at: Date): Promise<string> {
  const { rows } = await owner.query<{ hash: string }>(
    `select md5(concat(
       (select md5(string_agg(md5(e::text), '' order by e.book, e.number)) from unnest($1::smallint[], $2::bigint[]) u(book, number)
          join ledger.entry e on e.book = u.book and e.number <= u.number),
       (select md5(string_agg(md5(p::text), '' order by p.book, p.entry_number, p.line)) from unnest($1::smallint[], $2::bigint[]) u(book, number)
          join ledger.posting p on p.book = u.book and p.entry_number <= u.number),
       (select md5(string_agg(md5(f::text), '' order by md5(f::text))) from ledger.fill f where at <= $3),
       (select md5(string_agg(md5(m::text), '' order by md5(m::text))) from ledger.trade_amendment m where at <= $3),
       (select md5(string_agg(md5(o::text), '' order by md5(o::text))) from ledger.client_order o where case when time_in_force is null then at else ended_at end <= $3),
       (select md5(string_agg(md5(q::text), '' order by md5(q::text))) from ledger.quote q where (q.book, q.id) in (select t.book, q.id from ledger.fill f join ledger.trade t on t.id = f.trade_id, unnest(array[f.quote_id, f.conversion_quote_id]) q(id) where f.at <= $3)),
       (select md5(string_agg(md5(c::text), '' order by md5(c::text))) from ledger.command c where at <= $3),
       (select md5(string_agg(md5(a::text), '' order by md5(a::text))) from ledger.audit a where at <= $3))) as hash`,
    [[...upto.keys()], [...upto.values()], at],
  );
  return rows[0]?.hash ?? '';
}
