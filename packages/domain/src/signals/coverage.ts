import { INSTRUMENTS, type Symbol } from '../market/index.ts';

/** What a client sees signals for before choosing. */
export const FIRST_COVERAGE: readonly Symbol[] = ['EURUSD'];

/** A client's choice, in its order, and the UTC day ("2026-11-21") on which an instrument was last given up for another. Undefined: never chosen. */
export type CoverageChoice = { readonly symbols: readonly Symbol[]; readonly changedOn: string | null };

/** The instruments that the client sees signals for: the first of the chosen, and all of them where the strength covers all. */
export function covered(choice: CoverageChoice | undefined, allowed: number): readonly Symbol[] {
  if (allowed >= INSTRUMENTS.length) return INSTRUMENTS.map((of) => of.symbol);
  return kept(choice, allowed);
}

function kept(choice: CoverageChoice | undefined, allowed: number): readonly Symbol[] {
  return (choice?.symbols ?? FIRST_COVERAGE).slice(0, allowed);
}

export type CoverageResult =
  | { readonly ok: true; readonly choice: CoverageChoice }
  | { readonly ok: false; readonly code: 'signals.twice' | 'signals.too_many' | 'signals.changed_today' };

/**
 * Another choice. Free places are filled at any time; giving up a covered instrument is possible once a UTC day, so that a small coverage cannot
 * be walked through the whole list. The first choice of all gives nothing up.
 */
export function chooseCoverage(
  before: CoverageChoice | undefined,
  wanted: readonly Symbol[],
  allowed: number,
  today: string,
): CoverageResult {
  const chosen = new Set(wanted);
  if (chosen.size !== wanted.length) return { ok: false, code: 'signals.twice' };
  if (wanted.length > allowed) return { ok: false, code: 'signals.too_many' };
  const givesUp = before !== undefined && kept(before, allowed).some((symbol) => !chosen.has(symbol));
  if (givesUp && before.changedOn === today) return { ok: false, code: 'signals.changed_today' };
  return { ok: true, choice: { symbols: wanted, changedOn: givesUp ? today : (before?.changedOn ?? null) } };
}
