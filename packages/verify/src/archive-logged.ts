import { entriesOf, proofOf } from './archive-entries.ts';
import { byId } from './archive-terms.ts';
import { EVENTS } from './entry.ts';
import { readFill, Reader } from './fill.ts';
import type { FillQuote } from './fill.ts';
import { leafHash, verifyInclusion } from './merkle.ts';
import type { Tree } from './merkle.ts';
import { blindedEntry } from './receipt.ts';
import { Refused } from './refused.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import { cents, has, instant, lots, object, price, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

const AUDIT_LINE = 2;
const FILL = 7;

/** The bytes of a line whose receipt holds. */
function logged(type: number, line: Line, name: string, tree: Tree): Uint8Array {
  const { canonical, nonce, leafIndex, proof } = proofOf(line, name);
  try {
    verifyInclusion(tree, leafIndex, leafHash(blindedEntry(type, nonce, canonical)), proof);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.reason, `The ${name} is not what the log has: ${error.message}`);
  }
  return canonical;
}

/** U90: each fill is what the log has: its quotes, price, time, lots, margin and result. */
export function checkFillReceipts(archive: Archive, tree: Tree | undefined): Check {
  return check('Fills in the log', ({ same, fail, each }) => {
    if (tree === undefined) throw new Refused('unproven', 'Without a signed checkpoint nothing is in any tree.');
    const quotes = byId(archive.lines('quotes'));
    const trades = byId(archive.lines('trades'));
    const without = new Map<string, number>();
    each(archive.lines('fills'), (line) => {
      const trade = text(line, 'trade_id');
      const name = `fill ${text(line, 'id')} of trade ${trade}`;
      if (!has(line, 'canonical')) {
        without.set(trade, (without.get(trade) ?? 0) + 1);
        // Beside another close of the trade that moved not a cent and has one, their number would not show it.
        if (!has(line, 'realised') || cents(line, 'realised') !== 0n)
          fail(`The ${name} moved money, and has no receipt.`);
        return undefined;
      }
      const fill = readFill(logged(FILL, line, name, tree));
      const opened = trades.get(trade);
      if (opened === undefined) return fail(`The ${name} is of a trade that is missing.`);
      const given = {
        book: whole(archive.manifest, 'book'),
        client: text(archive.manifest, 'client'),
        id: text(line, 'id'),
        trade,
        ...{ kind: text(line, 'kind'), side: text(line, 'side'), symbol: text(line, 'symbol') },
        ...{ lots: lots(line, 'lots'), price: price(line, 'price'), at: instant(line, 'at') },
        ...{ collateral: cents(opened, 'collateral'), required_margin: cents(opened, 'required_margin') },
        leverage: whole(opened, 'leverage_hundredths'),
        ...{ realised: has(line, 'realised') ? cents(line, 'realised') : 0n, commission: cents(line, 'commission') },
      };
      const { book, requiredMargin, leverageHundredths, quote, conversion, ...own } = fill;
      const bytes = { ...own, book: BigInt(book), required_margin: requiredMargin, leverage: leverageHundredths };
      for (const [field, value] of Object.entries(given))
        same(`The ${field} of ${name} by the log`, value, bytes[field as keyof typeof given]);
      sameQuote(name, quotes, text(line, 'quote_id'), quote, same);
      const converts = has(line, 'conversion_quote_id') ? text(line, 'conversion_quote_id') : undefined;
      return sameQuote(name, quotes, converts, conversion, same);
    });
    let bare = 0;
    for (const [trade, count] of without) {
      bare += count;
      const own = archive.lines('fills').filter((line) => line['trade_id'] === trade);
      const moves = entriesOf(archive).filter(
        ({ subject, event }) => subject === trade && /^trade_(opened|closed)$/.test(EVENTS[event] ?? ''),
      );
      if (own.length - count < moves.length) fail(`A fill of trade ${trade} has an entry, and no receipt.`);
    }
    const rest = bare === 0 ? '' : `; ${bare} moved not a cent and are not in it`;
    return `${archive.lines('fills').length - bare} fills are in the log with their quotes, prices, times and results${rest}`;
  });
}

