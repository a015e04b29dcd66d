import { CONFIGURATION, effectFrom, versionAt } from '@clearbook/domain/configuration';
import type { Withdrawal } from '@clearbook/domain/funding';
import { type Hold, HOLD_CODES, HOLD_MAX_MS, type HoldCode, runs } from '@clearbook/domain/holds';
import type { Command, State } from '@clearbook/domain/ledger';
import { instrument, INSTRUMENTS } from '@clearbook/domain/market';
import type { Trade } from '@clearbook/domain/positions';
import type { ProposedCommand, Proposal } from '@clearbook/domain/proposals';
import type { Random } from './random.ts';

/** What staff do to a client's payouts, and what one of them proposes and another decides; how often each is tried. */
export const STAFF_WEIGHTS = [
  ['place_hold', 4],
  ['lift_hold', 1],
  ['propose', 12],
  ['decide_proposal', 13],
] as const;

export type StaffKind = (typeof STAFF_WEIGHTS)[number][0];

type Draw = {
  readonly random: Random;
  readonly state: State;
  readonly now: Date;
  readonly staffId: string;
  readonly client: () => string;
  readonly ownerOrOther: (clientId: string) => string;
  readonly pending: () => Withdrawal | undefined;
  readonly active: () => Trade | undefined;
  /** True once a round: what a refusal saw of what is configured is not looked at again when it is written. */
  readonly configures: () => boolean;
  readonly hold: (fits: (hold: Hold) => boolean) => Hold | undefined;
  readonly proposal: (fits: (proposal: Proposal) => boolean) => Proposal | undefined;
  /** A correction or a trade by hand, as one person would do it. */
  readonly byHand: () => Extract<Command, { kind: 'adjust' | 'record_trade' }> | undefined;
};

const MINUTE_MS = 60_000;
const CODES = Object.keys(HOLD_CODES) as HoldCode[];

/** A command of this kind that could make sense now, or undefined where there is nothing to do it about. */
export function staffCommand(kind: StaffKind, draw: Draw): Command | undefined {
  const { random, now, staffId } = draw;
  switch (kind) {
    case 'place_hold': {
      // A hold matters where a payout waits; a second one where one runs or ran.
      const pick = random.next();
      const clientId =
        (pick < 0.4 ? draw.pending()?.clientId : pick < 0.6 ? draw.hold(() => true)?.clientId : undefined) ??
        draw.client();
      return {
        kind,
        staffId,
        clientId,
        holdId: random.uuid(),
        code: random.pick(CODES),
        reference: `case ${random.int(1_000)}`,
        endsAt: endOf(random, now),
      };
    }
    case 'lift_hold': {
      const hold = draw.hold((one) => runs(one, now));
      return (
        hold && {
          kind,
          staffId,
          clientId: draw.ownerOrOther(hold.clientId),
          holdId: hold.id,
          reason: 'the papers are complete',
          noteId: random.uuid(),
        }
      );
    }
    case 'propose': {
      if (random.chance(0.15)) return settlement(draw);
      if (random.chance(0.3) && draw.configures())
        return { kind, staffId, proposalId: random.uuid(), ...setting(draw) };
      const pick = random.next();
      const proposed =
        pick < 0.4 ? payout(draw) : pick < 0.65 ? correction(draw) : pick < 0.8 ? renewal(draw) : secondHold(draw);
      return proposed && { kind, staffId, proposalId: random.uuid(), ...proposed };
    }
    case 'decide_proposal': {
      const settings = random.chance(0.3);
      const proposal = draw.proposal(
        ({ status, command }) => status === 'waiting' && (!settings || command.kind === 'configure'),
      );
      const approve = random.chance(0.75);
      if (proposal?.command.kind === 'configure' && !draw.configures()) return undefined;
      return (
        proposal && {
          kind,
          staffId: random.chance(0.1) ? proposal.proposedBy : staffId,
          proposalId: proposal.id,
          command: proposal.command,
          decision: approve ? 'approve' : 'decline',
          reason: approve ? null : 'not this one',
        }
      );
    }
  }
}

/** Mostly soon, so that ends come while the run goes on; now and then as far as it may be, and further. */
function endOf(random: Random, from: Date): Date {
  const pick = random.next();
  const ms =
    pick < 0.6
      ? random.between(1, 240) * MINUTE_MS
      : pick < 0.8
        ? random.between(4, 72) * 60 * MINUTE_MS
        : pick < 0.95
          ? HOLD_MAX_MS - random.int(2) * MINUTE_MS
          : random.pick([0, HOLD_MAX_MS + 1]);
  return new Date(from.getTime() + ms);
}

