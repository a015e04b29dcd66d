import { DEFAULT_MARKUP } from '../market/index.ts';
import { PACKAGES } from '../plans/packages.ts';
import { apply } from './apply.ts';
import { type Command, decide } from './commands.ts';
import { type Context, type Decision, type Outcome, refuse } from './decision.ts';
import { type EntryDraft } from './accounts.ts';
import { unlimitedReleases } from '../releases/limits.ts';
import { NO_TALLY } from '../protection/tally.ts';
import { chargeNightsFirst } from './nights-first.ts';
import type { MoneySettings, Party, Protection, State } from './state.ts';

export type TwinEntry = EntryDraft & { readonly number: bigint };

/**
 * The whole ledger in memory: the oracle that the one in PostgreSQL is compared with. Same decisions, none of the machinery:
 * no locks, batches, SQL or retries.
 */
export class Twin {
  readonly state: State;
  readonly entries: TwinEntry[] = [];
  /** What was decided under a key for the first time, in order. */
  readonly decided: Decision[] = [];
  /** Payments that were credited, as the unique index of the database knows them. */
  readonly #credited = new Set<string>();
  readonly #answers = new Map<string, { hash: string; outcome: Outcome }>();

  constructor(settings: MoneySettings) {
    this.state = {
      parties: new Map(),
      deposits: new Map(),
      withdrawals: new Map(),
      trades: new Map(),
      orders: new Map(),
      loans: new Map(),
      entries: new Map(),
      packages: new Map(PACKAGES.map((one) => [one.id, one])),
      traders: new Map(),
      copies: new Map(),
      leadTrades: new Map(),
      protections: new Map(),
      holds: new Map(),
      verifications: new Map(),
      proposals: new Map(),
      settings,
      releases: unlimitedReleases(),
    };
  }

  open(id: string, kind: Party['kind']): void {
    this.state.parties.set(id, newParty(id, kind));
    if (kind === 'client') this.state.protections.set(id, newProtection(id));
  }

  execute(
    command: Command,
    key: { readonly actorId: string; readonly key: string; readonly requestHash: string },
    context: Context,
  ): Outcome {
    const slot = `${key.actorId} ${key.key}`;
    const known = this.#answers.get(slot);
    if (known) return known.hash === key.requestHash ? known.outcome : { ok: false, refusal: { code: 'key.reused' } };
    for (const { decision: night } of chargeNightsFirst(this.state, command, context)) this.#take(night);
    const decision = this.#creditedOnce(decide(this.state, command, context));
    apply(this.state, decision, context.now);
    this.#take(decision);
    this.#answers.set(slot, { hash: key.requestHash, outcome: decision.outcome });
    return decision.outcome;
  }

  #take(decision: Decision): void {
    this.decided.push(decision);
    if (decision.entry) this.#record(decision.entry);
    if (decision.also) this.#record(decision.also);
  }

  #creditedOnce(decision: Decision): Decision {
    for (const change of decision.changes ?? []) {
      if (change.kind !== 'deposit_moved' || change.receipt === undefined) continue;
      const output = `${change.after.method} ${change.receipt.txid.toLowerCase()} ${change.receipt.outputIndex}`;
      if (this.#credited.has(output)) return refuse('deposit.output_already_credited');
      this.#credited.add(output);
    }
    return decision;
  }

  #record(entry: EntryDraft): void {
    const number = BigInt(this.entries.length + 1);
    this.entries.push({ ...entry, number });
    const credited = -entry.postings
      .filter(({ account }) => account === 'cash' || account === 'margin' || account === 'withdrawing')
      .reduce((sum, { amount }) => sum + amount, 0n);
    this.state.entries.set(number, { number, clientId: entry.clientId, credited, corrected: 0n });
  }
}

export function newProtection(clientId: string): Protection {
  return { clientId, limits: [], timeOut: null, tally: NO_TALLY };
}

export function newParty(id: string, kind: Party['kind']): Party {
  return {
    id,
    kind,
    status: 'active',
    billing: false,
    billingFrom: null,
    code: false,
    cash: 0n,
    margin: 0n,
    withdrawing: 0n,
    loan: 0n,
    deposited: 0n,
    realised: 0n,
    topUpDay: null,
    topUpCount: 0,
    markup: DEFAULT_MARKUP,
    leverageCeiling: 0,
    signalPercent: 1,
    unlimitedUntil: null,
    suspendedAt: null,
    leads: false,
  };
}
