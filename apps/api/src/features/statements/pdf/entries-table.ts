import type { StatementDocument } from '@clearbook/contracts/documents';
import { pdfWords as words } from '@clearbook/contracts/words/documents';
import {
  GREY,
  heightOf,
  LIGHT,
  type Line,
  MARGIN,
  type Sheet,
  type Style,
  type Tag,
} from '../../../platform/pdf/index.ts';
import { changeText, dayText, timeText, usd } from './texts.ts';

/** What a person reads of an entry beside its figures. */
export type EntryWords = {
  readonly what: string;
  readonly details: string;
  readonly reason: string;
  readonly reference: string;
  readonly manual: boolean;
};

type Entry = StatementDocument['entries'][number];
/** Lines below each other in one cell. */
type Cell = { readonly lines: readonly Line[]; readonly style: Style }[];
type Row = { readonly cells: readonly Cell[]; readonly height: number };
type Column = { readonly x: number; readonly width: number; readonly align?: 'end' };

const TITLE: Style = { size: 8.5, weight: 'bold' };
const TEXT: Style = { size: 8.5 };
const SMALL: Style = { size: 7.5, colour: GREY };
const GUTTER = 8;
const PADDING = 4;
const HEAD_HEIGHT = 20;
const GAP_AFTER = 18;

export type TableOptions = {
  readonly document: StatementDocument;
  readonly words: readonly EntryWords[];
  /** Where it begins on the page at hand; where it begins on later ones, and ends on each. */
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  /** How high what follows is, which is drawn in one piece. */
  readonly after: number;
  drawAfter(y: number): void;
  onPage(page: number, pages: number): void;
};

/** The entries, oldest first, between the balance before them and the balance after them: one table, whose head is repeated on each page. */
export function drawEntries(sheet: Sheet, options: TableOptions): void {
  const { document, top, bottom, after } = options;
  const columns = columnsOf(sheet);
  const rows = rowsOf(sheet, document, options.words, columns);
  const pages = paginate(rows, { first: options.y + HEAD_HEIGHT, next: top + HEAD_HEIGHT, bottom });
  const end = (pages.at(-1) ?? []).reduce(
    (y, { height }) => y + height,
    (pages.length === 1 ? options.y : top) + HEAD_HEIGHT,
  );
  const alone = end + GAP_AFTER + after > bottom;
  const count = pages.length + (alone ? 1 : 0);
  const table = sheet.open('Table');
  pages.forEach((page, i) => {
    if (i > 0) sheet.addPage();
    const y = i === 0 ? options.y : top;
    drawHeads(sheet, columns, y, i === 0 ? table : undefined);
    let at = y + HEAD_HEIGHT;
    for (const row of page) {
      drawRow(sheet, row, columns, at, table);
      at += row.height;
    }
    options.onPage(i + 1, count);
  });
  table.end();
  if (alone) sheet.addPage();
  options.drawAfter(alone ? top : end + GAP_AFTER);
  if (alone) options.onPage(count, count);
}

function columnsOf(sheet: Sheet): Column[] {
  const widths = [58, 0, 74, 84, 84];
  const inner = sheet.width - 2 * MARGIN;
  widths[1] = inner - widths.reduce((sum, width) => sum + width, 0) - 4 * GUTTER;
  let x = MARGIN;
  return widths.map((width, i) => {
    const column = { x, width, ...(i > 1 && { align: 'end' as const }) };
    x += width + GUTTER;
    return column;
  });
}