function sameQuote(
  name: string,
  quotes: ReadonlyMap<string, Line>,
  id: string | undefined,
  bytes: FillQuote | undefined,
  same: Findings['same'],
): void {
  same(`A quote of ${name} by the log`, id, bytes?.id);
  const line = id === undefined ? undefined : quotes.get(id);
  if (line === undefined || bytes === undefined || id !== bytes.id) return;
  const given = {
    ...{ bid: price(line, 'bid'), ask: price(line, 'ask'), feedBid: price(line, 'feed_bid') },
    ...{ feedAsk: price(line, 'feed_ask'), markup: price(line, 'markup'), source: text(line, 'source') },
    ...{ sourceTime: instant(line, 'source_time'), receivedTime: instant(line, 'received_time') },
  };
  for (const [field, value] of Object.entries(given))
    same(`The ${field} of quote ${id} by the log`, value, bytes[field as keyof typeof given]);
}

/** Each action of staff is in the log and says what its bytes say. */
export function checkStaffActions({ lines }: Archive, tree: Tree | undefined): Check {
  return check('Staff actions', ({ same, fail, each }) => {
    if (tree === undefined) throw new Refused('unproven', 'Without a signed checkpoint nothing is in any tree.');
    const actions = lines('staff_actions');
    let before = 0n;
    each(actions, (line) => {
      const name = `staff action ${text(line, 'number')}`;
      const reader = new Reader(logged(AUDIT_LINE, line, name, tree), name);
      same(`The version of ${name}`, reader.short(), 1);
      const number = reader.long();
      same(`The number of ${name}`, whole(line, 'number'), number);
      if (number <= before) fail(`The ${name} comes after ${before}: they must be in their order.`);
      before = number;
      same(`The time of ${name}`, instant(line, 'at'), Number(reader.long()));
      const [, client] = [reader.id(), reader.id()];
      same(`Whom ${name} is about`, lines('profile')[0]?.['id'] ?? client, client);
      for (const field of ['action', 'subject_type', 'subject_id'] as const)
        same(`The ${field} of ${name}`, text(line, field), reader.text());
      const facts = reader.text();
      reader.end();
      if (ordered(object(line, 'facts')) !== ordered(JSON.parse(facts)))
        fail(`The facts of ${name} are ${JSON.stringify(line['facts'])}; its bytes say ${facts}.`);
    });
    return `${actions.length} actions of staff about you are in the log, and say what it has`;
  });
}

/** JSON with the names of each object in one order, whoever wrote it. */
function ordered(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(ordered).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, one]) => `${JSON.stringify(name)}:${ordered(one)}`).join()}}`;
}

/** What an action of staff says in its facts, and where it says it again: the file, its field, and how that field is written there. */
const DECIDED: Readonly<Record<string, readonly [file: string, fact: string, field: string][]>> = {
  'deposit.approve': [
    ['deposits', 'credited', 'credited'],
    ['deposits', 'txid', 'txid'],
  ],
  'withdrawal.approve': [['withdrawals', 'payout_reference', 'payout_reference']],
  'hold.place': [['holds', 'reference', 'reference']],
  'loan.approve': [
    ['loans', 'amount', 'amount'],
    ['loans', 'due_on', 'due_on'],
  ],
};

/** What staff decided is what the lines that it was about say. */
export function checkDecisions({ lines }: Archive): Check {
  return check('Decisions of staff', ({ same, fail, each }) => {
    let compared = 0;
    each(lines('staff_actions'), (action) => {
      const name = `staff action ${text(action, 'number')}`;
      const facts = object(action, 'facts');
      for (const [file, fact, field] of DECIDED[text(action, 'action')] ?? []) {
        const line = lines(file).find((one) => one['id'] === action['subject_id']);
        if (line === undefined) fail(`What ${name} is about, ${text(action, 'subject_id')}, is missing in ${file}.`);
        else if (has(facts, fact)) {
          compared += 1;
          same(`The ${field} of ${text(line, 'id')}, of which ${name} is,`, line[field], facts[fact]);
        }
      }
    });
    return `${compared} facts of what staff decided stand in its own line as well`;
  });
}
