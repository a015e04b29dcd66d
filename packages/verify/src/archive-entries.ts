import { sha256 } from '@noble/hashes/sha2.js';
import { equal, hex, joined, readBase64, readHash } from './bytes.ts';
import { ACCOUNTS, EVENTS, readJournalEntry } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import type { Tree } from './merkle.ts';
import { verifyInTree } from './receipt.ts';
import { Refused } from './refused.ts';
import { check } from './report.ts';
import type { Check } from './report.ts';
import { cents, has, instant, list, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

export const CASH = 1;
export const MARGIN = 2;
export const WITHDRAWING = 3;
export const LOAN = 4;
/** What a client has grows by credits, which are negative; what they owe grows by debits. */
const PARTS = [
  { name: 'cash', account: CASH, sign: -1n },
  { name: 'margin', account: MARGIN, sign: -1n },
  { name: 'withdrawing', account: WITHDRAWING, sign: -1n },
  { name: 'loan', account: LOAN, sign: 1n },
] as const;

/** What an entry did to one of its accounts, debits positive. */
export function moved({ postings }: JournalEntry, account: number): bigint {
  return postings.reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0n);
}

/** What an entry did to the client's total: cash, margin and what is on its way out. */
export function change(entry: JournalEntry): bigint {
  return -(moved(entry, CASH) + moved(entry, MARGIN) + moved(entry, WITHDRAWING));
}

const ENTRIES = new WeakMap<Archive, JournalEntry[]>();

