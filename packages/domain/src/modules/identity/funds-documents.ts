/** As many documents of a source of funds as one client can send in all; the database counts as well. */
export const FUNDS_DOCUMENTS_MAX = 20;

/** How many more can be sent. */
export function fundsDocumentsLeft(sent: number): number {
  return Math.max(0, FUNDS_DOCUMENTS_MAX - sent);
}

/** What a submission adds, each with its number. A picture that was sent before, or twice in one submission, is no other document. */
export function addedFundsDocuments<K extends string>(
  before: readonly string[],
  sent: ReadonlyMap<K, string>,
): { readonly kind: K; readonly file: string; readonly number: number }[] {
  const known = new Set(before);
  return [...sent]
    .filter(([, file]) => !known.has(file) && known.add(file))
    .map(([kind, file], index) => ({ kind, file, number: before.length + 1 + index }));
}
