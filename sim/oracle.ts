import { DIVIDENDS, ORDER_SPLITS, TRADE_SPLITS } from '@clearbook/domain/corporate-actions';
import type { MoneySettings } from '@clearbook/domain/funding';
import {
  ACCOUNTS,
  afterOf,
  type AnyTable,
  type Context,
  type AnyDecision,
  EVENTS,
  imageOf,
  keyOf,
  type Outcome,
  type ReferenceEntry,
  ReferenceLedger,
} from '@clearbook/domain/ledger';
import { type Trade, TRADES } from '@clearbook/domain/positions';
import { refusedForAction } from './actions.ts';
import type { Stored } from './order.ts';
import { type Committed, withVolumesSeen } from './volumes.ts';
import type { Submission } from './workload.ts';
import type { World } from './world.ts';

const NONE: ReadonlySet<string> = new Set();

/** An entry as the database should have it, canonical bytes included. */
type ExpectedEntry = {
  readonly book: number;
  readonly number: bigint;
  readonly text: string;
  readonly canonical: string;
};

/** What one round changed, by the oracle. */
export type Change = {
  readonly trades: Set<string>;
  /** Rows that were written whole, by their keys. */
  readonly rows: Map<AnyTable, Set<string>>;
  readonly entries: ExpectedEntry[];
  readonly outcomes: { readonly stored: Stored; readonly expected: string }[];
};

/** The reference ledger, led through the same commands in the order in which the database says they took effect. */
export class Oracle {
  readonly reference: ReferenceLedger;
  mails = 0;
  notifications = 0;
  audits = 0;
  amendments = 0;
  /** What closed a part of a trade, as the database keeps it: fill, trade, lots, price, quotes and result. */
  readonly closings: string[] = [];
  /** When each book last committed something: its time never runs backwards. */
  readonly #lastAt = new Map<number, number>();
  readonly #world: World;
  readonly #learn: (decision: AnyDecision, number: bigint | null) => void;

  constructor(world: World, settings: MoneySettings, learn: (decision: AnyDecision, number: bigint | null) => void) {
    this.#world = world;
    this.reference = new ReferenceLedger(settings);
    this.#learn = learn;
  }

