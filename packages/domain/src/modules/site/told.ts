import type { Change } from '../../kernel/decision.ts';
import { centsToDecimal } from '../../money/index.ts';
import type { SetFees, SetWallets } from './acts.ts';

const NOUNS = { set_wallets: 'wallets', set_fees: 'fees' } as const;

/** Every member of staff hears who proposed, or approved, which addresses or fees. */
export function staffTold(
  act: SetWallets | SetFees,
  stage: 'proposed' | 'approved',
  { staffId, proposedBy = null, from }: { staffId: string; proposedBy?: string | null; from?: Date },
): Change {
  return {
    kind: 'staff_told',
    template: `${NOUNS[act.kind]}-${stage}`,
    values: { ...valuesOf(act), ...(from && { from: from.toISOString().slice(0, 16).replace('T', ' ') }) },
    by: staffId,
    proposedBy,
  };
}

function valuesOf(act: SetWallets | SetFees): Record<string, string> {
  if (act.kind === 'set_fees') return { percent: percentOf(act.feeBps), minimum: centsToDecimal(act.minimum) };
  const { bitcoin, ethereum, usdt } = act;
  return { bitcoin, ethereum, usdt };
}

/** Basis points as the percent that staff type. */
export function percentOf(bps: number): string {
  return centsToDecimal(BigInt(bps));
}
