import type { Instrument } from '@clearbook/contracts';
import { lots as lotsRule } from '@clearbook/contracts/trading';
import type { Price } from '@clearbook/domain/market';
import { centsText, divideUp, toUnits } from '../../../lib/decimal.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { figuresFor } from './preview.ts';

/** The ways to say how much: lots, units of the asset, or what they are worth in dollars. What is sent is lots. */
export const SIZE_UNITS = ['lots', 'units', 'usd'] as const;
export type SizeUnit = (typeof SIZE_UNITS)[number];

const DIGITS = /^\d{1,13}(?:\.\d{1,10})?$/;
/** A thousand lots, in hundredths: its value loses nothing in the rounding of a cent. */
const SAMPLE = 100_000n;

/** Hundredths of a lot; null where the field for lots would refuse them. */
export function hundredths(text: string): bigint | null {
  return lotsRule.safeParse(text.trim()).success ? toUnits(text.trim(), 2) : null;
}

/**
 * The lots that were meant, never more than was typed: units and dollars are cut down to a whole step of 0.01 lots. What cannot be read
 * is handed on as it was typed, for the field's own rules to refuse; empty while a quote that it takes is missing.
 */
export function lotsFor(of: Instrument, unit: SizeUnit, typed: string, at: Price | null, quotes: Quotes): string {
  const text = typed.trim();
  if (unit === 'lots' || !DIGITS.test(text)) return text;
  if (unit === 'units') return centsText((toUnits(text, 10) * 100n) / (BigInt(of.lot_size) * 10n ** 10n));
  const cents = toUnits(text, 10) / 10n ** 8n;
  const value = (lots: bigint) => figuresFor(of, { lots, amount: null, price: at }, quotes)?.notional;
  const sample = value(SAMPLE);
  if (sample === undefined || sample === 0n) return '';
  // In proportion but for the cent that a value is rounded to: the guess is at most one step off.
  let lots = (cents * SAMPLE) / sample + 1n;
  while (lots > 0n && (value(lots) ?? 0n) > cents) lots -= 1n;
  return centsText(lots);
}

/** The same lots in another way; empty for what cannot be read or told. */
export function sizeIn(of: Instrument, unit: SizeUnit, lots: string, at: Price | null, quotes: Quotes): string {
  if (unit === 'lots') return lots;
  const size = hundredths(lots);
  if (size === null) return '';
  if (unit === 'units') return centsText(size * BigInt(of.lot_size)).replace(/\.?0+$/, '');
  const value = figuresFor(of, { lots: size, amount: null, price: at }, quotes)?.notional;
  return value === undefined ? '' : centsText(value);
}

/** What is put up beyond the required margin, in percent of it. The first one is for a price that moves between click and fill. */
export const SAFETY_MARGINS = [0, 25, 50, 100] as const;
export type SafetyMargin = (typeof SAFETY_MARGINS)[number];
const CUSHION = 1n;

/** Collateral that follows a size: the largest margin of its prices, a hundredth of it, and the safety margin; up to the cent. Null while a quote is missing. */
export function collateralFor(
  of: Instrument,
  lots: bigint,
  prices: readonly (Price | null)[],
  safety: SafetyMargin,
  quotes: Quotes,
): bigint | null {
  const margins = prices.map((price) => figuresFor(of, { lots, amount: null, price }, quotes)?.requiredMargin);
  let most = 0n;
  for (const margin of margins) {
    if (margin === undefined) return null;
    if (margin > most) most = margin;
  }
  return divideUp(most * (100n + CUSHION + BigInt(safety)), 100n);
}

/** The most lots whose collateral, cushion and safety margin included, is not more than this sum; null while a quote is missing. */
export function lotsWithin(
  of: Instrument,
  cents: bigint,
  prices: readonly (Price | null)[],
  safety: SafetyMargin,
  quotes: Quotes,
): bigint | null {
  const need = (lots: bigint) => collateralFor(of, lots, prices, safety, quotes);
  const sample = need(SAMPLE);
  if (sample === null || sample === 0n) return null;
  let lots = (cents * SAMPLE) / sample + 1n;
  if (lots > LOTS_MOST) lots = LOTS_MOST;
  while (lots > 0n && (need(lots) ?? 0n) > cents) lots -= 1n;
  return lots;
}
const LOTS_MOST = 99_999_999n;
