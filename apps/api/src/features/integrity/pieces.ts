import type { Pool, PoolClient } from 'pg';
import { transaction } from '../../platform/transaction.ts';
import type { Finding } from './findings.ts';

/** A whole table may be read, so it may take longer than a statement of a request. */
const STATEMENT_MAX = '30min';
/** Rows that one check names at most: where more are wrong, these say enough. */
export const ROWS_AT_MOST = 1_000;

/** Reads as of one moment, and changes nothing. */
export function atOneMoment<T>(pool: Pool, read: (client: PoolClient) => Promise<T>): Promise<T> {
  return transaction(pool, async (client) => {
    await client.query(
      `set transaction isolation level repeatable read, read only; set local statement_timeout = '${STATEMENT_MAX}'`,
    );
    return read(client);
  });
}

/** PostgreSQL's classes for values that cannot be read as what they ought to be, such as a time without an end, and for storage that cannot be read at all. */
const UNREADABLE = /^(?:0A|22|XX)/;

export function isUnreadable(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && UNREADABLE.test(error.code);
}

/** Stopped at the end of its time, or by somebody who had to: it would be again. */
export function isTooLong(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014';
}

/**
 * A stretch of rows, from one number on and before another. Where a row cannot even be read, halves are tried until it is alone: a value that stops the check
 * must not hide itself or its neighbours.
 */
export async function inPieces(
  stretch: { readonly from: number; readonly upto: number },
  look: (from: number, upto: number) => Promise<Finding[]>,
  named: (place: number) => Pick<Finding, 'relation' | 'key'>,
  least = 1,
): Promise<Finding[]> {
  const { from, upto } = stretch;
  if (upto <= from) return [];
  try {
    return await look(from, upto);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    if (upto - from <= least) return [{ ...named(from), fault: `cannot be read (${error.code})` }];
    const middle = from + Math.ceil((upto - from) / 2 / least) * least;
    return [
      ...(await inPieces({ from, upto: middle }, look, named, least)),
      ...(await inPieces({ from: middle, upto }, look, named, least)),
    ];
  }
}
