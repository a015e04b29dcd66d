import type { Context, Decision, NotificationDraft } from '../../kernel/decision.ts';
import type { Entered } from '../../kernel/records.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created, type RowImage } from '../../kernel/table.ts';
import { type Cents, formatUsd } from '../../money/index.ts';
import { minuteRoundedUp } from '../../periods/minutes.ts';
import { LIMIT_KINDS, LIMIT_MAX, LIMIT_MIN, limitAfter, limitNow, limitOf } from './limits.ts';
import { CLIENT_LIMITS, type ClientLimit, type LimitKind } from './model.ts';
import { refuse } from './refusals.ts';

/** A client's own limits. Omitted ones stay as they are; null removes a limit. */
export type SetLimits = {
  readonly kind: 'set_limits';
  readonly clientId: string;
  readonly limits: Readonly<Partial<Record<LimitKind, Cents | null>>>;
};

/** How sentences name a limit. */
export const LIMIT_NAMES: Readonly<Record<LimitKind, string>> = {
  daily_loss: 'daily loss limit',
  deposit_day: 'daily deposit limit',
  deposit_week: 'weekly deposit limit',
  deposit_month: 'monthly deposit limit',
};

/**
 * A tighter limit applies right away, a looser one after 24 hours; asking for the present limit cancels a waiting change. Only the client can ask,
 * and a suspended client can too.
 */
export function decideSetLimits(state: State, command: SetLimits, context: Context): Decision {
  const { clientId } = command;
  const party = state.of(PARTIES).get(clientId);
  if (party === undefined || party.kind !== 'client' || party.status === 'closed') return refuse('user.not_found');
  const images: RowImage[] = [];
  const records: Entered[] = [];
  const notifications: NotificationDraft[] = [];
  for (const kind of LIMIT_KINDS) {
    const amount = command.limits[kind];
    if (amount === undefined) continue;
    if (amount !== null && (amount < LIMIT_MIN || amount > LIMIT_MAX))
      return refuse('limits.range', kind, { least: formatUsd(LIMIT_MIN), most: formatUsd(LIMIT_MAX) });
    const before = limitOf(state, clientId, kind);
    const amounts = limitAfter(before, amount, context.now);
    if (amounts === undefined) continue;
    const after: ClientLimit = { clientId, kind, ...amounts, setAt: context.now };
    const present = limitNow(before, context.now);
    const what = after.nextAt !== null ? 'loosen' : after.amount === present ? 'keep' : 'tighten';
    images.push(before === undefined ? created(CLIENT_LIMITS, after) : changed(CLIENT_LIMITS, before, after));
    records.push({
      kind: 'audit',
      actorId: clientId,
      action: `limit.${what}`,
      subjectType: 'user',
      subjectId: clientId,
      clientId,
      facts: factsOf(after, present),
    });
    notifications.push({
      userId: clientId,
      template: `limit-${what}`,
      values: {
        name: LIMIT_NAMES[kind],
        now: amountText(after.amount),
        ...(after.nextAt && { next: amountText(after.nextAmount), at: minuteRoundedUp(after.nextAt) }),
      },
      subjectId: clientId,
    });
  }
  return {
    outcome: { ok: true, result: { id: clientId } },
    ...(images.length > 0 && {
      rows: images,
      records,
      notifications,
      invalidates: [{ clientId, topics: ['protection'], event: 'limits_set', subjectId: clientId, staff: true }],
    }),
  };
}

function factsOf(after: ClientLimit, present: Cents | null): Record<string, string> {
  return {
    limit: LIMIT_NAMES[after.kind],
    before: amountText(present),
    after: amountText(after.nextAt ? after.nextAmount : after.amount),
    ...(after.nextAt && { from: after.nextAt.toISOString() }),
  };
}

function amountText(amount: Cents | null): string {
  return amount === null ? 'no limit' : formatUsd(amount);
}
