import { placeOrderBody } from '@clearbook/contracts/trading';
import { orderWords as words } from '@clearbook/contracts/words/orders';
import { STORED } from '../../../app/storage-names.ts';
import { useStored } from '../../../lib/stored.ts';

/** How far a price may move between the click and the fill. An empty value: as far as it likes. */
export type Deviation = { readonly unit: 'percent' | 'points'; readonly value: string };

/** Wide enough for a price that ticks on, and narrow enough for one that has gone away. */
export const DEFAULT_DEVIATION: Deviation = { unit: 'percent', value: '0.5' };

export const NO_DEVIATION: Deviation = { unit: 'percent', value: '' };

/** Anything that this page did not write itself counts as the default. */
export function readDeviation(text: string): Deviation {
  try {
    const { unit, value } = JSON.parse(text) as Partial<Deviation>;
    if ((unit !== 'percent' && unit !== 'points') || typeof value !== 'string') return DEFAULT_DEVIATION;
    return value === '' || deviationError({ unit, value }) === null ? { unit, value } : DEFAULT_DEVIATION;
  } catch {
    return DEFAULT_DEVIATION;
  }
}

export function useDeviation(): [Deviation, (next: Deviation) => void] {
  const [text, set] = useStored(STORED.deviation, '');
  return [readDeviation(text), (next) => set(JSON.stringify(next))];
}

type Sent = { expected_price: string; max_deviation: string; max_deviation_unit: Deviation['unit'] };

/** What an order says of it: nothing where no limit is wanted, or while no price has been seen. */
export function deviationOf({ unit, value }: Deviation, seen: string | undefined): Sent | Record<string, never> {
  const most = value.trim();
  return most === '' || seen === undefined
    ? {}
    : { expected_price: seen, max_deviation: most, max_deviation_unit: unit };
}

/** "0.5%" or "10 points"; empty without a limit. */
export function deviationText({ unit, value }: Deviation): string {
  const most = value.trim();
  return most === '' ? '' : words.deviationText(most, unit);
}

const SAMPLE = { symbol: 'BTC', side: 'buy', lots: '1', amount: '1', type: 'market' } as const;

/** What the order's own schema says of it; null where it is well. */
export function deviationError(deviation: Deviation): string | null {
  const read = placeOrderBody.safeParse({ ...SAMPLE, ...deviationOf(deviation, '1') });
  return read.success ? null : (read.error.issues[0]?.message ?? null);
}
