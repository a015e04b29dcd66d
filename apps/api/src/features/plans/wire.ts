import type { PurchaseEffectWire, TermsWire } from '@clearbook/contracts/plans';
import { leverageByGroup, type PurchaseEffect, tenths } from '@clearbook/domain/plans';
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

export function wireEffect(effect: PurchaseEffect): PurchaseEffectWire {
  return effect.kind === 'package'
    ? { kind: 'package', before: wireTerms(effect.before), after: wireTerms(effect.after) }
    : {
        kind: 'signal_plan',
        percent_before: effect.percentBefore,
        percent_after: effect.percentAfter,
        unlimited_before: effect.unlimitedBefore?.toISOString() ?? null,
        unlimited_after: effect.unlimitedAfter?.toISOString() ?? null,
      };
}
