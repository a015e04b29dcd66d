import type { Context, Decision } from '../../kernel/decision.ts';
import { type Read, rows } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { DOCUMENTED_FUNDS, STANDINGS } from './model.ts';
import { refuse } from './refusals.ts';

/** Says that a client showed where their money comes from, or that this no longer holds. Always takes two people, and raises or lowers what they can deposit. */
export type DocumentFunds = {
  readonly kind: 'document_funds';
  readonly staffId: string;
  readonly clientId: string;
  readonly documented: boolean;
  readonly reason: string;
};

/** What deciding it reads. */
export function fundsOf(clientId: string): Read[] {
  return [rows(DOCUMENTED_FUNDS, clientId), rows(STANDINGS, clientId)];
}

export function decideDocumentFunds(state: State, command: DocumentFunds, { now }: Context): Decision {
  const { clientId, staffId, documented, reason } = command;
  if (clientId === staffId) return refuse('decision.own_account');
  const before = state.of(DOCUMENTED_FUNDS).get(clientId);
  if ((before?.documented ?? false) === documented) return refuse('funds.unchanged');
  // Without an approved identity it would raise nothing.
  if (documented && state.of(STANDINGS).get(clientId)?.verified !== true) return refuse('funds.identity_first');
  const after = { clientId, documented, at: now };
  return {
    outcome: { ok: true, result: { id: clientId } },
    rows: [before === undefined ? created(DOCUMENTED_FUNDS, after) : changed(DOCUMENTED_FUNDS, before, after)],
    records: [
      {
        kind: 'audit',
        actorId: staffId,
        action: documented ? 'funds.document' : 'funds.take_back',
        subjectType: 'verification',
        subjectId: clientId,
        clientId,
        facts: {},
      },
    ],
    notifications: [
      {
        userId: clientId,
        template: documented ? 'funds-documented' : 'funds-undocumented',
        values: documented ? {} : { reason },
      },
    ],
    invalidates: [
      {
        clientId,
        topics: ['deposits', 'mailbox', 'users'],
        event: 'funds_documented',
        subjectId: clientId,
        staff: true,
      },
    ],
  };
}
