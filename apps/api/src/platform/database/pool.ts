import pg from 'pg';
import type { Logger } from '../log.ts';

export const POOL_SIZE = 12;
export const CONNECT_TIMEOUT_MS = 5_000;
export const STATEMENT_TIMEOUT_MS = 15_000;
export const LOCK_TIMEOUT_MS = 10_000;
export const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const IDLE_CONNECTION_TIMEOUT_MS = 60_000;
export const IN_UTC = "set time zone 'UTC'";

/**
 * The server's connections. A connection that breaks (the database was restarted) is reported and replaced at the next
 * query; the query that it broke under throws an error for which isUnavailable is true. Statements that are asked of one connection without
 * waiting go out right away, in their order. Each connection is in UTC, whatever the database's own zone is: by its first statement, since a
 * startup option would be replaced by one in the address, and refused by some poolers.
 */
export function createPool(connectionString: string, log?: Logger, options: pg.PoolConfig = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    application_name: 'clearbook',
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    ...options,
  });
  // One that breaks in somebody's hands is told by the query that it broke under: an event that nobody hears would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.query(IN_UTC).catch(() => undefined);
  });
  pool.on('error', (error) => {
    if (!pool.ending) log?.warn({ error: error.message }, 'an idle database connection broke');
  });
  return pool;
}

const BROKEN_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/**
 * Server is stopping, has crashed or is starting (57P01 to 57P03), has no connection (53300) or memory (53200) left, or is a copy that
 * only reads (25006).
 */
const UNAVAILABLE_STATES = new Set(['57P01', '57P02', '57P03', '53300', '53200', '25006']);
/** The database (53100) or this machine has no space left. */
const STORAGE_FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const CLIENT_SIDE_BREAKS = /Connection terminated|timeout exceeded when trying to connect|not queryable/;

/** Whether the database is away for the moment: the answer to a request is then 503 with Retry-After, not a defect. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: string }).code ?? '';
  return (
    BROKEN_SOCKET.has(code) ||
    UNAVAILABLE_STATES.has(code) ||
    code.startsWith('08') ||
    CLIENT_SIDE_BREAKS.test(error.message)
  );
}

/** Whether there was no space left for what was to be written: nothing was changed. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && STORAGE_FULL.has((error as { code?: string }).code ?? '');
}
