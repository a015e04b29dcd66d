/**
 * An expected refusal to start or to run a command: its message is one plain sentence for the operator, which says what to do.
 * Whoever catches it prints the message and no stack.
 */
export class PlainError extends Error {
  override name = 'PlainError';
}

/** Text for the operator: the sentence of an expected refusal, the whole stack of a defect. */
export function explain(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
