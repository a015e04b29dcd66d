/** A statement and the names of its parameters, in order. */
export type Step = readonly [
  sql: string,
  ...names: ('first' | 'count' | 'base' | 'staffId' | 'proofFile' | 'closed')[],
];

/** Once a connection: where a part is put together before it is booked. Gone with the connection. */
export const PREPARE: readonly string[] = [
  `create or replace function pg_temp.seed_id(at timestamptz) returns uuid language sql volatile as $$
    -- Version 7: the time in milliseconds, then chance.
    select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid $$`,
  'create temp table if not exists seed_slot (slot int primary key, at timestamptz(3))',
  `create temp table if not exists seed_quote (coin int, slot int, leverage int, lot_size bigint, id text, symbol text, bid bigint, ask bigint, feed_bid bigint,
    feed_ask bigint, markup bigint, source text, source_time timestamptz, received_time timestamptz, primary key (coin, slot))`,
  'create temp table if not exists seed_user (i int primary key, id uuid, at timestamptz)',
  `create temp table if not exists seed_trade (id uuid, client_id uuid, side text, lots bigint, symbol text, leverage int, required bigint, collateral bigint, slot int, at timestamptz,
    entry_quote text, entry_price bigint, close_slot int, closed_at timestamptz, exit_quote text, exit_price bigint, gain numeric, realised bigint, exit_fill uuid)`,
  `create temp table if not exists seed_deposit (id uuid, client_id uuid, amount bigint, method text, custody int, fate text, rate bigint, at timestamptz, proof_at timestamptz,
    slot int, decided_at timestamptz)`,
  `create temp table if not exists seed_withdrawal (id uuid, client_id uuid, amount bigint, fate text, slot int, at timestamptz, end_slot int, decided_at timestamptz)`,
  `create temp table if not exists seed_event (number bigint, slot int, event smallint, client_id uuid, subject_id uuid, actor_id uuid, at timestamptz(3), a1 smallint, m1 bigint,
    a2 smallint, m2 bigint, a3 smallint, m3 bigint, a4 smallint, m4 bigint)`,
];

