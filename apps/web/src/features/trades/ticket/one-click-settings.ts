import { isUsdAmount, usdToCents } from '@clearbook/contracts/money';
import { lots as lotsRule } from '@clearbook/contracts/trading';
import { STORED } from '../../../app/storage-names.ts';
import { useStored } from '../../../lib/stored.ts';

/** Kept on this device. `guard` null: off. */
export type OneClick = { guard: string | null; lots: Readonly<Record<string, string>> };
const OFF: OneClick = { guard: null, lots: {} };

/** Anything that this page did not write itself counts as off. */
export function readOneClick(text: string): OneClick {
  try {
    const { guard, lots } = JSON.parse(text) as Partial<OneClick>;
    const sizes = Object.entries(lots ?? {}).filter(([, size]) => lotsRule.safeParse(size).success);
    return {
      guard: typeof guard === 'string' && isUsdAmount(guard) && usdToCents(guard) > 0n ? guard : null,
      lots: Object.fromEntries(sizes),
    };
  } catch {
    return OFF;
  }
}

export function useOneClick(): [OneClick, (next: OneClick) => void] {
  const [text, set] = useStored(STORED.oneClick, '');
  return [readOneClick(text), (next) => set(JSON.stringify(next))];
}

/** What a click puts up: the required margin and a tenth more, so that a price that moves meanwhile does not refuse it. Never more than there is. */
export function collateralFor(requiredMargin: bigint, available: bigint): bigint {
  const wanted = (requiredMargin * 11n + 9n) / 10n;
  return wanted > available && requiredMargin <= available ? available : wanted;
}

/** Why a click has to ask first; null where it may trade right away. All in cents. */
export function asksFirst(worth: bigint, guard: bigint, owed: bigint): 'size' | 'loan' | null {
  if (owed > 0n) return 'loan';
  return worth > guard ? 'size' : null;
}
