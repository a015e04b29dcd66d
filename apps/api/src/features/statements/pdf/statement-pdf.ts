import type { Paper, StatementDocument } from '@clearbook/contracts/documents';
import { pdfWords as words } from '@clearbook/contracts/words/documents';
import { GREY, LIGHT, MARGIN, Sheet } from '../../../platform/pdf/index.ts';
import { drawEntries, type EntryWords } from './entries-table.ts';
import { dayText, periodText, timeText, usd } from './texts.ts';

/** Where the last entry is in the transparency log, and the first checkpoint that covers it. */
export type LogPlace = {
  readonly entry: string;
  readonly leaf: string;
  readonly origin: string;
  readonly size: string;
  readonly root: string;
  readonly signedAt: Date;
};
export type Operator = {
  readonly legalName: string;
  readonly address: string;
  readonly registration: string;
  readonly regulator: string;
};
/** Everything a PDF is made from. The same gives the same bytes. */
export type StatementPrint = {
  readonly paper: Paper;
  readonly site: string;
  /** None in demo mode. */
  readonly operator: Operator | null;
  readonly client: string;
  readonly document: StatementDocument;
  /** What of the closing balance is borrowed; null where nothing is. */
  readonly owed: string | null;
  /** The words of each entry, in the order of the document's entries. */
  readonly words: readonly EntryWords[];
  /** SHA-256 of the document's JSON, in hex. */
  readonly fingerprint: string;
  readonly log: LogPlace | null;
  /** When it was read: shown only while the period hasn't ended. */
  readonly at: Date;
};

const PAGE_TOP = 44;
const PAGE_END = 52;
const LABEL = { size: 7.5, colour: GREY } as const;
const VALUE = { size: 9.5 } as const;

export async function statementPdf(print: StatementPrint): Promise<Uint8Array> {
  const { document, site } = print;
  const period = periodText(document.period);
  const sheet = await Sheet.begin({
    paper: print.paper,
    title: words.documentTitle(period, site),
    subject: words.subject(print.client, document.account),
    keywords: print.fingerprint,
    author: print.operator?.legalName ?? site,
    date: document.ended ? new Date(`${document.to}T23:59:59.000Z`) : print.at,
  });
  sheet.addPage();
  let y = drawHead(sheet, print);
  y = drawFacts(sheet, print, y);
  y = drawSummary(sheet, print, y);
  sheet.tag('H2', () => {
    y = sheet.text(words.entries, { size: 12, weight: 'bold' }, { x: MARGIN, y, width: inner(sheet) });
  });
  const check = layOutCheck(sheet, print);
  const foot = { bottom: sheet.height - PAGE_END, top: PAGE_TOP };
  drawEntries(sheet, {
    ...{ document, words: print.words, y: y + 4, ...foot },
    after: check.height,
    onPage: (page, pages) => drawFoot(sheet, `${site} · ${print.client} · ${period}`, words.page(page, pages)),
    drawAfter: check.draw,
  });
  return sheet.finish();
}

const inner = (sheet: Sheet): number => sheet.width - 2 * MARGIN;

function drawHead(sheet: Sheet, { site, operator, document, at }: StatementPrint): number {
  const width = inner(sheet);
  const half = width / 2 - 10;
  const right = { x: MARGIN + half + 20, width: half, align: 'end' as const };
  let left = PAGE_TOP;
  sheet.tag('P', () => {
    left = sheet.text(site, { size: 13, weight: 'bold' }, { x: MARGIN, y: PAGE_TOP, width: half });
  });
  let end = PAGE_TOP + 2;
  for (const line of operatorLines(operator))
    sheet.tag('P', () => {
      end = sheet.text(line, LABEL, { ...right, y: end });
    });
  let y = Math.max(left, end) + 8;
  sheet.rule(y, LIGHT);
  y += 14;
  sheet.tag('H1', () => {
    y = sheet.text(words.title, { size: 20, weight: 'bold' }, { x: MARGIN, y, width });
  });
  sheet.tag('P', () => {
    y = sheet.text(periodText(document.period), { size: 12, colour: GREY }, { x: MARGIN, y, width });
  });
  const notes = [
    ...(operator === null ? [words.demo] : []),
    ...(document.ended ? [] : [words.unfinished(`${dayText(at.toISOString())}, ${timeText(at.toISOString())}`)]),
  ];
  for (const note of notes)
    sheet.tag('P', () => {
      y = sheet.text(note, { size: 9, colour: GREY }, { x: MARGIN, y: y + 3, width });
    });
  return y + 14;
}

function operatorLines(operator: Operator | null): string[] {
  if (operator === null) return [];
  const { legalName, address, registration, regulator } = operator;
  return [legalName, address, words.registration(registration), words.regulator(regulator)];
}

function drawFacts(sheet: Sheet, { client, document }: StatementPrint, top: number): number {
  const half = (inner(sheet) - 20) / 2;
  const from = dayText(`${document.from}T00:00:00.000Z`);
  const to = dayText(`${document.to}T00:00:00.000Z`);
  const rows = [
    [
      [words.client, client],
      [words.account, document.account],
    ],
    [
      [words.period, words.span(from, to)],
      [words.currency, words.dollars],
    ],
  ] as const;
  let y = top;
  for (const row of rows) {
    let end = y;
    row.forEach(([label, value], i) => {
      const place = { x: MARGIN + i * (half + 20), width: half };
      sheet.tag('P', () => {
        const below = sheet.text(label, LABEL, { ...place, y });
        end = Math.max(end, sheet.text(value, VALUE, { ...place, y: below }));
      });
    });
    y = end + 8;
  }
  return y + 6;
}

