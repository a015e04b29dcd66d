import { CASH, entriesOf, moved } from './archive-entries.ts';
import { keptOf } from './archive-kept.ts';
import { byId } from './archive-terms.ts';
import { coursesOf } from './archive-trades.ts';
import type { Course } from './archive-trades.ts';
import { dollars, EVENTS } from './entry.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import { cents, floor, has, instant, least, most, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

/** What a copy uses and has brought, by its trades. */
export type Copied = { readonly used: bigint; readonly result: bigint; readonly shared: bigint };

/** What its trades had come to at a moment, and what they tied up. */
function standing(courses: readonly Course[], at: number, including: boolean): { used: bigint; brought: bigint } {
  let [used, brought] = [0n, 0n];
  for (const { moments } of courses) {
    const last = moments.findLast((one) => one.at < at || (including && one.at === at));
    used += last?.left ?? 0n;
    brought += last?.brought ?? 0n;
  }
  return { used, brought };
}

/** Each copy once more from its trades. A copy that has ended counts what came until then. */
export function copiesOf(archive: Archive): ReadonlyMap<string, Copied> {
  const byCopy = Map.groupBy(coursesOf(archive), ({ trade }) => trade['copy_id']);
  const shares = Map.groupBy(archive.lines('copy_shares'), (line) => line['copy_id']);
  return new Map(
    archive.lines('copies').map((copy) => {
      const own = byCopy.get(copy['id']) ?? [];
      const ended = text(copy, 'status') === 'stopped';
      const at = ended ? instant(copy, 'stopped_at') : Infinity;
      const now = standing(own, at, true);
      // What was closed in the very millisecond of the end may have come before or after it.
      const before = standing(own, at, false).brought;
      const result = cents(copy, 'result') === before ? before : now.brought;
      const shared = (shares.get(copy['id']) ?? []).reduce((sum, line) => sum + cents(line, 'amount'), 0n);
      return [text(copy, 'id'), { used: ended ? 0n : now.used, result, shared }];
    }),
  );
}

/** C1 to C3, C10, C11, C18: what copies tie up, brought and shared. */
export function checkCopies(archive: Archive): Check {
  return check('Copies and profit shares', (findings) => {
    const { sum, fail, each } = findings;
    const copies = copiesOf(archive);
    const byCopy = Map.groupBy(coursesOf(archive), ({ trade }) => trade['copy_id']);
    const lines = byId(archive.lines('copies'));
    let mirrored = 0;
    each(lines.values(), (copy) => {
      const name = `copy ${text(copy, 'id')}`;
      const { used, result, shared } = copies.get(text(copy, 'id')) as Copied;
      sum(`What ${name} uses`, cents(copy, 'held'), used);
      sum(`What ${name} brought`, cents(copy, 'result'), result);
      sum(`What ${name} shared`, cents(copy, 'shared'), shared);
      const own = byCopy.get(copy['id']) ?? [];
      mirrored += own.length;
      checkRoom(copy, own, name, fail);
    });
    each(archive.lines('trades'), (trade) => {
      if (has(trade, 'copy_id') && !lines.has(text(trade, 'copy_id')))
        fail(`Trade ${text(trade, 'id')} is of copy ${text(trade, 'copy_id')}, which is missing.`);
    });
    checkShares(archive, lines, { byCopy, copies, kept: keptOf(archive, byCopy, findings) }, findings);
    return `${lines.size} copies with ${mirrored} trades, never beyond their allotment, ${archive.lines('copy_shares').length} months of profit share, and ${archive.lines('kept_trades').length} kept trades at what their quotes say; how large a copied trade is follows from the trader's own equity, which is theirs and not in here`;
  });
}

/** C2: what is tied up is never more than the allotment and what came of it, after each moment. */
function checkRoom(copy: Line, own: readonly Course[], name: string, fail: Findings['fail']): void {
  const until = has(copy, 'stopped_at') ? instant(copy, 'stopped_at') : Infinity;
  const changes = own.flatMap(({ moments }) =>
    moments.map((moment, i) => ({
      at: moment.at,
      used: moment.left - (moments[i - 1]?.left ?? 0n),
      brought: moment.brought - (moments[i - 1]?.brought ?? 0n),
    })),
  );
  let room = cents(copy, 'allotment');
  const ordered = changes.toSorted((a, b) => a.at - b.at);
  for (const [i, { at, used, brought }] of ordered.entries()) {
    if (at >= until) return;
    room += brought - used;
    if (room < 0n && ordered[i + 1]?.at !== at) {
      return fail(
        `At ${new Date(at).toISOString()} ${name} uses ${dollars(-room)} more than its allotment and results.`,
      );
    }
  }
}

