/** `note` is worth knowing and true of many honest clients. The other two are flags. */
export const SEVERITIES = ['serious', 'look', 'note'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A record that a signal is about: of another client, or an earlier one of the same. `what`: where it may be another kind than what is decided. */
export type Related = {
  readonly clientId: string;
  readonly recordId: string | null;
  readonly at: Date;
  readonly what?: 'deposit' | 'verification';
};

/** What is said about these records, the oldest first, and since when it has been on record. */
export function on(related: readonly Related[]): { readonly since: Date; readonly related: readonly Related[] } {
  const oldest = related.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  const [first] = oldest;
  if (first === undefined) throw new Error('a signal about records is about none');
  return {
    since: first.at,
    related: oldest.map(({ clientId, recordId, at, what }) => ({ clientId, recordId, at, ...(what && { what }) })),
  };
}
