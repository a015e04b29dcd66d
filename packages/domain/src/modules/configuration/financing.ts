import { type FinancingRates, type Instrument, standardFinancing } from '../../market/index.ts';
import { CONFIGURABLE, hundredths } from './items.ts';
import type { Version } from './model.ts';

/**
 * What holding an instrument overnight costs at an instant, by what two people set for it. `versions` are all that there are of it, the last to take effect
 * first, and of two at the same moment the newer one. Each is approved a week before it takes effect, so that what is known of an instant never changes.
 */
export function financingAt(
  of: Instrument,
  versions: readonly Pick<Version, 'value' | 'effectiveAt'>[],
  at: Date,
): FinancingRates {
  const standard = standardFinancing(of);
  const last = versions.find(({ effectiveAt }) => effectiveAt <= at);
  if (last === undefined) return standard;
  const { buy, sell } = CONFIGURABLE.financing.read(last.value);
  return { buy: basisPoints(buy) ?? standard.buy, sell: basisPoints(sell) ?? standard.sell };
}

function basisPoints(percent: string | null): number | undefined {
  return percent === null ? undefined : Number(hundredths(percent));
}
