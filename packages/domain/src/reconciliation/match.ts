/** Lines and movements of one account: what a bank or a chain says, and what the books say. Amounts are signed: what came in is positive. */
export type StatementLine = {
  readonly id: string;
  /** Days since 1970, in UTC. */
  readonly day: number;
  /** Cents, or for a coin units of 1e-8. */
  readonly amount: bigint;
  readonly reference: string;
  readonly txid: string | null;
  readonly output: number | null;
};

export type MovementKind = 'deposit' | 'withdrawal' | 'return';

export type Movement = {
  readonly kind: MovementKind;
  readonly id: string;
  readonly day: number;
  /** Null where the books don't know how many coins it was; then the sign is all that is known. */
  readonly amount: bigint | null;
  readonly incoming: boolean;
  readonly references: readonly string[];
  readonly txid: string | null;
  readonly output: number | null;
};

export type MatchRule = 'txid' | 'reference' | 'amount';
export type Match = {
  readonly lineId: string;
  readonly kind: MovementKind;
  readonly recordId: string;
  readonly how: MatchRule;
};

/** How many days a line and a movement that have nothing but their amount in common may be apart. */
export const WINDOW_DAYS = 5;
/** A shorter reference says too little. */
const REFERENCE_LEAST = 4;
/** Words of a line that may be one reference together. */
const WORDS_MOST = 4;

type Rule = {
  readonly how: MatchRule;
  readonly lineKeys: (line: StatementLine) => readonly string[];
  readonly movementKeys: (movement: Movement) => readonly string[];
  readonly fits: (line: StatementLine, movement: Movement) => boolean;
};

/**
 * Which line is which movement. The strongest rule goes first, and each pairs only what it can't confuse: a line that fits one movement alone, which fits
 * that line alone. All else is left to people. The order of what is given changes nothing.
 */
export function matchLines(lines: readonly StatementLine[], movements: readonly Movement[]): Match[] {
  const matches: Match[] = [];
  let left = { lines, movements };
  // What one round pairs may leave another line with a single movement that it fits.
  for (let before = -1; before < matches.length;) {
    before = matches.length;
    for (const rule of RULES) left = pairBy(rule, left, matches);
  }
  return matches;
}

type Open = { readonly lines: readonly StatementLine[]; readonly movements: readonly Movement[] };

function pairBy(rule: Rule, { lines, movements }: Open, matches: Match[]): Open {
  const pairs = unconfused(rule, lines, movements);
  for (const [line, movement] of pairs)
    matches.push({ lineId: line.id, kind: movement.kind, recordId: movement.id, how: rule.how });
  const taken = new Set(pairs.values());
  return {
    lines: lines.filter((line) => !pairs.has(line)),
    movements: movements.filter((movement) => !taken.has(movement)),
  };
}

const RULES: readonly Rule[] = [
  {
    how: 'txid',
    lineKeys: ({ txid }) => (txid === null ? [] : [txid]),
    movementKeys: ({ txid }) => (txid === null ? [] : [txid]),
    fits: (line, movement) =>
      sameWay(line, movement) &&
      (movement.amount === null || movement.amount === line.amount) &&
      (line.output === null || movement.output === null || line.output === movement.output),
  },
  {
    how: 'reference',
    lineKeys: ({ reference }) => [...wordsOf(reference)],
    movementKeys: ({ references }) =>
      references.map(normaliseReference).filter(({ length }) => length >= REFERENCE_LEAST),
    fits: (line, movement) => movement.amount === line.amount,
  },
  {
    how: 'amount',
    lineKeys: ({ amount }) => [String(amount)],
    movementKeys: ({ amount }) => (amount === null ? [] : [String(amount)]),
    fits: (line, movement) =>
      // What names two different payments is not one.
      (line.txid === null || movement.txid === null) && Math.abs(line.day - movement.day) <= WINDOW_DAYS,
  },
];

function sameWay({ amount }: StatementLine, { incoming }: Movement): boolean {
  return amount > 0n === incoming;
}

/** Letters and digits alone: banks change case, and cut references up with blanks and dashes. */
export function normaliseReference(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Every reference that a line's text may hold: its words, and a few of them together. */
function wordsOf(text: string): Set<string> {
  const words = text
    .split(/[\s,;:/|+]+/u)
    .map(normaliseReference)
    .filter((word) => word !== '');
  const found = new Set<string>();
  for (let from = 0; from < words.length; from += 1) {
    let joined = '';
    for (const word of words.slice(from, from + WORDS_MOST)) {
      joined += word;
      if (joined.length >= REFERENCE_LEAST) found.add(joined);
    }
  }
  return found;
}

/** Pairs of which neither side fits anything else. */
function unconfused(
  rule: Rule,
  lines: readonly StatementLine[],
  movements: readonly Movement[],
): Map<StatementLine, Movement> {
  const byKey = new Map<string, Movement[]>();
  for (const movement of movements)
    for (const key of new Set(rule.movementKeys(movement))) {
      const listed = byKey.get(key);
      if (listed === undefined) byKey.set(key, [movement]);
      else listed.push(movement);
    }
  const only = new Map<StatementLine, Movement>();
  const lineCount = new Map<Movement, number>();
  for (const line of lines) {
    const fitting = new Set<Movement>();
    for (const key of rule.lineKeys(line))
      for (const movement of byKey.get(key) ?? []) if (rule.fits(line, movement)) fitting.add(movement);
    for (const movement of fitting) lineCount.set(movement, (lineCount.get(movement) ?? 0) + 1);
    const [first] = fitting;
    if (first !== undefined && fitting.size === 1) only.set(line, first);
  }
  for (const [line, movement] of only) if (lineCount.get(movement) !== 1) only.delete(line);
  return only;
}
