import { change, CASH, entriesOf, LOAN, moved } from './archive-entries.ts';
import { readUtf8, utf8 } from './bytes.ts';
import { EVENTS } from './entry.ts';
import type { JournalEntry } from './entry.ts';
import { Refused } from './refused.ts';
import { check } from './report.ts';
import type { Check, Findings } from './report.ts';
import { cents, has, instant, list, text, whole } from './values.ts';
import type { Archive, Line } from './values.ts';

/** A month with more entries has no document (E36). */
const MOST_ENTRIES = 10_000;

type Month = {
  readonly entries: JournalEntry[];
  readonly opening: bigint;
  readonly openingCash: bigint;
  added: bigint;
  taken: bigint;
  closing: bigint;
  closingCash: bigint;
};

/** Each month with an entry, from postings alone. */
function monthsOf(archive: Archive): Map<string, Month> {
  const months = new Map<string, Month>();
  let [total, cash] = [0n, 0n];
  for (const entry of entriesOf(archive)) {
    const name = new Date(entry.at).toISOString().slice(0, 7);
    const before = { opening: total, openingCash: cash, closing: total, closingCash: cash };
    const month = months.get(name) ?? { entries: [], added: 0n, taken: 0n, ...before };
    const by = change(entry);
    total += by;
    cash -= moved(entry, CASH);
    if (by > 0n) month.added += by;
    else month.taken -= by;
    month.closing = total;
    month.closingCash = cash;
    month.entries.push(entry);
    months.set(name, month);
  }
  return months;
}

export function checkStatements(archive: Archive): Check {
  return check('Statement', ({ sum, fail, each }) => {
    const months = monthsOf(archive);
    each(archive.lines('statements'), (line) => {
      const month = text(line, 'month');
      const figures = months.get(month);
      if (figures === undefined) return fail(`The statement has a month ${month} without entries.`);
      months.delete(month);
      for (const name of ['opening', 'added', 'closing'] as const)
        sum(`${name} of ${month}`, cents(line, name), figures[name]);
      const taken = cents(line, 'taken');
      return sum(`taken of ${month}`, taken < 0n ? -taken : taken, figures.taken);
    });
    for (const month of months.keys()) fail(`The statement lacks ${month}.`);
    return `${archive.lines('statements').length} months with their opening, in, out and closing`;
  });
}

/** U147: each month's document says what the entries say, line by line, and is the one whose fingerprint its PDF carries. */
export function checkStatementDocuments(archive: Archive, sha256Of: (bytes: Uint8Array) => string): Check {
  return check('Statement documents', (findings) => {
    const { fail, each } = findings;
    // Archives that were made before there were any.
    if (archive.file('data/statement_documents.jsonl') === undefined)
      return 'no documents of the statement are in this archive';
    const months = monthsOf(archive);
    const known = new Set<string>();
    let lines = 0;
    each(archive.lines('statement_documents'), (line) => {
      const name = text(line, 'month');
      const month = months.get(name);
      if (month === undefined) return fail(`There is a document of ${name}, which has no entries.`);
      months.delete(name);
      findings.same(`The number of entries of ${name}`, whole(line, 'entries'), BigInt(month.entries.length));
      if (!has(line, 'json') && month.entries.length > MOST_ENTRIES) return undefined;
      const [json, pdf] = [text(line, 'json'), text(line, 'pdf')];
      known.add(json).add(pdf);
      const bytes = archive.file(json);
      const printed = archive.file(pdf);
      if (bytes === undefined || printed === undefined) return fail(`The documents of ${name} are missing.`);
      const fingerprint = sha256Of(bytes);
      findings.same(`The fingerprint of ${name}`, text(line, 'fingerprint'), fingerprint);
      if (!contains(printed, utf8(fingerprint))) fail(`The PDF of ${name} is of other figures than its JSON.`);
      findings.same(
        `Whether ${name} has ended`,
        line['ended'],
        nextMonth(name) <= instant(archive.manifest, 'made_at'),
      );
      lines += checkDocument(archive, { name, month, document: read(bytes, json), ended: line['ended'] }, findings);
      return undefined;
    });
    for (const month of months.keys()) fail(`The documents of ${month} are missing.`);
    for (const file of list(archive.manifest, 'files') as readonly Line[])
      if (text(file, 'name').startsWith('statements/') && !known.has(text(file, 'name')))
        fail(`${text(file, 'name')} is in the archive and in no line of statement_documents.`);
    return `${archive.lines('statement_documents').length} months with ${lines} lines say what the entries say`;
  });
}

function nextMonth(name: string): number {
  const start = new Date(`${name}-01T00:00:00.000Z`);
  return start.setUTCMonth(start.getUTCMonth() + 1);
}

function contains(bytes: Uint8Array, part: Uint8Array): boolean {
  for (let at = bytes.indexOf(part[0] ?? 0); at !== -1; at = bytes.indexOf(part[0] ?? 0, at + 1))
    if (part.every((byte, i) => bytes[at + i] === byte)) return true;
  return false;
}

function read(bytes: Uint8Array, path: string): Line {
  try {
    return JSON.parse(readUtf8(bytes, path)) as Line;
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused('malformed', `${path} is not JSON.`);
    throw error;
  }
}

type Given = { readonly name: string; readonly month: Month; readonly document: Line; readonly ended: unknown };

/** How many lines of entries it has. */
function checkDocument({ manifest }: Archive, { name, month, document, ended }: Given, findings: Findings): number {
  const { same, sum, each } = findings;
  same(`The account of ${name}`, text(document, 'account'), text(manifest, 'client'));
  same(`The period of ${name}`, text(document, 'period'), name);
  same(`Whether the document of ${name} has ended`, document['ended'], ended);
  const { opening, added, taken, closing, openingCash, closingCash } = month;
  const figures = { opening, added, taken, closing, opening_cash: openingCash, closing_cash: closingCash };
  for (const [figure, expected] of Object.entries(figures))
    sum(`${figure} in the document of ${name}`, cents(document, figure), expected);
  // A split moves no money: its line has no entry.
  const lines = (list(document, 'entries') as readonly Line[]).filter((line) => has(line, 'entry'));
  same(`The number of lines in the document of ${name}`, lines.length, month.entries.length);
  let [total, cash] = [opening, openingCash];
  each(month.entries.entries(), ([i, entry]) => {
    const line = lines[i];
    total += change(entry);
    cash -= moved(entry, CASH);
    if (line === undefined) return;
    const what = `entry ${entry.number} in the document of ${name}`;
    same(`The number of ${what}`, whole(line, 'entry'), entry.number);
    same(`The time of ${what}`, instant(line, 'time_utc'), entry.at);
    same(`The event of ${what}`, text(line, 'event'), EVENTS[entry.event]);
    const sums = {
      ...{ change_to_total: change(entry), change_to_cash: -moved(entry, CASH), change_to_owed: moved(entry, LOAN) },
      ...{ total_balance: total, cash },
    };
    for (const [figure, expected] of Object.entries(sums)) sum(`${figure} of ${what}`, cents(line, figure), expected);
  });
  return lines.length;
}
