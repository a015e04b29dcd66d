/** What was changed, to go back and forth in: the newest change last, and what was taken back, the last one first to return. */
export type Steps<T> = { readonly past: readonly T[]; readonly future: readonly T[] };

export const NO_STEPS: Steps<never> = { past: [], future: [] };
/** Further back nobody goes, and it is kept in memory. */
const MOST = 50;

/** A change was made to what stood before. What had been taken back is gone. */
export function changed<T>({ past }: Steps<T>, before: T): Steps<T> {
  return { past: [...past, before].slice(-MOST), future: [] };
}

/** A step back, and what stands then; null at the beginning. */
export function undone<T>({ past, future }: Steps<T>, now: T): { steps: Steps<T>; value: T } | null {
  const value = past.at(-1);
  return value === undefined ? null : { steps: { past: past.slice(0, -1), future: [now, ...future] }, value };
}

/** The step that was last taken back is made again; null where there is none. */
export function redone<T>({ past, future }: Steps<T>, now: T): { steps: Steps<T>; value: T } | null {
  const [value, ...rest] = future;
  return value === undefined ? null : { steps: { past: [...past, now], future: rest }, value };
}
