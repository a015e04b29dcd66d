import {
  CLASS_RULES,
  conversionPair,
  standardFinancing,
  INSTRUMENTS,
  type Instrument,
  tripleWeekday,
} from '@clearbook/domain/market';
import { INTEREST_BPS, LOAN_LEVELS } from '@clearbook/domain/loan-terms';
import { centsToDecimal } from '@clearbook/domain/money';
import { NO_PACKAGE } from '@clearbook/domain/positions';
import { exactPrice } from '@clearbook/domain/price';
import { declared, type Row } from '../fields.ts';
import type { ArchiveFile, Source } from '../file.ts';
import { readBatches } from '../snapshot.ts';

/** What was sold and charged: packages never change, their terms of sale and a fee say from when they hold. */
const STORED = `
  select kind, key, "from", until, value from (
    select 1 as place, 'account' as kind, 'start' as key, p.opened_at as "from", null::timestamptz as until,
      jsonb_build_object('markup', ${NO_PACKAGE.markup}, 'leverage_ceiling', ${NO_PACKAGE.leverageCeiling}) as value from ledger.party p where p.id = $1
    union all select 2, 'account', o.id::text, o.at, null, jsonb_build_object('markup', o.markup_after, 'leverage_ceiling', o.ceiling_after)
      from ledger.purchase o where o.client_id = $1 and o.kind = 'package'
    union all select 3, 'package', k.id, k.at, null, jsonb_build_object('name', k.name, 'price', k.price::text, 'markup', k.markup, 'leverage_ceiling', k.leverage_ceiling)
      from ledger.package k
    union all select 4, 'signal_plan', s.id, null, null, jsonb_build_object('name', s.name, 'price', s.price::text, 'boost', s.boost, 'days', s.days) from ledger.signal_plan s
    union all select 5, 'withdrawal_fee', c.id::text, c.applies_from, c.ended_at,
        jsonb_build_object('fee_bps', (p.command ->> 'feeBps')::int, 'minimum', p.command ->> 'minimum')
      from ledger.site_change c join ledger.proposal p on p.id = c.proposal_id where c.kind = 'set_fees'
    union all select 6, 'withdrawal_fee', 'now', s.fee_from, null, jsonb_build_object('fee_bps', s.withdrawal_fee_bps, 'minimum', s.miniwithdrawal_cents::text) from app.settings s
    union all select 7, 'withdrawal_fee', 'before', null, s.fee_from, jsonb_build_object('fee_bps', s.fee_before_bps, 'minimum', s.miniwithdrawal_cents::text)
      from app.settings s where s.fee_from is not null
    union all select 8, v.item || '_sale', v.key, v.effective_at, lead(v.effective_at) over (partition by v.item, v.key order by v.effective_at, v.number),
        jsonb_strip_nulls(jsonb_build_object('state', v.value -> 'state', 'price', ((v.value ->> 'price')::numeric * 100)::bigint::text))
      from ledger.config_version v where v.item in ('package', 'signal_plan')
    union all select 9, 'financing', v.key, v.effective_at, lead(v.effective_at) over (partition by v.key order by v.effective_at, v.number),
        jsonb_strip_nulls(jsonb_build_object('buy_bps', ((v.value ->> 'buy')::numeric * 100)::int, 'sell_bps', ((v.value ->> 'sell')::numeric * 100)::int))
      from ledger.config_version v where v.item = 'financing'
    union all select 10, 'spread', v.key, v.effective_at, lead(v.effective_at) over (partition by v.key order by v.effective_at, v.number),
        jsonb_build_object('added', coalesce(v.value ->> 'added', '0'))
      from ledger.config_version v where v.item = 'spread') as t order by place, "from", key`;

async function* terms(source: Source): AsyncGenerator<Row> {
  for (const of of INSTRUMENTS) yield { kind: 'instrument', key: of.symbol, from: null, until: null, value: wire(of) };
  for (const { level, amount, termDays } of LOAN_LEVELS)
    yield {
      kind: 'loan_level',
      key: String(level),
      from: null,
      until: null,
      value: { amount: centsToDecimal(amount), term_days: termDays, interest_bps: Number(INTEREST_BPS) },
    };
  for await (const batch of readBatches(source, STORED))
    for (const row of batch) yield { ...row, value: inDollars(row['value'] as Row) };
}

function inDollars({ price, minimum, ...value }: Row): Row {
  return {
    ...value,
    ...(price !== undefined && { price: centsToDecimal(BigInt(price as string | number)) }),
    ...(minimum !== undefined && { minimum: centsToDecimal(BigInt(minimum as string | number)) }),
  };
}

function wire(of: Instrument): Row {
  const { buy, sell } = standardFinancing(of);
  // What a night is worked out on: the base in dollars. What a result is in: the quote currency.
  const [financing, result] = [conversionPair(of.base), conversionPair(of.quote)];
  return {
    name: of.name,
    class: of.class,
    base: of.base,
    quote: of.quote,
    digits: of.digits,
    pip: exactPrice(of.pip),
    lot_size: of.lotSize.toString(),
    lot_step: centsToDecimal(of.lotStep),
    leverage_cap: of.leverageCap,
    base_spread: of.baseSpread,
    buy_bps: buy,
    sell_bps: sell,
    triple_weekday: tripleWeekday(of) ?? null,
    financing_converter: financing?.symbol ?? null,
    financing_inverse: financing?.inverse ?? null,
    converter: result?.symbol ?? null,
    converter_inverse: result?.inverse ?? null,
    stale_limit_ms: CLASS_RULES[of.class].staleLimitMs,
  };
}

export const TERMS_FILES: readonly ArchiveFile[] = [
  {
    name: 'terms',
    about: 'Something that held, by kind and key: what it says is in value.',
    tables: [],
    fields: declared('kind text, key text, from time?, until time?, value object'),
    rows: terms,
  },
];