function rowsOf(
  sheet: Sheet,
  document: StatementDocument,
  texts: readonly EntryWords[],
  columns: readonly Column[],
): Row[] {
  const cellOf = (parts: readonly (readonly [string, Style])[], { width }: Column): Cell =>
    parts.map(([text, style]) => ({ style, lines: sheet.lines(text, style, width) }));
  const row = (parts: readonly (readonly (readonly [string, Style])[])[]): Row => {
    const cells = columns.map((column, i) => cellOf(parts[i] ?? [], column));
    const heights = cells.map((cell) => cell.reduce((sum, { lines, style }) => sum + heightOf(lines, style), 0));
    return { cells, height: Math.max(...heights) + 2 * PADDING };
  };
  const standing = (title: string, total: string, cash: string): Row =>
    row([
      [],
      [[title, TITLE]],
      [],
      [figure(sheet, usd(total), TITLE, columns[3])],
      [figure(sheet, usd(cash), TITLE, columns[4])],
    ]);
  const entries = document.entries.map((entry, i) => {
    const change = entry.change_to_total;
    return row([
      [
        [dayText(entry.time_utc), TEXT],
        [timeText(entry.time_utc), SMALL],
      ],
      whatOf(entry, texts[i]),
      [figure(sheet, changeText(change), TEXT, columns[2])],
      [figure(sheet, usd(entry.total_balance), TEXT, columns[3])],
      [figure(sheet, usd(entry.cash), TEXT, columns[4])],
    ]);
  });
  return [
    standing(words.opening, document.opening, document.opening_cash),
    ...(entries.length === 0 ? [row([[], [[words.none, TEXT]]])] : entries),
    standing(words.closing, document.closing, document.closing_cash),
  ];
}

/** A figure stands in one line, however large. */
function figure(sheet: Sheet, text: string, style: Style, column: Column | undefined): readonly [string, Style] {
  const size = [style.size, 7.5, 6.5].find(
    (each) => sheet.lines(text, { ...style, size: each }, column?.width ?? 0).length === 1,
  );
  return [text, { ...style, size: size ?? 5.5 }];
}

function whatOf(entry: Entry, text: EntryWords | undefined): (readonly [string, Style])[] {
  if (text === undefined) throw new Error(`statement: entry ${entry.entry ?? 'of a split'} has no words`);
  const about = [
    ...(entry.entry === null ? [] : [words.entry(entry.entry)]),
    ...(text.manual ? [words.manual] : []),
    ...(text.reference === '' ? [] : [words.reference(text.reference)]),
    ...(/^0\.0+$/.test(entry.change_to_owed) ? [] : [words.owed(changeText(entry.change_to_owed))]),
  ];
  return [
    [text.what, TITLE],
    [text.details, TEXT],
    ...(text.reason === '' ? [] : [[words.reason(text.reason), TEXT] as const]),
    ...(about.length === 0 ? [] : [[about.join(' · '), SMALL] as const]),
  ];
}

/** Whole rows on each page. */
function paginate(
  rows: readonly Row[],
  { first, next, bottom }: { first: number; next: number; bottom: number },
): Row[][] {
  const pages: Row[][] = [[]];
  let y = first;
  for (const row of rows) {
    if (y + row.height > bottom && (pages.at(-1)?.length ?? 0) > 0) {
      pages.push([]);
      y = next;
    }
    pages.at(-1)?.push(row);
    y += row.height;
  }
  return pages;
}

/** The heads of the columns: in the table on its first page, and for the eye alone on the others. */
function drawHeads(sheet: Sheet, columns: readonly Column[], y: number, table: Tag | undefined): void {
  const heads = [
    words.columns.date,
    words.columns.what,
    words.columns.change,
    words.columns.balance,
    words.columns.cash,
  ];
  const head = table && sheet.open('TR', table);
  heads.forEach((text, i) => {
    const draw = (): void => {
      sheet.text(text, { ...SMALL, weight: 'bold' }, { x: 0, width: 0, ...columns[i], y: y + 4 });
    };
    if (head === undefined) sheet.artifact('Pagination', draw);
    else sheet.tag('TH', draw, head, { scope: 'Column' });
  });
  head?.end();
  sheet.rule(y + HEAD_HEIGHT - 2, '#888888', 0.75);
}

function drawRow(sheet: Sheet, { cells, height }: Row, columns: readonly Column[], y: number, table: Tag): void {
  const row = sheet.open('TR', table);
  cells.forEach((cell, i) => {
    const column = columns[i];
    if (column === undefined) return;
    sheet.tag(
      'TD',
      () => {
        let at = y + PADDING;
        for (const { lines, style } of cell) at = sheet.draw(lines, style, { ...column, y: at });
      },
      row,
    );
  });
  row.end();
  sheet.rule(y + height, LIGHT, 0.4);
}
