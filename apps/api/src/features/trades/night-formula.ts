import { conversionPair, type Instrument } from '@clearbook/domain/market';
import { formatUsd } from '@clearbook/domain/money';
import { type FormulaQuote, midText } from './price-formula.ts';
import { lotsText } from './wire.ts';

export type FormulaNight = {
  readonly lots: bigint;
  readonly nights: number;
  /** A year. */
  readonly percent: string;
  /** What turned its base into dollars. */
  readonly converter: FormulaQuote;
  /** What the charge comes to, in millionths of a cent, and what was taken for it. */
  readonly cost: bigint;
  readonly amount: bigint;
  /** The same of all charges before it. */
  readonly before: { readonly accrued: bigint; readonly taken: bigint };
};

/** How a charge comes about: what it accrues, to the millionth of a cent, and what that makes with what was carried forward (T47). */
export function nightFormula(of: Instrument, night: FormulaNight): string {
  const { lots, nights, percent, converter, cost, amount, before } = night;
  const size = `${lotsText(lots)} lots × ${of.lotSize}${midOf(of, converter)}`;
  const accrued = `${size} × ${percent} % ÷ 365 × ${nights} ${nights === 1 ? 'night' : 'nights'} = ${dollars(cost)}`;
  const carried = before.accrued - before.taken * MICROS;
  if (carried === 0n) return `${accrued}; taken, in whole cents: ${formatUsd(amount)}`;
  const sign = carried < 0n ? '−' : '+';
  return `${accrued}; ${sign} ${dollars(carried < 0n ? -carried : carried)} carried forward; taken, in whole cents: ${formatUsd(amount)}`;
}

const MICROS = 1_000_000n;
const DECIMALS = 8;

/** Millionths of a cent as dollars, every decimal of them. */
function dollars(micros: bigint): string {
  const scale = 10n ** BigInt(DECIMALS);
  return `$${micros / scale}.${(micros % scale).toString().padStart(DECIMALS, '0')}`;
}

function midOf(of: Instrument, converter: FormulaQuote): string {
  const pair = conversionPair(of.base);
  if (pair === undefined) return '';
  return ` ${pair.inverse ? '÷' : '×'} mid ${midText(converter.feed, 0)} of ${converter.symbol}`;
}
