import type { Cents } from '../../money/index.ts';

/** What one member of staff can release alone on one UTC day: in total, and to one client. */
export type ReleaseLimits = { readonly day: Cents; readonly client: Cents };

export const DEFAULT_RELEASE_LIMITS: ReleaseLimits = { day: 2_500_000n, client: 1_000_000n };
export const MAX_RELEASE_LIMITS: ReleaseLimits = { day: 100_000_000n, client: 25_000_000n };

/** One sum that a member of staff released alone. */
export type Released = {
  readonly staffId: string;
  readonly clientId: string;
  readonly amount: Cents;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
};

/** What a release is measured by, read under the lock. */
export type Releases = {
  readonly live: boolean;
  readonly limits: ReleaseLimits;
  /** The day of the books' latest entry: no later entry is dated earlier, whatever a server's clock says. */
  readonly day: string;
  readonly alone: readonly Released[];
};

/** Demo mode: one person may do everything. */
export function unlimitedReleases(): Releases {
  return { live: false, limits: DEFAULT_RELEASE_LIMITS, day: '', alone: [] };
}
