import type { TypedTarget } from './targets.ts';

/** Rows of which nothing is filled in are none. */
export function targetsOf(typed: readonly TypedTarget[]): { price: string; lots: string }[] {
  return typed.filter(isFilled).map(({ price, lots }) => ({ price: price.trim(), lots: lots.trim() }));
}

function isFilled({ price, lots }: TypedTarget): boolean {
  return price.trim() !== '' || lots.trim() !== '';
}

/** What is wrong with the row at `index`: what is said counts the rows that are sent, and no empty one before it. */
export function targetErrors<T>(
  errors: Partial<Record<string, T>>,
  typed: readonly TypedTarget[],
  index: number,
): { price?: T | undefined; lots?: T | undefined } {
  const row = typed[index];
  if (row === undefined || !isFilled(row)) return {};
  const name = `targets.${typed.slice(0, index).filter(isFilled).length}`;
  return { price: errors[`${name}.price`] ?? errors[name], lots: errors[`${name}.lots`] };
}
