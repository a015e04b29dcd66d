import { statementFileWords as words } from '@clearbook/contracts/words/statement-file';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import {
  amountOf,
  dayOf,
  LINES_MAX,
  placesOf,
  type RawLine,
  type ReadFile,
  readLines,
  type Reading,
} from './statement-file.ts';

const NAMES: Reading['names'] = {
  date: 'BookgDt',
  amount: 'Amt',
  reference: 'RmtInf',
  id: 'AcctSvcrRef',
  txid: 'TxId',
  output: 'Ntry',
};
/** Elements that may come several times: always lists, so that one entry is read as a hundred are. */
const LISTS = new Set(['Stmt', 'Ntry', 'NtryDtls', 'TxDtls', 'Bal', 'Ustrd', 'Strd']);

type Node = Readonly<Record<string, unknown>>;

/** A bank's statement as ISO 20022 camt.053 XML, of any version: entries that are booked, and the closing balance. `line` of a fault is the entry's place. */
export function readCamt(text: string, reading: Omit<Reading, 'names'>): ReadFile {
  const failed = (message: string, column = ''): ReadFile => ({
    format: 'camt.053',
    lines: [],
    closing: null,
    faults: [{ line: 0, column, message }],
  });
  if (placesOf(reading.method) === 8) return failed(words.coins);
  // No statement has one, and it is what entities are declared in.
  if (/<!doctype/i.test(text)) return failed(words.doctype);
  const valid = XMLValidator.validate(text);
  if (valid !== true) return failed(words.brokenXml(valid.err.msg));
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name) => LISTS.has(name),
  });
  const document = parser.parse(text) as Node;
  const statements = listOf(at(document, 'Document', 'BkToCstmrStmt'), 'Stmt');
  if (statements.length === 0) return failed(words.noStatement);
  const entries = statements.flatMap((statement) => listOf(statement, 'Ntry')).filter(isBooked);
  if (entries.length > LINES_MAX) return failed(words.tooMany(LINES_MAX));
  const foreign = statements.map((one) => currencyOf(one)).find((currency) => currency !== '' && currency !== 'USD');
  if (foreign !== undefined) return failed(words.currency(foreign), 'Ccy');
  const raw: RawLine[] = [];
  const faults: { line: number; column: string; message: string }[] = [];
  for (const [n, entry] of entries.entries()) {
    const currency = textAt(entry, 'Amt', '@Ccy');
    if (currency !== 'USD') faults.push({ line: n + 1, column: 'Amt', message: words.currency(currency) });
    if (signOf(entry) === null) faults.push({ line: n + 1, column: 'CdtDbtInd', message: words.direction });
    raw.push(...linesOf(entry, n + 1));
  }
  const closing = closingOf(statements);
  if (closing !== null && closing.day > reading.today) faults.push({ line: 0, column: 'Bal', message: words.future });
  const read = readLines(raw, { ...reading, names: NAMES });
  return {
    format: 'camt.053',
    lines: read.lines,
    closing,
    faults: [...faults, ...read.faults].toSorted((a, b) => a.line - b.line),
  };
}

/** An entry, or each payment of a batch where the bank says what each was. */
function linesOf(entry: Node, place: number): RawLine[] {
  const sign = signOf(entry) ?? '';
  const date = dateOf(at(entry, 'BookgDt')) || dateOf(at(entry, 'ValDt'));
  const total = textAt(entry, 'Amt', '#text');
  // `NtryRef` numbers the entries of one statement: the next statement has the same again.
  const own = textAt(entry, 'AcctSvcrRef');
  const payments = listOf(entry, 'NtryDtls').flatMap((details) => listOf(details, 'TxDtls'));
  const amounts = payments.map((one) => textAt(one, 'Amt', '#text') || textAt(one, 'AmtDtls', 'TxAmt', 'Amt', '#text'));
  const cents = amounts.map((one) => amountOf(one, 2));
  const sum = cents.reduce<bigint>((all, one) => all + (one ?? 0n), 0n);
  const apart = payments.length > 1 && cents.every((one) => one !== null) && sum === amountOf(total, 2);
  const line = (amount: string, id: string, reference: string): RawLine => ({
    place,
    date,
    amount: `${sign}${amount}`,
    reference: reference.replaceAll(/\s+/g, ' ').trim().slice(0, 500),
    id,
    txid: '',
    output: '',
  });
  if (!apart) return [line(total, own, [...payments.map(referenceOf), textAt(entry, 'AddtlNtryInf')].join(' '))];
  return payments.map((one, n) => {
    const id = textAt(one, 'Refs', 'AcctSvcrRef');
    return line(amounts[n] ?? '', id !== '' && id !== own ? id : own === '' ? '' : `${own}/${n + 1}`, referenceOf(one));
  });
}

function referenceOf(payment: Node): string {
  const end = textAt(payment, 'Refs', 'EndToEndId');
  const told = (at(payment, 'RmtInf', 'Ustrd') as unknown[] | undefined) ?? [];
  const structured = listOf(at(payment, 'RmtInf'), 'Strd').map((one) => textAt(one, 'CdtrRefInf', 'Ref'));
  return [end === 'NOTPROVIDED' ? '' : end, ...told.map(textOf), ...structured].filter((part) => part !== '').join(' ');
}

/** Pending entries are none yet. */
function isBooked(entry: Node): boolean {
  const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
  return status === '' || status === 'BOOK';
}

/** What went out is negative; a reversal says the sign that it has itself. */
function signOf(node: Node): '' | '-' | null {
  const direction = textAt(node, 'CdtDbtInd');
  return direction === 'CRDT' ? '' : direction === 'DBIT' ? '-' : null;
}

function closingOf(statements: readonly Node[]): ReadFile['closing'] {
  const closings = statements
    .flatMap((statement) => listOf(statement, 'Bal'))
    .filter((balance) => textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') === 'CLBD')
    .flatMap((balance) => {
      const [day, amount, sign] = [
        dayOf(dateOf(at(balance, 'Dt'))),
        amountOf(textAt(balance, 'Amt', '#text'), 2),
        signOf(balance),
      ];
      return day === null || amount === null || sign === null
        ? []
        : [{ day, balance: sign === '-' ? -amount : amount }];
    });
  return closings.toSorted((a, b) => b.day - a.day)[0] ?? null;
}

function currencyOf(statement: Node): string {
  return textAt(statement, 'Acct', 'Ccy');
}

function dateOf(node: unknown): string {
  return (textAt(node, 'Dt') || textAt(node, 'DtTm')).slice(0, 10);
}

function at(node: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (of, name) => (typeof of === 'object' && of !== null ? (of as Node)[name] : undefined),
    node,
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const inside = at(value, '#text');
  return typeof inside === 'string' ? inside : '';
}

function textAt(node: unknown, ...path: readonly string[]): string {
  const last = path.at(-1);
  if (last === '#text') return textOf(at(node, ...path.slice(0, -1)));
  return textOf(at(node, ...path));
}

function listOf(node: unknown, name: string): Node[] {
  const found = at(node, name);
  return Array.isArray(found) ? found.filter((one): one is Node => typeof one === 'object' && one !== null) : [];
}
