import { messages } from '@clearbook/contracts/messages';
import { usdToCents } from '@clearbook/contracts/money';
import type { ProposedCommand } from '@clearbook/domain/proposals';
import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { execute, needsTwo, propose } from '../books/index.ts';
import { findUser } from './clients.query.ts';
import type { ClientDeps } from './deps.ts';
import { found } from './found.ts';

/** The two manual entries: an adjustment, and a trade that is recorded without a quote. */
export function manualRoutes(register: Register, { ledger, pool, config }: ClientDeps): void {
  register('POST /admin/users/:id/trades', (request) => {
    const { params, body } = request;
    const { type: outcome, symbol, side } = body;
    const command = { kind: 'record_trade' as const, clientId: params.id, outcome, symbol, side, ...amountOf(body) };
    const message = outcome === 'profit' ? messages.manual.profitRecorded : messages.manual.lossRecorded;
    return byHand(command, body.reason, message, request);
  });

  register('POST /admin/users/:id/adjustments', (request) => {
    const { params, body } = request;
    const { direction } = body;
    const command = { kind: 'adjust' as const, clientId: params.id, direction, ...amountOf(body) };
    const message = direction === 'credit' ? messages.admin.creditDone : messages.admin.debitDone;
    return byHand(command, body.reason, message, request);
  });

  /** Recorded right away, or proposed if it takes two people. */
  async function byHand(command: ByHand, reason: string, message: string, request: Parameters<typeof propose>[2]) {
    found(await findUser(pool, command.clientId, request.now));
    if (needsTwo(config)) return proposed(await propose(ledger, { command, reason }, request));
    const done = await execute(ledger, { ...command, staffId: request.actor.userId, reason }, request);
    return { ...(await entryOf(pool, command.clientId, done.id)), proposal_id: null, message };
  }
}

/** The entry of an adjustment that was just written. */
async function entryOf(pool: Pool, clientId: string, id: string): Promise<{ id: string; entry_number: string }> {
  const { rows } = await pool.query<{ number: string }>(
    'select number from ledger.entry where client_id = $1 and subject_id = $2 order by number desc limit 1',
    [clientId, id],
  );
  return { id, entry_number: rows[0]?.number ?? '' };
}

type ByHand = Extract<ProposedCommand, { kind: 'adjust' | 'record_trade' }>;

/** How much, and the entry that it corrects. */
function amountOf({ amount, corrects }: { amount: string; corrects?: string | undefined }) {
  return { amount: usdToCents(amount), corrects: corrects === undefined ? null : BigInt(corrects) };
}

/** The reply to a proposal, which has no entry yet. */
function proposed(id: string) {
  return { id, entry_number: null, proposal_id: id, message: messages.proposal.made };
}