/** Every entry by its own canonical bytes. One that cannot be read is named by the check of the receipts. */
export function entriesOf(archive: Archive): readonly JournalEntry[] {
  const known = ENTRIES.get(archive);
  if (known !== undefined) return known;
  const entries = archive.lines('entries').flatMap((line) => {
    try {
      return [readJournalEntry(readBase64(text(line, 'canonical'), 'The bytes of an entry'))];
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  });
  ENTRIES.set(archive, entries);
  return entries;
}

export function checkEntries(archive: Archive, tree: Tree | undefined): Check[] {
  return [checkReceipts(archive, tree), checkFields(archive), checkChain(archive)];
}

/** U47 for each entry, in the tree of the archive's one checkpoint. */
function checkReceipts({ manifest, lines }: Archive, tree: Tree | undefined): Check {
  return check('Receipts', ({ fail, same, each }) => {
    if (tree === undefined) throw new Refused('unproven', 'Without a signed checkpoint nothing is in any tree.');
    const entries = lines('entries');
    const book = Number(whole(manifest, 'book'));
    let before = 0n;
    each(entries, (line) => {
      const number = whole(line, 'number');
      if (number <= before) fail(`Entry ${number} comes after entry ${before}: entries must be in their order.`);
      before = number;
      const { entry } = verifyInTree({ type: 1, book, number, ...proofOf(line, `entry ${number}`) }, tree);
      if (entry.client !== text(manifest, 'client')) fail(`Entry ${number} is another client's.`);
    });
    same('The number of entries', BigInt(entries.length), whole(manifest, 'entries'));
    if (has(manifest, 'last_entry')) same('The last entry', before, whole(manifest, 'last_entry'));
    return `${entries.length} entries are in the log, each with its own bytes and at its own place`;
  });
}

export type Proof = { canonical: Uint8Array; nonce: Uint8Array; leafIndex: number; proof: Uint8Array[] };

export function proofOf(line: Line, name: string): Proof {
  return {
    canonical: readBase64(text(line, 'canonical'), `The bytes of ${name}`),
    nonce: readHash(text(line, 'nonce'), `The nonce of ${name}`),
    leafIndex: Number(whole(line, 'leaf_index')),
    proof: list(line, 'proof').map((hash) => readHash(String(hash), `A hash in the proof of ${name}`)),
  };
}

/** What an entry says in words and figures is what its bytes say. */
function checkFields({ lines }: Archive): Check {
  return check('Entries', ({ same, fail, each }) => {
    let postings = 0;
    each(lines('entries'), (line) => {
      const name = `entry ${text(line, 'number')}`;
      const entry = readJournalEntry(readBase64(text(line, 'canonical'), `The bytes of ${name}`));
      same(`The number of ${name}`, whole(line, 'number'), entry.number);
      same(`The time of ${name}`, new Date(instant(line, 'at')).toISOString(), new Date(entry.at).toISOString());
      same(`The event of ${name}`, text(line, 'event'), EVENTS[entry.event]);
      if (has(line, 'subject_id')) same(`What ${name} is about`, text(line, 'subject_id'), entry.subject);
      same(`What ${name} corrects`, has(line, 'corrects') ? whole(line, 'corrects') : undefined, entry.corrects);
      const given = (list(line, 'postings') as readonly Line[]).map(
        (posting) => `${clientless(text(posting, 'account'))} ${cents(posting, 'amount')}`,
      );
      const expected = entry.postings.map(({ account, amount }) => `${ACCOUNTS[account]} ${amount}`);
      postings += expected.length;
      if (given.join() !== expected.join()) {
        fail(`The postings of ${name} are ${given.join(', ')} in cents; its bytes say ${expected.join(', ')}.`);
      }
    });
    return `${postings} postings, times and events are those of the bytes that are in the log`;
  });
}

/** The API writes a client's own accounts as client:ID:cash. */
function clientless(account: string): string {
  return account.replace(/^client:[^:]*:/, '');
}

/** L37: each link is SHA-256 of the one before and the entry's bytes; before the first of a book come 32 bytes of zero. */
function checkChain({ lines }: Archive): Check {
  return check('Chain', ({ fail, each }) => {
    let before: { number: bigint; link: Uint8Array } | undefined;
    let joints = 0;
    each(lines('entries'), (line) => {
      const number = whole(line, 'number');
      const previous = readHash(text(line, 'previous_link'), `The link before entry ${number}`);
      const link = readHash(text(line, 'link'), `The link of entry ${number}`);
      const canonical = readBase64(text(line, 'canonical'), `The bytes of entry ${number}`);
      if (!equal(sha256(joined(previous, canonical)), link)) {
        fail(`The link of entry ${number} is ${hex(link).slice(0, 16)}…, and does not follow from its bytes.`);
      }
      if (number === 1n && previous.some((byte) => byte !== 0)) fail('Entry 1 has something linked before it.');
      if (before !== undefined && before.number + 1n === number) {
        joints += 1;
        if (!equal(before.link, previous)) fail(`Entry ${number} is not linked to entry ${before.number}.`);
      }
      before = { number, link };
    });
    return `${lines('entries').length} links follow from their entries; ${joints} of them from another entry of yours`;
  });
}

/** U56: every balance after every entry, from the postings alone. */
export function checkBalances({ lines }: Archive): Check {
  return check('Balances', ({ sum, each }) => {
    const balance: Record<string, bigint> = { cash: 0n, margin: 0n, withdrawing: 0n, loan: 0n };
    each(lines('entries'), (line) => {
      const entry = readJournalEntry(readBase64(text(line, 'canonical'), 'The bytes of an entry'));
      for (const { name, account, sign } of PARTS) {
        balance[name] = (balance[name] as bigint) + sign * moved(entry, account);
        sum(`${name} after entry ${entry.number}`, cents(line, `${name}_after`), balance[name]);
      }
    });
    const last = lines('entries').at(-1);
    return last === undefined
      ? 'there are no entries yet'
      : `4 balances after each of ${lines('entries').length} entries; cash now ${text(last, 'cash_after')}`;
  });
}

/** Which file has what an event is about. Events without one are about nothing but the client. */
const ABOUT: Readonly<Record<string, string>> = {
  deposit_approved: 'deposits',
  trade_opened: 'trades',
  trade_closed: 'trades',
  overnight_financing: 'trades',
  dividend: 'trades',
  withdrawal_requested: 'withdrawals',
  withdrawal_released: 'withdrawals',
  withdrawal_approved: 'withdrawals',
  withdrawal_returned: 'withdrawals',
  plan_bought: 'purchases',
  loan_approved: 'loans',
  loan_interest: 'loans',
  loan_repaid: 'loans',
  loan_written_off: 'loans',
};

/** No entry about something that the archive does not have. */
export function checkSubjects(archive: Archive): Check {
  return check('What entries are about', ({ fail }) => {
    const ids = new Map(
      [...new Set(Object.values(ABOUT))].map((file) => [file, new Set(archive.lines(file).map((line) => line['id']))]),
    );
    let found = 0;
    for (const { number, event, subject } of entriesOf(archive)) {
      const file = ABOUT[EVENTS[event] ?? ''];
      if (file === undefined) continue;
      if (ids.get(file)?.has(subject) === true) found += 1;
      else fail(`Entry ${number} is about ${subject}, which is missing in ${file}.`);
    }
    return `${found} entries have their trade, payment, loan or purchase`;
  });
}
