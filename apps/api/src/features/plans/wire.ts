import type { TermsWire } from '@clearbook/contracts/plans';
import { leverageByGroup, tenths } from '@clearbook/domain/plans';
import type { Terms } from '@clearbook/domain/trading';

/** Terms in the units that people know: pips, basis points, N of N:1. */
export function wireTerms(of: Terms): TermsWire {
  const leverage = leverageByGroup(of);
  return {
    markup_pips: tenths(of.markup),
    markup_points: of.markup.toString(),
    leverage: {
      forex_major: leverage.forexMajor / 100,
      forex_other: leverage.forexOther / 100,
      stock: leverage.stock / 100,
      crypto: leverage.crypto / 100,
    },
  };
}