function drawSummary(sheet: Sheet, { document, owed }: StatementPrint, top: number): number {
  const figures = [
    [words.opening, usd(document.opening)],
    [words.added, usd(document.added)],
    [words.taken, usd(document.taken)],
    [words.closing, usd(document.closing)],
  ] as const;
  let y = top;
  const width = inner(sheet);
  sheet.tag('H2', () => {
    y = sheet.text(words.summary, { size: 12, weight: 'bold' }, { x: MARGIN, y, width });
  });
  y += 4;
  sheet.rule(y, LIGHT);
  y += 5;
  const each = (width - 30) / 4;
  const place = (i: number) => ({ x: MARGIN + i * (each + 10), width: each });
  const table = sheet.open('Table');
  const head = sheet.open('TR', table);
  let below = y;
  figures.forEach(([label], i) =>
    sheet.tag(
      'TH',
      () => {
        below = sheet.text(label, LABEL, { ...place(i), y });
      },
      head,
      { scope: 'Column' },
    ),
  );
  head.end();
  const row = sheet.open('TR', table);
  figures.forEach(([, value], i) =>
    sheet.tag(
      'TD',
      () => {
        y = sheet.text(value, { size: fitting(sheet, value, each), weight: 'bold' }, { ...place(i), y: below });
      },
      row,
    ),
  );
  row.end();
  table.end();
  y += 5;
  sheet.rule(y, LIGHT);
  const [opening, added, taken, closing] = figures.map(([, value]) => value);
  sheet.tag('P', () => {
    const text = words.sum(opening ?? '', added ?? '', taken ?? '', closing ?? '');
    y = sheet.text(text, { size: 8.5, colour: GREY }, { x: MARGIN, y: y + 5, width });
  });
  sheet.tag('P', () => {
    const text = words.availableAt(usd(document.closing_cash));
    y = sheet.text(text, { size: 8.5, colour: GREY }, { x: MARGIN, y, width });
  });
  // A balance that is partly somebody else's money isn't shown without saying so.
  if (owed !== null)
    sheet.tag('P', () => {
      y = sheet.text(words.owedAt(usd(owed)), { size: 8.5, colour: GREY }, { x: MARGIN, y, width });
    });
  return y + 14;
}

/** The size at which a figure stands in one line. */
function fitting(sheet: Sheet, text: string, width: number): number {
  return [13, 11, 9.5, 8].find((size) => sheet.lines(text, { size, weight: 'bold' }, width).length === 1) ?? 7;
}

/** What proves the statement. Its height is known before it is drawn, so that it isn't torn apart by the end of a page. */
function layOutCheck(sheet: Sheet, { fingerprint, log, document }: StatementPrint) {
  const width = inner(sheet);
  const head = { size: 12, weight: 'bold' as const };
  const small = { size: 8, colour: GREY };
  const strong = { size: 8.5, weight: 'bold' as const };
  const hash = { size: 8.5 };
  const logged =
    log === null
      ? [{ text: document.entries.some(({ entry }) => entry !== null) ? words.notLogged : words.noEntry, style: small }]
      : [
          { text: words.logText(log.entry, log.leaf, log.origin), style: small },
          {
            text: words.checkpoint(
              log.size,
              `${dayText(log.signedAt.toISOString())}, ${timeText(log.signedAt.toISOString())}`,
            ),
            style: small,
          },
          { text: log.root, style: hash },
        ];
  const parts = [
    { tag: 'H2', text: words.check, style: head, gap: 4 },
    { tag: 'P', text: words.fingerprint, style: strong, gap: 0 },
    { tag: 'P', text: fingerprint, style: hash, gap: 1 },
    { tag: 'P', text: words.fingerprintText, style: small, gap: 7 },
    { tag: 'P', text: words.log, style: strong, gap: 0 },
    ...logged.map(({ text, style }) => ({ tag: 'P', text, style, gap: 1 })),
  ].map((part) => ({ ...part, lines: sheet.lines(part.text, part.style, width) }));
  const height = parts.reduce((sum, { lines, style, gap }) => sum + lines.length * style.size * 1.36 + gap, 0);
  return {
    height,
    draw: (top: number): void => {
      let y = top;
      for (const { tag, lines, style, gap } of parts) {
        sheet.tag(tag, () => {
          y = sheet.draw(lines, style, { x: MARGIN, y, width });
        });
        y += gap;
      }
    },
  };
}

/** On each page, and read out on none. */
function drawFoot(sheet: Sheet, left: string, right: string): void {
  const style = { size: 7.5, colour: GREY };
  const y = sheet.height - PAGE_END + 14;
  const width = inner(sheet);
  sheet.artifact('Pagination', () => {
    const [line] = sheet.lines(left, style, width - 90);
    if (line !== undefined) sheet.draw([line], style, { x: MARGIN, y, width: width - 90 });
    sheet.text(right, style, { x: MARGIN + width - 80, y, width: 80, align: 'end' });
  });
}