/** Who does what, when, at which price. Chosen by arithmetic from the user's number, so that every kind and outcome occurs. */
export const STAGE: readonly Step[] = [
  [
    'insert into seed_user select i, pg_temp.seed_id(at), at from generate_series($1::int, $1::int + $2::int - 1) as i, seed_slot where slot = 0',
    'first',
    'count',
  ],
  [
    // Lots for a few hundred to two thousand dollars at the quote's mid; margin as the product calculates it: notional ÷ leverage, rounded up.
    `insert into seed_trade
     select pg_temp.seed_id(so.at), p.id, p.side, p.lots, qo.symbol, qo.leverage, m.required, m.required + (p.i % 5) * 1000, p.open_slot, so.at,
       qo.id, p.entry, p.close_slot, sc.at, qc.id, x.exit, x.gain, round_half_even.cents, pg_temp.seed_id(sc.at)
     from (
       select u.i, u.id, k, side, open_slot, case when k < $1::int then open_slot + 1 + (u.i * 3 + k * 5) % 15 end as close_slot, q.coin,
         ceil((20000 + (u.i * 31 + k * 101) % 180 * 1000) * 20000000000.0 / (q.lot_size * (q.bid + q.ask)))::bigint as lots, case side when 'buy' then q.ask else q.bid end as entry
       from seed_user u cross join generate_series(0, 9) as k
       cross join lateral (select case when (u.i + k) % 3 = 0 then 'sell' else 'buy' end as side, 1 + (u.i * 13 + k * 17) % 30 as open_slot) c
       join seed_quote q on q.slot = c.open_slot and q.coin = (u.i * 7 + k * 3) % (select max(coin) + 1 from seed_quote)
     ) p
     join seed_slot so on so.slot = p.open_slot join seed_quote qo on qo.coin = p.coin and qo.slot = p.open_slot
     left join seed_slot sc on sc.slot = p.close_slot left join seed_quote qc on qc.coin = p.coin and qc.slot = p.close_slot
     cross join lateral (select ceil(p.lots::numeric * qo.lot_size * (qo.bid + qo.ask) * 100 / (20000000000.0 * qo.leverage))::bigint as required) m
     cross join lateral (select case p.side when 'buy' then qc.bid else qc.ask end as exit,
       (case p.side when 'buy' then qc.bid - p.entry else p.entry - qc.ask end)::numeric * p.lots * qo.lot_size as gain) x
     cross join lateral (select div(abs(x.gain), 10000000000) as whole, mod(abs(x.gain), 10000000000) * 2 as rest) h
     cross join lateral (select (sign(x.gain) * (h.whole + case when h.rest > 10000000000 or h.rest = 10000000000 and mod(h.whole, 2) = 1 then 1 else 0 end))::bigint as cents) round_half_even`,
    'closed',
  ],
  [
    `insert into seed_deposit
     select pg_temp.seed_id(s0.at), u.id, 10000 + (u.i * 37 + j * 11) % 490 * 1000, method, 10 + c.nth, c.fate,
       case c.nth when 2 then 10000000000 else (q.feed_bid + q.feed_ask) / 2 end, s0.at, case when c.fate <> 'awaiting_payment' then s1.at end,
       case when c.fate in ('approved', 'rejected') then s2.slot end, case when c.fate in ('approved', 'rejected') then s2.at end
     from seed_user u cross join generate_series(0, 1) as j
     cross join lateral (select 1 + (u.i * 11 + j * 5) % 20 as slot, (u.i + j) % 3 as nth,
       case when j = 0 then 'approved' else (array['pending', 'pending', 'rejected', 'awaiting_payment'])[1 + u.i % 10] end as given) a
     cross join lateral (select a.nth, coalesce(a.given, 'approved') as fate, (array['bitcoin', 'ethereum', 'tether'])[1 + a.nth] as method) c
     join seed_slot s0 on s0.slot = a.slot join seed_slot s1 on s1.slot = a.slot + 1 join seed_slot s2 on s2.slot = a.slot + 2
     left join seed_quote q on q.slot = a.slot and q.symbol = (array['BTC', 'ETH'])[1 + a.nth]`,
  ],
  [
    `insert into seed_withdrawal
     select pg_temp.seed_id(s0.at), u.id, 5000 + u.i * 53 % 100 * 500, c.fate, s0.slot, s0.at, case when c.fate <> 'pending' then s1.slot end, case when c.fate <> 'pending' then s1.at end
     from seed_user u
     cross join lateral (select coalesce((array['pending', 'rejected', 'cancelled'])[1 + (u.i + 5) % 10], 'approved') as fate) c
     join seed_slot s0 on s0.slot = 1 + u.i * 7 % 30 join seed_slot s1 on s1.slot = s0.slot + 3`,
  ],
  [
    `insert into seed_event
     select $2::bigint + row_number() over (order by e.slot, e.event, e.subject), e.slot, e.event, e.client, e.subject, e.actor, s.at,
       e.a1, e.m1, e.a2, e.m2, e.a3, e.m3, e.a4, e.m4
     from (
       select 0 as slot, 2 as event, id as client, pg_temp.seed_id(at) as subject, id as actor, 17 as a1, 10000000 as m1, 1 as a2, -10000000 as m2,
         null::int as a3, null::bigint as m3, null::int as a4, null::bigint as m4 from seed_user
       union all
       select slot, 3, client_id, id, client_id, 1, collateral, 2, -collateral, null, null, null, null from seed_trade
       union all
       select close_slot, 4, client_id, id, client_id, 2, collateral, 23, greatest(-realised - collateral, 0), 20, realised, 1,
         -(collateral - least(greatest(-realised, 0), collateral) + greatest(realised, 0)) from seed_trade where close_slot is not null
       union all
       select slot, 1, client_id, id, $1::uuid, custody, amount, 1, -amount, null, null, null, null from seed_deposit where fate = 'approved'
       union all
       select slot, 5, client_id, id, client_id, 1, amount, 3, -amount, null, null, null, null from seed_withdrawal
       union all
       select end_slot, 7, client_id, id, $1::uuid, 3, amount, 13, -amount, null, null, null, null from seed_withdrawal where fate = 'approved'
       union all
       select end_slot, 6, client_id, id, case fate when 'rejected' then $1::uuid else client_id end, 3, amount, 1, -amount, null, null, null, null
         from seed_withdrawal where fate in ('rejected', 'cancelled')
     ) e join seed_slot s on s.slot = e.slot`,
    'staffId',
    'base',
  ],
];

const LINES = `cross join lateral (values (1, e.a1, e.m1), (2, e.a2, e.m2), (3, e.a3, e.m3), (4, e.a4, e.m4)) as l(line, account, amount)`;
const BYTES = (n: number) => `case when e.m${n} <> 0 then int2send(e.a${n}) || int8send(e.m${n}) else ''::bytea end`;

