import { CONFIGURABLE, tenths } from './items.ts';
import type { Version } from './model.ts';

/**
 * What is added to the spread of an instrument's prices at an instant, in tenths of a pip or of a basis point, by what two people set for it. `versions` are
 * all that there are of it, the last to take effect first, and of two at the same moment the newer one. Each is approved a week before it takes effect, so
 * that what is known of an instant never changes.
 */
export function addedSpreadAt(versions: readonly Pick<Version, 'value' | 'effectiveAt'>[], at: Date): number {
  const last = versions.find(({ effectiveAt }) => effectiveAt <= at);
  if (last === undefined) return 0;
  const { added } = CONFIGURABLE.spread.read(last.value);
  return added === null ? 0 : tenths(added);
}