  /** Throws when the database decided what nobody had sent. */
  follow(order: readonly Stored[], submissions: ReadonlyMap<string, Submission>): Change {
    const change: Change = {
      trades: new Set(),
      rows: new Map(),
      entries: [],
      outcomes: [],
    };
    const { state } = this.reference;
    let context: Context | undefined;
    const booked = new Set<string>();
    const round: Committed[] = [];
    for (const stored of order) {
      // One context a batch, as the ledger has it: ids are counted within it.
      if (context?.now.getTime() !== stored.at.getTime()) context = this.#world.contextAt(stored.at);
      // What a close brought with it is decided with that close, which follows it.
      if (/^financing:.*:close$/.test(stored.key)) continue;
      const submission = submissions.get(slot(stored));
      if (submission === undefined)
        throw new Error(`the database holds an answer to nothing that was sent: ${stored.key}`);
      let before = this.reference.entries.length;
      const known = this.reference.decided.length;
      const since = stored.outcome.includes('"corporate_action.first"') ? booked : NONE;
      const batch = context;
      const tried = {
        command: submission.command,
        context: () => this.#world.contextAt(stored.at),
        outcome: stored.outcome,
      };
      const outcome = withVolumesSeen(state, tried, { round, book: stored.book }, () =>
        this.reference.execute(submission.command, submission, batch, (at, decision) =>
          refusedForAction(at, decision, since),
        ),
      );
      change.outcomes.push({ stored, expected: JSON.stringify(outcome) });
      const at = Math.max(this.#lastAt.get(stored.book) ?? 0, stored.at.getTime());
      this.#lastAt.set(stored.book, at);
      for (const decision of this.reference.decided.slice(known)) {
        const added = this.reference.entries.slice(before, before + entriesOf(decision));
        before += added.length;
        for (const { tradeId } of afterOf(DIVIDENDS, decision.rows)) booked.add(tradeId);
        for (const { tradeId } of afterOf(TRADE_SPLITS, decision.rows)) booked.add(tradeId);
        for (const { orderId } of afterOf(ORDER_SPLITS, decision.rows)) booked.add(orderId);
        this.#note(change, decision);
        round.push({ book: stored.book, decision });
        this.#learn(decision, added[0]?.number ?? null);
        for (const entry of added) {
          const actor = entry.event === 'overnight_financing' ? entry.clientId : stored.actorId;
          change.entries.push(expectedEntry(entry, actor, at));
        }
      }
    }
    return change;
  }

  /** The answer to a command that was decided before, or the refusal of another body under its key. */
  answer(submission: Submission): Outcome {
    return this.reference.execute(submission.command, submission, this.#world.contextAt(new Date(0)));
  }

  #note(change: Change, decision: AnyDecision): void {
    for (const { quiet } of decision.notifications ?? []) {
      this.notifications += 1;
      if (quiet !== true) this.mails += 1;
    }
    for (const image of decision.rows ?? []) {
      const { table, after } = image;
      const trade = imageOf(TRADES, image);
      if (trade) change.trades.add(trade.after.id);
      const split =
        trade?.before &&
        trade.before.splits.num * trade.after.splits.den !== trade.after.splits.num * trade.before.splits.den;
      if (
        (split || trade?.before?.openLots === trade?.after.openLots) &&
        trade?.before &&
        stopsOf(trade.before) !== stopsOf(trade.after)
      )
        this.amendments++;
      if (!split && trade?.before && trade.after.openLots < trade.before.openLots)
        this.closings.push(closingOf(trade.before, trade.after));
      const keys = change.rows.get(table) ?? new Set();
      change.rows.set(table, keys.add(keyOf(table, after)));
    }
    this.audits += (decision.records ?? []).filter(({ kind }) => kind === 'audit').length;
  }
}

export function slot({ actorId, key, requestHash }: { actorId: string; key: string; requestHash: string }): string {
  return `${actorId} ${key} ${requestHash}`;
}

function closingOf(before: Trade, after: Trade): string {
  const { exitFillId, id, exitPrice, exitQuoteId, exitConversionQuoteId } = after;
  const moved = [before.openLots - after.openLots, after.realised - before.realised];
  return [exitFillId, id, exitPrice, exitQuoteId, exitConversionQuoteId ?? '-', ...moved].join(' ');
}

function stopsOf({ stopLoss, takeProfit, trailingDistance, targets }: Trade): string {
  const parts = targets?.flatMap(({ price, lots }) => [price, lots]) ?? [];
  return [stopLoss, takeProfit, trailingDistance, ...parts].join(' ');
}

/** Canonical bytes by their definition, written a second time: docs/spec says what is in them. */
function expectedEntry(entry: ReferenceEntry, actorId: string, at: number): ExpectedEntry {
  const lines = entry.postings.map(({ account, amount }) => ({ account: ACCOUNTS[account], amount }));
  const bytes = Buffer.alloc(86 + lines.length * 10);
  bytes.writeInt16BE(1, 0);
  bytes.writeInt16BE(entry.book, 2);
  bytes.writeBigInt64BE(BigInt(at), 4);
  bytes.writeBigInt64BE(entry.number, 12);
  bytes.writeInt16BE(EVENTS[entry.event], 20);
  for (const [i, id] of [entry.clientId, entry.subjectId, actorId].entries())
    bytes.write(id.replaceAll('-', ''), 22 + 16 * i, 'hex');
  bytes.writeBigInt64BE(entry.corrects ?? 0n, 70);
  let offset = 78;
  for (const { account, amount } of lines) {
    bytes.writeInt16BE(account, offset);
    bytes.writeBigInt64BE(amount, offset + 2);
    offset += 10;
  }
  const postings = lines.map(({ account, amount }) => `${account}:${amount}`).join(',');
  const text = [
    entry.book,
    entry.number,
    EVENTS[entry.event],
    entry.clientId,
    entry.subjectId,
    actorId,
    entry.corrects ?? '-',
    at,
    postings,
  ].join(' ');
  return { book: entry.book, number: entry.number, text, canonical: bytes.subarray(0, offset).toString('hex') };
}

function entriesOf({ entry, also }: AnyDecision): number {
  return (entry === undefined ? 0 : 1) + (also === undefined ? 0 : 1);
}
