import { dollars } from './entry.ts';
import { Refused } from './refused.ts';
import { called } from './values.ts';
import type { Line } from './values.ts';

/** One thing that was checked: what it came to in figures, and each failure by the entry and the cent. */
export type Check = { readonly name: string; readonly text: string; readonly failures: readonly string[] };

export type Report = { readonly checks: readonly Check[]; readonly passed: boolean };

/** What a check finds while it goes on. */
export type Findings = {
  readonly fail: (failure: string) => void;
  /** Two counts, texts or times that must be the same. */
  readonly same: (what: string, given: unknown, expected: unknown) => void;
  /** Two sums in cents that must be the same. */
  readonly sum: (what: string, given: bigint, expected: bigint) => void;
  /** Goes on with the next line when one cannot be read. */
  readonly each: <T extends object>(lines: Iterable<T>, look: (line: T) => void) => void;
};

/** Runs one check. What it cannot read is one of its failures, and no end of the others. */
export function check(name: string, run: (findings: Findings) => string): Check {
  const failures: string[] = [];
  const fail = (failure: string): void => void failures.push(failure);
  const refused = (look: () => string | void, line?: Line): string | void => {
    try {
      return look();
    } catch (error) {
      // What no line of ours ever says, such as lots of nothing, cannot be divided by.
      if (error instanceof RangeError)
        fail(`What ${line ? called(line) : name} says cannot be calculated: ${error.message}.`);
      else if (error instanceof Refused) fail(error.message);
      else throw error;
      return undefined;
    }
  };
  const text = refused(() =>
    run({
      fail,
      same: (what, given, expected) => {
        if (given !== expected) fail(`${what} is ${String(given)}; it should be ${String(expected)}.`);
      },
      sum: (what, given, expected) => {
        if (given !== expected) {
          fail(
            `${what} is ${dollars(given)}; it should be ${dollars(expected)} (differs by ${dollars(given - expected)}).`,
          );
        }
      },
      each: (lines, look) => {
        for (const line of lines) refused(() => look(line), line as Line);
      },
    }),
  );
  return { name, text: text ?? 'could not be read', failures };
}

export function report(checks: readonly Check[]): Report {
  return { checks, passed: checks.every(({ failures }) => failures.length === 0) };
}