type Settled = {
  readonly byCopy: ReadonlyMap<unknown, readonly Course[]>;
  readonly copies: ReadonlyMap<string, Copied>;
  /** What was kept of copies that stopped. */
  readonly kept: ReadonlyMap<unknown, bigint>;
};

/** Shares by copy and month: what lies above the last high, by the percent of the copy, and no more than was free. */
function checkShares(
  archive: Archive,
  copies: ReadonlyMap<string, Line>,
  settled: Settled,
  { sum, same, fail, each }: Findings,
): void {
  const entries = entriesOf(archive).filter(({ event }) => EVENTS[event] === 'profit_share');
  const known = new Set<bigint>();
  const last = new Map<string, Line>();
  each(archive.lines('copy_shares'), (line) => {
    const id = text(line, 'copy_id');
    const name = `the share of ${text(line, 'month').slice(0, 7)} of copy ${id}`;
    const copy = copies.get(id);
    if (copy === undefined) return fail(`The copy of ${name} is missing.`);
    const [before, after] = [cents(line, 'high_before'), cents(line, 'high_after')];
    const former = last.get(id);
    sum(`The high before ${name}`, before, former === undefined ? 0n : cents(former, 'high_after'));
    last.set(id, line);
    if (after < before) fail(`The high after ${name} is less than before it.`);
    const at = instant(line, 'at');
    const own = settled.byCopy.get(id) ?? [];
    const highest = most(before, standing(own, at, true).brought);
    const kept = copy['stopped_at'] === line['at'] ? settled.kept.get(id) : undefined;
    if (kept !== undefined)
      sum(`The high after ${name}`, after, most(before, (settled.copies.get(id)?.result ?? 0n) + kept));
    else if (after > highest)
      fail(`The high after ${name} is ${dollars(after)}; no more than ${dollars(highest)} had been brought.`);
    const asked = floor((after - before) * whole(copy, 'profit_share_bps'), 10_000n);
    const entry = entries.find((one) => one.subject === id && one.at === at && !known.has(one.number));
    const amount = cents(line, 'amount');
    if (entry !== undefined) known.add(entry.number);
    sum(
      `What ${entry === undefined ? 'no entry' : `entry ${entry.number}`} took for ${name}`,
      entry === undefined ? 0n : moved(entry, CASH),
      amount,
    );
    // Nothing is taken for a trader whose account is closed.
    if (amount !== 0n)
      sum(`The amount of ${name}`, amount, least(asked, entry === undefined ? 0n : freeBefore(archive, entry.number)));
    return undefined;
  });
  each(copies.values(), (copy) => {
    const line = last.get(text(copy, 'id'));
    sum(
      `The high of copy ${text(copy, 'id')}`,
      cents(copy, 'high_water'),
      line === undefined ? 0n : cents(line, 'high_after'),
    );
    same(
      `The last month that copy ${text(copy, 'id')} shared`,
      copy['shared_month'] ?? 'none',
      line?.['month'] ?? 'none',
    );
    if (settled.kept.has(copy['id']) && line?.['at'] !== copy['stopped_at'])
      fail(`The trades that were kept of copy ${text(copy, 'id')} are not settled.`);
  });
  each(archive.lines('shares_received'), (line) => {
    const entry = entries.find(({ subject }) => subject === text(line, 'id'));
    if (entry !== undefined) known.add(entry.number);
    sum(
      `What came of share ${text(line, 'id')}`,
      entry === undefined ? 0n : -moved(entry, CASH),
      cents(line, 'amount'),
    );
  });
  for (const { number } of entries) if (!known.has(number)) fail(`Entry ${number} is a profit share of no month.`);
}

/** What was free before an entry: cash beyond what was owed. */
function freeBefore(archive: Archive, number: bigint): bigint {
  const line = archive.lines('entries').findLast((one) => whole(one, 'number') < number);
  return line === undefined ? 0n : most(0n, cents(line, 'cash_after') - cents(line, 'loan_after'));
}
