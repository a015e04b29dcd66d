import { normaliseReference } from './match.ts';

/** What a file says of a line. */
export type ReadLine = {
  readonly day: number;
  readonly amount: bigint;
  readonly reference: string;
  /** The bank's own name for it, or of a chain the transaction and output; null where the file has none. */
  readonly bankId: string | null;
};
export type Named<L> = L & { readonly likeness: string };

/** What was imported before, as far as it could be the same. */
export type KnownLine = Pick<ReadLine, 'bankId' | 'amount'> & { readonly likeness: string };

/**
 * Each line with what tells it from the others of its file: day, amount and reference, and which of those that share all three it is. A later file that covers
 * the same day counts them in the same order.
 */
export function withLikeness<L extends ReadLine>(lines: readonly L[]): Named<L>[] {
  const counted = new Map<string, number>();
  return lines.map((line) => {
    const content = `${line.day} ${line.amount} ${normaliseReference(line.reference)}`;
    const nth = (counted.get(content) ?? 0) + 1;
    counted.set(content, nth);
    return { ...line, likeness: `${content} ${nth}` };
  });
}

/** Lines that no earlier file had. Two that both have a bank's id are the same by that alone. */
export function newLines<L extends ReadLine>(lines: readonly Named<L>[], known: readonly KnownLine[]): Named<L>[] {
  const ids = new Set(known.flatMap(({ bankId }) => bankId ?? []));
  const alike = new Set(known.map(({ likeness }) => likeness));
  const alikeWithoutId = new Set(known.flatMap(({ bankId, likeness }) => (bankId === null ? [likeness] : [])));
  return lines.filter(({ bankId, likeness }) =>
    bankId === null ? !alike.has(likeness) : !ids.has(bankId) && !alikeWithoutId.has(likeness),
  );
}

/** The id of a line whose bank's id belongs to another amount already: one of its own, and the same whenever it is read. */
export function otherId({ bankId, amount }: Pick<ReadLine, 'amount'> & { readonly bankId: string }): string {
  return `${bankId} ${amount}`;
}

/** Lines with ids that tell them apart: one that has the id of another amount in an earlier file is kept under its own, and left for a person to match. */
export function toldApart<L extends ReadLine>(lines: readonly L[], known: readonly KnownLine[]): L[] {
  const amounts = new Map(known.map(({ bankId, amount }) => [bankId, amount]));
  return lines.map((line) => {
    const { bankId, amount } = line;
    const other = bankId !== null && (amounts.get(bankId) ?? amount) !== amount;
    return other ? { ...line, bankId: otherId({ bankId, amount }) } : line;
  });
}
