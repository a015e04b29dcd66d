import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { minuteRoundedUp } from '../../periods/minutes.ts';
import { HOLD_CODES, isAutomatic, isEnd, runningOfStaff, runs, takesTwo } from './hold.ts';
import { type Hold, type HoldCode, HOLDS } from './model.ts';
import { refuse } from './refusals.ts';

export type PlaceHold = {
  readonly kind: 'place_hold';
  readonly staffId: string;
  readonly clientId: string;
  readonly holdId: string;
  readonly code: HoldCode;
  /** What the client can name when they ask about it: 1 to 120 characters. */
  readonly reference: string;
  readonly endsAt: Date;
};
export type RenewHold = {
  readonly kind: 'renew_hold';
  readonly staffId: string;
  readonly clientId: string;
  readonly holdId: string;
  readonly endsAt: Date;
};
export type LiftHold = {
  readonly kind: 'lift_hold';
  readonly staffId: string;
  readonly clientId: string;
  readonly holdId: string;
  readonly reason: string;
  /** Id under which the reason is kept, named by the audit entry. */
  readonly noteId: string;
};

/** @param people how many people decided it: two if one proposed it and another one approves */
export function decidePlaceHold(
  state: State,
  command: PlaceHold,
  { now }: Context,
  people: 1 | 2 = 1,
): Decision<Fields<'id' | 'until'>> {
  const { clientId, staffId, code, reference, endsAt } = command;
  if (clientId === staffId) return refuse('decision.own_account');
  const party = state.of(PARTIES).get(clientId);
  if (party === undefined || party.kind !== 'client' || party.status === 'closed') return refuse('user.not_found');
  if (!isEnd(endsAt, now)) return refuse('hold.end_range', 'ends_at');
  const running = runningOfStaff(state.of(HOLDS).values(), clientId, now);
  if (running !== undefined)
    return refuse('hold.one_at_a_time', undefined, {
      reference: running.reference,
      until: minuteRoundedUp(running.endsAt),
    });
  if (people === 1 && takesTwo(state.of(HOLDS).values(), clientId, now)) return refuse('hold.second_person');
  const after: Hold = {
    id: command.holdId,
    clientId,
    code,
    reference,
    placedBy: staffId,
    placedAt: now,
    setBy: staffId,
    setAt: now,
    endsAt,
    renewals: 0,
    liftedBy: null,
    liftedAt: null,
    liftNote: null,
  };
  return {
    outcome: { ok: true, result: { id: after.id, until: endsAt.toISOString() } },
    rows: [created(HOLDS, after)],
    records: [audit(after, staffId, 'hold.place', { until: endsAt.toISOString() })],
    ...told(after, 'hold-placed', { until: minuteRoundedUp(endsAt) }),
  };
}

/** A later end. Always by two people: one proposes it and another one approves. */
export function decideRenewHold(state: State, command: RenewHold, { now }: Context): Decision<Fields<'id' | 'until'>> {
  const found = runningHold(state, command, now);
  if (!found.ok) return found.refusal;
  const { hold } = found;
  if (isAutomatic(hold)) return refuse('hold.automatic');
  if (!isEnd(command.endsAt, now)) return refuse('hold.end_range', 'ends_at');
  if (command.endsAt <= hold.endsAt)
    return refuse('hold.not_later', 'ends_at', { until: minuteRoundedUp(hold.endsAt) });
  const after: Hold = {
    ...hold,
    setBy: command.staffId,
    setAt: now,
    endsAt: command.endsAt,
    renewals: hold.renewals + 1,
  };
  return {
    outcome: { ok: true, result: { id: hold.id, until: after.endsAt.toISOString() } },
    rows: [changed(HOLDS, hold, after)],
    records: [
      audit(after, command.staffId, 'hold.renew', {
        before: hold.endsAt.toISOString(),
        until: after.endsAt.toISOString(),
      }),
    ],
    ...told(after, 'hold-renewed', { until: minuteRoundedUp(after.endsAt) }),
  };
}

/** Right away, by any member of staff. */
export function decideLiftHold(state: State, command: LiftHold, { now }: Context): Decision {
  const found = runningHold(state, command, now);
  if (!found.ok) return found.refusal;
  const after: Hold = { ...found.hold, liftedBy: command.staffId, liftedAt: now, liftNote: command.noteId };
  return {
    outcome: { ok: true, result: { id: after.id } },
    rows: [changed(HOLDS, found.hold, after)],
    records: [
      {
        kind: 'note',
        subjectId: command.noteId,
        note: 'reason',
        clientId: after.clientId,
        body: { text: command.reason },
      },
      audit(after, command.staffId, 'hold.lift', { note: command.noteId }),
    ],
    ...told(after, 'hold-lifted', { reason: command.reason }),
  };
}

function runningHold(
  state: State,
  { clientId, staffId, holdId }: RenewHold | LiftHold,
  now: Date,
): { ok: true; hold: Hold } | { ok: false; refusal: Decision<never> } {
  if (clientId === staffId) return { ok: false, refusal: refuse('decision.own_account') };
  const hold = state.of(HOLDS).get(holdId);
  if (hold === undefined || hold.clientId !== clientId) return { ok: false, refusal: refuse('hold.not_found') };
  if (!runs(hold, now)) return { ok: false, refusal: refuse('hold.not_running') };
  return { ok: true, hold };
}

function audit(
  hold: Hold,
  staffId: string,
  action: string,
  facts: Readonly<Record<string, string>>,
): NonNullable<Decision['records']>[number] {
  return {
    kind: 'audit',
    actorId: staffId,
    action,
    subjectType: 'hold',
    subjectId: hold.id,
    clientId: hold.clientId,
    facts: { ground: HOLD_CODES[hold.code], reference: hold.reference, ...facts },
  };
}

function told(
  hold: Hold,
  template: string,
  values: Readonly<Record<string, string>>,
): Pick<Decision, 'notifications' | 'invalidates'> {
  return {
    notifications: [
      {
        userId: hold.clientId,
        template,
        values: { ground: HOLD_CODES[hold.code], reference: hold.reference, ...values },
        subjectId: hold.id,
      },
    ],
    invalidates: [
      {
        clientId: hold.clientId,
        topics: ['withdrawals', 'users', 'mailbox'],
        event: template.replace('-', '_'),
        subjectId: hold.id,
        staff: true,
      },
    ],
  };
}
