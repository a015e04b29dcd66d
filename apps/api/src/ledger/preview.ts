import {
  PARTIES,
  type Command,
  type Context,
  decide,
  lockSet,
  type OutcomeOf,
  type Party,
  type State,
} from '@clearbook/domain/ledger';
import type pg from 'pg';
import { readBatch } from './read-batch.ts';
import { requestKey } from './request-key.ts';

/** An order that hasn't been placed. */
export type Previewed = Extract<Command, { kind: 'open_trade' | 'place_order' }>;

/** Its decision, its client, and the prices used. */
export type Preview = {
  readonly outcome: OutcomeOf<Previewed['kind']>;
  readonly party: Party;
  readonly context: Context;
};

/** Callers can't send a key with a blank, so there is never an answer under this one. */
const NO_KEY = requestKey('a preview');

/** Decides a command as if it came now, and writes nothing. */
export async function previewCommand(
  pool: pg.Pool,
  book: number,
  context: () => Context,
  command: Previewed,
): Promise<Preview> {
  const state = await readState(pool, book, command);
  const now = context();
  const { outcome } = decide(state, command, now);
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined) throw new Error('a preview for somebody without books');
  return { outcome, party, context: now };
}

async function readState(pool: pg.Pool, book: number, command: Previewed): Promise<State> {
  const client = await pool.connect();
  let failed = true;
  try {
    // Sent together: the client's row stays locked no longer than the statement takes.
    const [, { state }] = await Promise.all([
      client.query('begin'),
      readBatch(client, book, [{ actorId: command.clientId, key: NO_KEY, locks: lockSet(command) }]),
      client.query('rollback'),
    ]);
    failed = false;
    return state;
  } finally {
    client.release(failed);
  }
}