type Proposed = { readonly command: ProposedCommand; readonly reason: string };

/** What is set of an instrument: of one that somebody holds, mostly as soon as it may be. */
function setting(draw: Draw): Proposed {
  const { random, state, now, active } = draw;
  const symbol = active()?.symbol ?? random.pick(INSTRUMENTS).symbol;
  const item = random.pick(SET);
  const key = item === 'closures' && random.chance(0.4) ? instrument(symbol).class : symbol;
  const effectiveAt = random.chance(0.6) ? null : new Date(now.getTime() + random.between(1, 14 * 1_440) * MINUTE_MS);
  const versions = state.of(CONFIGURATION).get(`${item} ${key}`) ?? [];
  const replaces = versionAt(versions, effectFrom({ item, effectiveAt }, now), now)?.id ?? null;
  const about = { kind: 'configure', item, key, value: JSON.stringify(valueOf(item, draw)) } as const;
  return { command: { ...about, effectiveAt, replaces, reverts: null }, reason: 'rates rose' };
}

const SET = [
  'financing',
  'financing',
  'spread',
  'instrument',
  'instrument',
  'closures',
  'closures',
  'volume_limit',
] as const;
type Set = (typeof SET)[number];

/** Trading goes on most of the time: what is closed is soon open again. */
function valueOf(item: Set, { random, now }: Draw): object {
  const percent = () => (random.chance(0.2) ? null : `${random.int(30)}.${random.between(10, 99)}`);
  const lots = () => (random.chance(0.4) ? null : `${random.int(4)}.${random.between(10, 99)}`);
  const from = now.getTime() + random.between(-60, 120) * MINUTE_MS;
  switch (item) {
    case 'financing':
      return { buy: percent(), sell: percent() };
    case 'spread':
      return { added: random.chance(0.2) ? null : `${random.int(6)}.${random.int(10)}` };
    case 'instrument':
      return { state: random.pick(['on', 'on', 'on', 'close_only', 'off']) };
    case 'closures':
      return {
        closures: random.chance(0.3)
          ? []
          : [
              {
                from: new Date(from),
                until: new Date(from + random.between(60, 14_400) * MINUTE_MS),
                name: 'a holiday',
              },
            ],
      };
    case 'volume_limit':
      return { per_client: lots(), all_clients: lots() };
  }
}

function payout({ random, pending }: Draw): Proposed | undefined {
  const withdrawal = pending();
  if (withdrawal === undefined) return undefined;
  const { clientId, id: withdrawalId, amount } = withdrawal;
  const payoutReference = random.chance(0.9) ? `payout ${random.int(1_000_000)}` : null;
  return { command: { kind: 'approve_payout', clientId, withdrawalId, amount, payoutReference }, reason: '' };
}

function renewal({ random, now, hold, ownerOrOther }: Draw): Proposed | undefined {
  const running = hold((one) => runs(one, now));
  if (running === undefined) return undefined;
  const clientId = ownerOrOther(running.clientId);
  const endsAt = endOf(random, random.chance(0.8) ? running.endsAt : now);
  return { command: { kind: 'renew_hold', clientId, holdId: running.id, endsAt }, reason: '' };
}

/** Most often on a client whose money was held before: alone nobody may. */
function secondHold({ random, now, hold, client }: Draw): Proposed {
  const clientId = hold((one) => !runs(one, now))?.clientId ?? client();
  const [holdId, code, reference] = [random.uuid(), random.pick(CODES), `case ${random.int(1_000)}`];
  return { command: { kind: 'place_hold', clientId, holdId, code, reference, endsAt: endOf(random, now) }, reason: '' };
}

function correction({ byHand }: Draw): Proposed | undefined {
  const alone = byHand();
  if (alone === undefined) return undefined;
  const { staffId: _by, reason, ...command } = alone;
  return { command, reason };
}

/** "Update Trade" where what is added waits for a second person. */
function settlement({ random, staffId, active }: Draw): Command | undefined {
  const trade = active();
  return (
    trade && {
      kind: 'settle_trade',
      staffId,
      clientId: trade.clientId,
      tradeId: trade.id,
      result: random.bigBetween(0n, 90_000n) - 30_000n,
      reason: 'the platform was down',
      proposalId: random.uuid(),
    }
  );
}