/** Of a line: its account or its amount, where it moves anything. */
const MOVED = (column: 'a' | 'm') => (n: number) => `case when e.m${n} <> 0 then e.${column}${n} end`;

/** The staged part into the books. */
export const BOOK: readonly Step[] = [
  [
    `insert into ledger.quote (book, id, symbol, bid, ask, feed_bid, feed_ask, markup, source, source_time, received_time)
     select distinct on (id) 1, id, symbol, bid, ask, feed_bid, feed_ask, markup, source, source_time, received_time from seed_quote q
     where id in (select entry_quote from seed_trade union select exit_quote from seed_trade) on conflict do nothing`,
  ],
  ['insert into ledger.party_book (id, book) select id, 1 from seed_user'],
  ['update ledger.book set clients = clients + (select count(*) from seed_user) where book = 1'],
  [
    `insert into ledger.party (book, id, kind, cash, margin, withdrawing, deposited, realised, top_up_day, top_up_count, opened_at)
     select 1, u.id, 'client', -sum(l.amount) filter (where l.account = 1), coalesce(-sum(l.amount) filter (where l.account = 2), 0),
       coalesce(-sum(l.amount) filter (where l.account = 3), 0), -sum(l.amount) filter (where l.account = 1 and e.event in (1, 2)),
       coalesce(sum(l.amount) filter (where l.account = 20), 0), (u.at at time zone 'UTC')::date, 1, u.at
     from seed_user u join seed_event e on e.client_id = u.id ${LINES} where l.amount <> 0 group by u.id, u.at`,
  ],
  [
    `insert into app.user (id, email, username, fullname, role, created_at)
     select id, 'load-' || lpad(i::text, 7, '0') || '@clearbook.invalid', 'load' || i, 'Load Test ' || i, 'client', at from seed_user`,
  ],
  [
    `insert into ledger.trade (book, id, client_id, symbol, side, lots, open_lots, collateral, collateral_left, required_margin, required_margin_left, leverage_hundredths, status,
       entry_price, entry_quote_id, opened_at, exit_price, exit_quote_id, exit_fill_id, closed_at, closed_by, realised, realised_exact_num, realised_exact_den, shortfall)
     select 1, id, client_id, symbol, side::ledger.side, lots, lots, collateral, collateral, required, required, leverage, 'active'::ledger.trade_status,
       entry_price, entry_quote, at, null, null, null, null, null, 0, 0, 1, 0 from seed_trade where close_slot is null
     union all
     select 1, id, client_id, symbol, side::ledger.side, lots, 0, collateral, 0, required, 0, leverage, 'closed'::ledger.trade_status,
       entry_price, entry_quote, at, exit_price, exit_quote, exit_fill, closed_at, 'client'::ledger.closed_by, realised, gain / gcd(gain, 10000000000), 10000000000 / gcd(gain, 10000000000),
       greatest(-realised - collateral, 0) from seed_trade where close_slot is not null`,
  ],
  [
    `insert into ledger.exposure (book, client_id, symbol, side, trades, lots, value, required)
     select 1, client_id, symbol, side::ledger.side, count(*), sum(lots), sum(lots::numeric * entry_price), sum(required) from seed_trade where close_slot is null
     group by client_id, symbol, side`,
  ],
  [
    `insert into ledger.instrument_volume (book, symbol, side, splits_num, splits_den, lots)
     select book, symbol, side, splits_num, splits_den, sum(lots) from ledger.exposure where book = 1 group by 1, 2, 3, 4, 5
     on conflict on constraint instrument_volume_pkey do update set lots = excluded.lots`,
  ],
  [
    `insert into ledger.closing_fill (book, id, trade_id, client_id, side, lots, price, quote_id, realised, at)
     select 1, exit_fill, id, client_id, (case side when 'buy' then 'sell' else 'buy' end)::ledger.side, lots, exit_price, exit_quote, realised, closed_at
     from seed_trade where close_slot is not null`,
  ],
  [
    `insert into ledger.deposit (book, id, client_id, amount, method, status, address, pay_units, rate, rate_source, expires_at, proof_file, proof_at, received_units, receipt_rate,
       credited, txid, output_index, created_at, decided_at, decided_by)
     select 1, d.id, client_id, amount, method::ledger.deposit_method, fate::ledger.deposit_status, 'DEMO-' || upper(method) || '-' || upper(right(client_id::text, 12)), p.units, rate,
       case method when 'tether' then 'fixed' else 'simulated' end, at + interval '1 hour', case when proof_at is not null then $1::uuid end, proof_at,
       case fate when 'approved' then p.units end, case fate when 'approved' then rate end, case fate when 'approved' then amount end,
       case fate when 'approved' then case method when 'ethereum' then '0x' else '' end || lpad(replace(d.id::text, '-', ''), 64, '0') end, case fate when 'approved' then 0 end, at, decided_at, case when decided_at is not null then $2::uuid end
     from seed_deposit d cross join lateral (select (ceil(amount * 100000000000000.0 / rate) * 100)::bigint as units) p`,
    'proofFile',
    'staffId',
  ],
  [
    `insert into ledger.withdrawal (book, id, client_id, amount, fee_bps, fee, method, status, payout_reference, created_at, requested_at, decided_at, decided_by)
     select 1, id, client_id, amount, 0, 0, 'bank', fate::ledger.withdrawal_status, case fate when 'approved' then 'demo-' || id end, at, at, decided_at,
       case when fate in ('approved', 'rejected') then $1::uuid end from seed_withdrawal`,
    'staffId',
  ],
  [
    `insert into app.note (subject_id, kind, client_id, body, at)
     select id, 'destination', client_id, '{"accountNumber": "000000000", "bankName": "Demo Bank", "accountName": "Load Test"}'::jsonb, at from seed_withdrawal
     union all select id, 'reason', client_id, '{"text": "Made for a load test."}'::jsonb, decided_at from seed_withdrawal where fate = 'rejected'
     union all select id, 'reason', client_id, '{"text": "Made for a load test."}'::jsonb, decided_at from seed_deposit where fate = 'rejected'`,
  ],
  [
    `insert into ledger.audit (at, actor_id, action, subject_type, subject_id, client_id, facts)
     select decided_at, $1::uuid, action, type, id, client_id, facts from (
       select decided_at, case fate when 'approved' then 'deposit.approve' else 'deposit.reject' end as action, 'deposit' as type, id, client_id,
         case fate when 'approved' then jsonb_build_object('credited', to_char(amount / 100.0, 'FM999999990.00'), 'txid', case method when 'ethereum' then '0x' else '' end || lpad(replace(id::text, '-', ''), 64, '0'), 'output_index', '0') else '{}' end as facts
       from seed_deposit where decided_at is not null
       union all
       select decided_at, case fate when 'approved' then 'withdrawal.approve' else 'withdrawal.reject' end, 'withdrawal', id, client_id,
         case fate when 'approved' then jsonb_build_object('payout_reference', 'demo-' || id) else '{}' end
       from seed_withdrawal where fate in ('approved', 'rejected')
     ) as a order by decided_at`,
    'staffId',
  ],
  [
    // Version 1 of the canonical bytes, as ledger.canonical_entry recomputes them.
    `create temp table seed_entry on commit drop as
     select number, event, client_id, subject_id, actor_id, at, int2send(1::smallint) || int2send(1::smallint) || int8send((extract(epoch from at) * 1000)::bigint) || int8send(number) || int2send(event)
       || uuid_send(client_id) || uuid_send(subject_id) || uuid_send(actor_id) || int8send(0) || ${[1, 2, 3, 4].map(BYTES).join(' || ')} as canonical,
       array_remove(array[${[1, 2, 3, 4].map(MOVED('a')).join(', ')}], null) as accounts, array_remove(array[${[1, 2, 3, 4].map(MOVED('m')).join(', ')}], null) as amounts
     from seed_event e order by number`,
  ],
  [
    `create or replace function pg_temp.seed_linked() returns table (number bigint, link bytea) language plpgsql as $$
     declare
       v_entry record;
     begin
       link := ledger.link_at(1::smallint, (select min(s.number) - 1 from seed_entry s));
       for v_entry in select s.number, s.canonical from seed_entry s order by s.number loop
         number := v_entry.number;
         link := sha256(link || v_entry.canonical);
         return next;
       end loop;
     end $$`,
  ],
  [
    `insert into ledger.entry (book, number, event, client_id, subject_id, actor_id, at, schema_version, canonical, link, accounts, amounts)
     select 1, number, event, client_id, subject_id, actor_id, at, 1, canonical, link, accounts, amounts from seed_entry join pg_temp.seed_linked() using (number) order by number`,
  ],
  [
    `insert into ledger.house_delta (book, account, upto, amount)
     select 1, l.account, (select max(number) from seed_event), sum(l.amount) from seed_event e ${LINES} where l.account >= 10 and l.amount <> 0 group by l.account`,
  ],
  [
    'update ledger.head set number = (select max(number) from seed_event), at = greatest(at, (select max(at) from seed_event)) where book = 1',
  ],
];
