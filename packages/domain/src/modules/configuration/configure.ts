import type { Context, Decision } from '../../kernel/decision.ts';
import { type Read, rows } from '../../kernel/module.ts';
import type { State } from '../../kernel/state.ts';
import { created } from '../../kernel/table.ts';
import { MINUTE_MS } from '../../market/new-york.ts';
import { hasBegun, nameOf } from './in-force.ts';
import { CONFIGURABLE, type ConfigItem } from './items.ts';
import { CONFIG_VERSIONS, CONFIGURATION, type Version } from './model.ts';
import { CONFIG_NOTICE_MS } from './notice.ts';
import { refuse } from './refusals.ts';

/** Sets something for everybody, from a moment on. Always takes two people. */
export type Configure = {
  readonly kind: 'configure';
  readonly item: ConfigItem;
  readonly key: string;
  /** As JSON. */
  readonly value: string;
  /** Null: as soon as the second person approves, or as its notice is over (notice.ts). So is a moment that has passed by then. */
  readonly effectiveAt: Date | null;
  /** The version whose place it takes, as its proposer saw it; null: nobody had set anything. */
  readonly replaces: string | null;
  /** The version that this takes back. */
  readonly reverts: string | null;
};

type Doing = {
  readonly staffId: string;
  readonly reason: string;
  readonly proposal?: { readonly id: string; readonly proposedBy: string };
};

/** Versions of one thing that wait for their day. The database reads as many, and the one in effect. */
export const MAX_SCHEDULED = 10;

export function readsToConfigure({ item, key }: Configure): readonly Read[] {
  return [rows(CONFIGURATION, nameOf(item, key))];
}

export function decideConfigure(state: State, command: Configure, doing: Doing, { now }: Context): Decision {
  const { item, key, replaces, reverts } = command;
  const { has, read, standard, topics = [] } = CONFIGURABLE[item];
  if (!has(key)) return refuse('config.unknown', 'key');
  const value = read(JSON.parse(command.value));
  // Whoever proposes a time means one ahead, to the minute. An approval may come later than it.
  if (doing.proposal === undefined && command.effectiveAt !== null && minuteOf(command.effectiveAt) < minuteOf(now))
    return refuse('config.past', 'effective_at');
  const asked = effectFrom(command, now);
  const versions = state.of(CONFIGURATION).get(nameOf(item, key)) ?? [];
  if (asked > now && versions.filter((one) => !hasBegun(one, now)).length >= MAX_SCHEDULED)
    return refuse('config.too_many', undefined, { most: String(MAX_SCHEDULED) });
  const until = versionAt(versions, asked, now);
  if (isSame(until === undefined ? standard(key) : read(until.value), value)) return refuse('config.unchanged');
  // What was written on top of another value would undo what came in between, unseen.
  if ((until?.id ?? null) !== replaces) return refuse('config.changed');
  const { effectiveAt, at } = placeOf(asked, until, now);
  const { staffId, reason, proposal } = doing;
  // The command is only checked, not carried out.
  if (proposal === undefined) return { outcome: { ok: true, result: { id: '' } } };
  return {
    outcome: { ok: true, result: { id: proposal.id } },
    // Staff are told by what writes it (apps/api/sql/modules/configuration.sql).
    rows: [
      created(CONFIG_VERSIONS, {
        proposalId: proposal.id,
        ...{ item, key, value, effectiveAt, reason, reverts },
        proposedBy: proposal.proposedBy,
        approvedBy: staffId,
        at,
      }),
    ],
    records: [
      {
        kind: 'audit',
        actorId: staffId,
        action: reverts === null ? 'config.set' : 'config.revert',
        subjectType: 'configuration',
        subjectId: nameOf(item, key),
        clientId: null,
        facts: { item, key, value: JSON.stringify(value), effective_at: effectiveAt.toISOString(), reason },
      },
    ],
    invalidates: [true, false].map((toStaff) => ({
      clientId: null,
      topics: ['settings', ...topics, ...(toStaff ? ['notifications'] : [])],
      event: 'configured',
      subjectId: nameOf(item, key),
      staff: toStaff,
    })),
  };
}

function minuteOf(at: Date): number {
  return Math.floor(at.getTime() / MINUTE_MS);
}

/** When a change takes effect that is approved now: at the moment that was proposed, but not before its notice is over. */
export function effectFrom({ item, effectiveAt }: Pick<Configure, 'item' | 'effectiveAt'>, now: Date): Date {
  const earliest = new Date(now.getTime() + (CONFIG_NOTICE_MS[item] ?? 0));
  return effectiveAt === null || effectiveAt < earliest ? earliest : effectiveAt;
}

/**
 * Where a version stands among the others. What it takes the place of may have been dated later than this, by a process whose clock is ahead: before that it would
 * never be in effect. One without a day takes effect with its commit all the same, which is what `at` says of it then.
 */
function placeOf(asked: Date, until: Version | undefined, now: Date): Pick<Version, 'effectiveAt' | 'at'> {
  const effectiveAt = until !== undefined && until.effectiveAt > asked ? until.effectiveAt : asked;
  return { effectiveAt, at: asked > now ? now : effectiveAt };
}

/** What a new version would take the place of, at the moment in which it takes effect. */
export function versionAt(versions: readonly Version[], effectiveAt: Date, now: Date): Version | undefined {
  return versions.find((one) => one.effectiveAt <= effectiveAt || hasBegun(one, now));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
