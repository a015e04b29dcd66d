import type { EntryDraft } from '../kernel/accounts.ts';
import type { AnyDecision, Context, Outcome } from '../kernel/decision.ts';
import { newParty, PARTIES, type Party } from '../kernel/party.ts';
import { refuse } from '../kernel/refusal.ts';
import { State } from '../kernel/state.ts';
import { imageOf } from '../kernel/table.ts';
import { DEPOSITS, type MoneySettings, SETTINGS } from '../modules/funding/model.ts';
import { refuse as refuseDeposit } from '../modules/funding/refusals.ts';
import { ENTRIES, entryKey } from '../modules/manual/model.ts';
import { PACKAGES } from '../modules/plans/model.ts';
import { BUILT_IN_PACKAGES } from '../modules/plans/packages.ts';
import { TALLIES } from '../modules/protection/model.ts';
import { NO_TALLY } from '../modules/protection/tally.ts';
import { unlimitedReleases } from '../modules/releases/limits.ts';
import { RELEASES } from '../modules/releases/model.ts';
import { apply } from './apply.ts';
import { decide, refusedByDatabase } from './decide.ts';
import type { Command } from './modules.ts';
import { chargeNightsFirst } from './nights-first.ts';

export type ReferenceEntry = EntryDraft & { readonly book: number; readonly number: bigint };

/**
 * The whole ledger in memory, against which the one in PostgreSQL is compared. It makes the same decisions without the machinery:
 * no locks, batches, SQL or retries.
 */
export class ReferenceLedger {
  readonly state: State;
  readonly entries: ReferenceEntry[] = [];
  /** First decisions, each under its key, in order. */
  readonly decided: AnyDecision[] = [];
  /** Payments that were credited, as the database reserves them. */
  readonly #credited = new Set<string>();
  /** In which book each client is, and the last number of each book. */
  readonly #books = new Map<string, number>();
  readonly #numbers = new Map<number, bigint>();
  readonly #answers = new Map<string, { hash: string; outcome: Outcome }>();

  constructor(settings: MoneySettings) {
    this.state = new State()
      .set(
        PACKAGES,
        BUILT_IN_PACKAGES.map((one) => [one.id, one] as const),
      )
      .set(SETTINGS, [['', settings]])
      .set(RELEASES, [['', unlimitedReleases()]]);
  }

  open(id: string, kind: Party['kind'], book = 1): void {
    this.#books.set(id, book);
    this.state.of(PARTIES).set(id, newParty(id, kind));
    if (kind === 'client') this.state.of(TALLIES).set(id, NO_TALLY);
  }

  /** `refused`: whether the database alone has a reason against a decision, from what is in the books before it. */
  execute(
    command: Command,
    key: { readonly actorId: string; readonly key: string; readonly requestHash: string },
    context: Context,
    refused: (state: State, decision: AnyDecision) => Outcome | undefined = () => undefined,
  ): Outcome {
    const slot = `${key.actorId} ${key.key}`;
    const known = this.#answers.get(slot);
    if (known) return known.hash === key.requestHash ? known.outcome : refuse('key.reused').outcome;
    for (const { decision: night } of chargeNightsFirst(this.state, command, context)) this.#take(night);
    const decided = decide(this.state, command, context);
    const only = this.#creditedTwice(decided) ?? refused(this.state, decided);
    const decision =
      only === undefined || only.ok ? decided : refusedByDatabase(this.state, command, decided, only.refusal, context);
    apply(this.state, decision, context.now);
    this.#take(decision);
    this.#answers.set(slot, { hash: key.requestHash, outcome: decision.outcome });
    return decision.outcome;
  }

  #take(decision: AnyDecision): void {
    this.decided.push(decision);
    if (decision.entry) this.#record(decision.entry);
    if (decision.also) this.#record(decision.also);
  }

  #creditedTwice(decision: AnyDecision): Outcome | undefined {
    for (const image of decision.rows ?? []) {
      const { after } = imageOf(DEPOSITS, image) ?? {};
      if (after?.status !== 'approved') continue;
      const output = `${after.method} ${after.txid?.toLowerCase()} ${after.outputIndex}`;
      if (this.#credited.has(output)) return refuseDeposit('deposit.output_already_credited').outcome;
      this.#credited.add(output);
    }
    return undefined;
  }

  #record(entry: EntryDraft): void {
    const book = this.#books.get(entry.clientId);
    if (book === undefined) throw new Error('an entry for somebody in no book');
    const number = (this.#numbers.get(book) ?? 0n) + 1n;
    this.#numbers.set(book, number);
    this.entries.push({ ...entry, book, number });
    const credited = -entry.postings
      .filter(({ account }) => account === 'cash' || account === 'margin' || account === 'withdrawing')
      .reduce((sum, { amount }) => sum + amount, 0n);
    this.state
      .of(ENTRIES)
      .set(entryKey(entry.clientId, number), { number, clientId: entry.clientId, credited, corrected: 0n });
  }
}
