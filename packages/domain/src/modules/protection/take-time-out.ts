import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { changed, created } from '../../kernel/table.ts';
import { minuteRoundedUp } from '../../periods/minutes.ts';
import { LOOSENING_MS } from './limits.ts';
import { BREAKS, type TimeOut } from './model.ts';
import { refuse } from './refusals.ts';
import { endOf, standsUntil, TIME_OUTS, type TimeOutLength } from './time-out.ts';

export type TakeTimeOut = {
  readonly kind: 'take_time_out';
  readonly clientId: string;
  readonly length: TimeOutLength;
};

/** The client wants to trade again after a self-exclusion, and can 24 hours later. */
export type ReturnFromExclusion = { readonly kind: 'return_from_exclusion'; readonly clientId: string };

/** A break from trading, starting now. A running one can be extended but never shortened. */
export function decideTakeTimeOut(
  state: State,
  command: TakeTimeOut,
  context: Context,
): Decision<Fields<'id' | 'until'>> {
  const party = state.of(PARTIES).get(command.clientId);
  if (party === undefined || party.kind !== 'client' || party.status === 'closed') return refuse('user.not_found');
  const timeOut = state.of(BREAKS).get(command.clientId);
  const { kind } = TIME_OUTS[command.length];
  const until = endOf(command.length, context.now);
  const stands = standsUntil(timeOut, context.now);
  // A self-exclusion lasts until its client asks to return; a time-out in its place would end automatically.
  const weaker =
    stands !== undefined && timeOut?.kind === 'self_exclusion' && timeOut.returnAt === null && kind === 'time_out';
  if (weaker)
    return refuse('limits.excluded_already', 'length', {
      until: stands instanceof Date ? minuteRoundedUp(stands) : '',
    });
  if (stands instanceof Date && until <= stands)
    return refuse('limits.not_longer', 'length', { until: stands instanceof Date ? minuteRoundedUp(stands) : '' });
  return set(
    timeOut,
    { clientId: command.clientId, kind, startedAt: context.now, until, returnAt: null },
    {
      action: kind === 'time_out' ? 'time_out.take' : 'self_exclusion.take',
      template: kind === 'time_out' ? 'time-out' : 'self-exclusion',
      moment: until,
    },
  );
}

export function decideReturnFromExclusion(
  state: State,
  command: ReturnFromExclusion,
  context: Context,
): Decision<Fields<'id' | 'until'>> {
  const timeOut = state.of(BREAKS).get(command.clientId);
  const stands = standsUntil(timeOut, context.now);
  if (timeOut === undefined || stands === undefined) return refuse('limits.not_over', undefined, { until: '' });
  if (stands !== null) return refuse('limits.not_over', undefined, { until: minuteRoundedUp(stands) });
  const returnAt = new Date(context.now.getTime() + LOOSENING_MS);
  return set(
    timeOut,
    { ...timeOut, returnAt },
    {
      action: 'self_exclusion.return',
      template: 'self-exclusion-return',
      moment: returnAt,
    },
  );
}

function set(
  before: TimeOut | undefined,
  after: TimeOut,
  { action, template, moment }: { readonly action: string; readonly template: string; readonly moment: Date },
): Decision<Fields<'id' | 'until'>> {
  const { clientId } = after;
  return {
    outcome: { ok: true, result: { id: clientId, until: after.until.toISOString() } },
    rows: [before === undefined ? created(BREAKS, after) : changed(BREAKS, before, after)],
    records: [
      {
        kind: 'audit',
        actorId: clientId,
        action,
        subjectType: 'user',
        subjectId: clientId,
        clientId,
        facts: { until: moment.toISOString() },
      },
    ],
    notifications: [{ userId: clientId, template, values: { until: minuteRoundedUp(moment) }, subjectId: clientId }],
    invalidates: [{ clientId, topics: ['protection'], event: 'time_out_set', subjectId: clientId, staff: true }],
  };
}
