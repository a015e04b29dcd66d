import { ACCOUNTS, type AnyDecision, type EntryDraft, EVENTS, recordRow } from '@clearbook/domain/ledger';
import type pg from 'pg';
import { arraysLiteral, type Column, literal, rowsLiteral } from '../platform/database/composite.ts';
import { notificationRow } from '../platform/mail/notification-draft.ts';
import type { Invalidation } from '../platform/realtime/invalidation.ts';
import { Unwritable } from './failures.ts';
import { BatchRows } from './batch-rows.ts';
import { isRequest } from './request-key.ts';

/** A command decided in this batch, with the answer to store under its key. */
export type Decided = {
  readonly actorId: string;
  readonly key: string;
  readonly requestHash: string;
  readonly decision: AnyDecision;
};

const COMMIT = {
  name: 'ledger-commit',
  text: 'select ledger.commit_batch($1, $2, $3, $4, $5, $6)',
};

/** The statement that writes a whole batch. The caller commits. @throws Unwritable if a decision holds a value that no row can */
export function commitStatement(
  book: number,
  batch: readonly Decided[],
  now: Date,
  newId: () => string,
): pg.QueryConfig {
  try {
    return statementOf(book, batch, now, newId);
  } catch (error) {
    throw new Unwritable('a decision cannot be written', { cause: error });
  }
}

function statementOf(book: number, batch: readonly Decided[], now: Date, newId: () => string): pg.QueryConfig {
  const rows = new BatchRows();
  const notifications: Column[][] = [];
  const entries: Column[][] = [];

  for (const decided of batch) {
    const { decision } = decided;
    for (const entry of [decision.entry, decision.also])
      if (entry !== undefined) entries.push(entryRow(entry, decided.actorId));
    for (const record of decision.records ?? []) rows.add(recordRow(record, now));
    for (const row of decision.rows ?? []) rows.add(row);
    for (const notification of decision.notifications ?? [])
      notifications.push(
        notificationRow({
          ...notification,
          id: newId(),
          subjectId: notification.subjectId ?? decision.invalidates?.[0]?.subjectId,
          at: now,
          // A login link appears in the email only.
          hidden: 'token' in notification.values,
          own: decided.actorId === notification.userId && isRequest(decided.key),
        }),
      );
  }

  return {
    ...COMMIT,
    values: [
      book,
      now,
      rowsLiteral(entries),
      rowsLiteral(
        batch.map(({ actorId, key, requestHash, decision }) => [actorId, key, requestHash, decision.outcome]),
      ),
      rows.literal(),
      arraysLiteral(
        [notifications.length === 0 ? undefined : notifications],
        bodyOf(batch.flatMap(({ decision }) => invalidationsOf(decision))),
      ),
    ],
  };
}

/** In the order of the type ledger.entry_draft. */
function entryRow({ event, clientId, subjectId, corrects, postings }: EntryDraft, actorId: string): Column[] {
  const accounts = literal(postings.map(({ account }) => ACCOUNTS[account]));
  const amounts = literal(postings.map(({ amount }) => amount));
  return [EVENTS[event], clientId, subjectId, actorId, corrects, accounts, amounts];
}

/** The row of app.invalidation, where there is one. */
function bodyOf(invalidations: readonly Invalidation[]): string | null {
  return invalidations.length === 0 ? null : JSON.stringify(invalidations);
}

/** What open pages should read again. Everyone who is told something has a new notification too. */
function invalidationsOf({ invalidates = [], notifications = [] }: AnyDecision): Invalidation[] {
  const told = new Set(notifications.map(({ userId }) => userId));
  const invalidations = invalidates.map((invalidation): Invalidation => {
    const topics = [...invalidation.topics] as Invalidation['t'];
    return {
      c: invalidation.clientId,
      t: invalidation.clientId !== null && told.delete(invalidation.clientId) ? [...topics, 'notifications'] : topics,
      e: invalidation.event,
      s: invalidation.subjectId,
      a: invalidation.staff,
    };
  });
  for (const userId of told)
    invalidations.push({ c: userId, t: ['notifications'], e: 'notification', s: null, a: false });
  return invalidations;
}
