import { isStorageFull } from '../platform/database/pool.ts';
import type { Halt } from '../platform/halt.ts';

/** Nothing was changed; the same request may be sent again. */
export class LedgerBusy extends Error {
  override name = 'LedgerBusy';
}

/** Why no writes are accepted at the moment. Nothing was changed. */
export class LedgerHalted extends LedgerBusy {
  override name = 'LedgerHalted';
  readonly halt: Halt;

  constructor(halt: Halt, options?: ErrorOptions) {
    super(`no writes are taken: ${halt}`, options);
    this.halt = halt;
  }
}

/** The connection was lost during the commit and could not be replaced. A retry under the same key finds out what happened. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}

/** A decision that can't be written as rows. It fails alone, without the rest of its batch. */
export class Unwritable extends Error {
  override name = 'Unwritable';
}

export type Failure = 'repeat' | 'connection' | 'storage' | 'poison';

/** Serialization failure, deadlock, lock or statement timeout: the transaction is rolled back and may run again as it was. */
const REPEATABLE = new Set(['40001', '40P01', '55P03', '57014']);

/** What an error means for a batch. A connection that ends before COMMIT was sent has certainly rolled back. */
export function classify(error: unknown): Failure {
  if (error instanceof Unwritable) return 'poison';
  // The operating system's own errors carry a code as well, and EPIPE looks just like one of the database's.
  if (error instanceof Error && ('syscall' in error || 'errno' in error)) return 'connection';
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (REPEATABLE.has(code)) return 'repeat';
  if (isStorageFull(error)) return wentDown(error) ? 'connection' : 'storage';
  // Class 08: connection exceptions. 57P01 to 57P05: shutdown, crash, cannot connect now, dropped, idle session timeout.
  // 53300: too many connections. 25P03: idle in transaction timeout. No SQLSTATE at all: the socket itself.
  if (
    code === '' ||
    !/^[0-9A-Z]{5}$/.test(code) ||
    code.startsWith('08') ||
    code.startsWith('57P') ||
    code === '53300' ||
    code === '25P03'
  )
    return 'connection';
  return 'poison';
}

/** A server that goes down with an error (PANIC) leaves the outcome of a commit unknown. */
function wentDown(error: unknown): boolean {
  return error instanceof Error && 'severity' in error && error.severity !== 'ERROR';
}

/** The constraint that refused a row, if one did. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : undefined;
}
