import PDFDocument from 'pdfkit';
import { type FaceName, Faces, type Weight } from './faces.ts';
import { type Line, linesOf } from './lines.ts';
import { PlainFont } from './plain-font.ts';

export type SheetOptions = {
  readonly paper: 'a4' | 'letter';
  readonly title: string;
  readonly subject: string;
  /** Stands in the file as it is, where a program finds it without reading the pages. */
  readonly keywords: string;
  readonly author: string;
  /** What the file says of its making: the same for the same content, so that its bytes are. */
  readonly date: Date;
};
export type Style = { readonly size: number; readonly weight?: Weight; readonly colour?: string };
export type Place = { readonly x: number; readonly y: number; readonly width: number; readonly align?: 'end' };
export type Tag = ReturnType<PDFKit.PDFDocument['struct']>;

export const MARGIN = 40;
/** Lines stand this far apart, in sizes of their type. */
const LEADING = 1.36;
const BASELINE = 1.05;

/** Read once, and the same in every document of this thread. */
const FACES = new Faces();

/**
 * A tagged PDF (PDF/UA), drawn from its first page to its last: every text stands in the tree of the document or is marked as none of its content. Where
 * a font lacks a letter, the next one is taken.
 */
export class Sheet {
  readonly #doc: PDFKit.PDFDocument;
  readonly #faces = FACES;
  readonly #root: Tag;
  readonly #blocks = new Blocks();
  readonly #done: Promise<Buffer>;

  private constructor({ paper, title, subject, keywords, author, date }: SheetOptions) {
    const options = {
      size: paper === 'letter' ? 'LETTER' : 'A4',
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7' as const,
      // The types know the archival subsets alone.
      subset: 'PDF/UA' as 'PDF/A-2a',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      info: { Title: title, Subject: subject, Keywords: keywords, Author: author, CreationDate: date, ModDate: date },
    };
    this.#doc = new PDFDocument(options);
    this.#done = new Promise((resolve, reject) => {
      this.#doc.on('data', (chunk: Buffer) => this.#blocks.add(chunk));
      this.#doc.on('end', () => resolve(this.#blocks.all()));
      this.#doc.on('error', reject);
    });
    this.#root = this.#doc.struct('Document');
    this.#doc.addStructure(this.#root);
  }

  /** The file's pieces leave the library as they are made only once it has begun to flow; before, it keeps them all. */
  static async begin(options: SheetOptions): Promise<Sheet> {
    const sheet = new Sheet(options);
    await new Promise((resolve) => setImmediate(resolve));
    return sheet;
  }

  get width(): number {
    return this.#doc.page.width;
  }

  get height(): number {
    return this.#doc.page.height;
  }

  addPage(): void {
    this.#doc.addPage();
  }

  /** A part of the document, below the whole or below another part; closed by `end()`. */
  open(type: string, parent: Tag = this.#root, options: object = {}): Tag {
    const tag = this.#doc.struct(type, options);
    parent.add(tag);
    return tag;
  }

  /** A part with this drawn in it. */
  tag(type: string, draw: () => void, parent: Tag = this.#root, options: object = {}): void {
    const tag = this.open(type, parent, options);
    tag.add(draw as Parameters<Tag['add']>[0]);
    tag.end();
  }

  /** What repeats on each page or only looks well: read out to nobody. */
  artifact(type: 'Pagination' | 'Layout', draw: () => void): void {
    this.#doc.markContent('Artifact', { type });
    draw();
    this.#doc.endMarkedContent();
  }

  lines(text: string, { size, weight = 'regular' }: Style, width: number): Line[] {
    return linesOf(this.#faces, text, weight, width / size);
  }

  /** Draws lines from their top on. @returns where they end */
  draw(lines: readonly Line[], style: Style, { x, y, width, align }: Place): number {
    const { size, colour = INK } = style;
    let top = y;
    for (const line of lines) {
      let left = align === 'end' ? x + width - line.width * size : x;
      for (const { text, face, width: ems } of line.pieces) {
        const base = top + size * BASELINE;
        if (face === 'regular' || face === 'bold') this.#plain(face, text, { size, colour, x: left, y: base });
        else {
          this.#doc.font(this.#font(face)).fontSize(size).fillColor(colour);
          this.#doc.text(text, left, base, { lineBreak: false, baseline: 'alphabetic' });
        }
        left += ems * size;
      }
      top += size * LEADING;
    }
    return top;
  }

  /** A text in as many lines as it takes. @returns where it ends */
  text(text: string, style: Style, place: Place): number {
    return this.draw(this.lines(text, style, place.width), style, place);
  }

  rule(y: number, colour: string, weight = 0.5): void {
    const [from, to] = [MARGIN, this.width - MARGIN].map(short);
    this.artifact('Layout', () => {
      this.#doc.addContent(`q ${weight} w ${rgb(colour)} RG ${from} ${short(y)} m ${to} ${short(y)} l S Q`);
    });
  }

  finish(): Promise<Buffer> {
    this.#root.end();
    for (const font of this.#plainFonts.values()) font.embed();
    this.#doc.end();
    return this.#done;
  }

  readonly #plainFonts = new Map<FaceName, PlainFont>();
  /** The library has turned the page's y axis round, so letters are turned back. */
  #plain(
    face: Weight,
    text: string,
    { size, colour, x, y }: { size: number; colour: string; x: number; y: number },
  ): void {
    let font = this.#plainFonts.get(face);
    if (font === undefined) {
      font = new PlainFont(this.#doc, this.#faces.font(face), face === 'bold' ? 'PB' : 'PR');
      this.#plainFonts.set(face, font);
    }
    (this.#doc.page as unknown as { fonts: Record<string, unknown> }).fonts[font.id] ??= font.reference;
    this.#doc.addContent(
      `BT /${font.id} ${size} Tf ${rgb(colour)} rg 1 0 0 -1 ${short(x)} ${short(y)} Tm <${font.encode(text)}> Tj ET`,
    );
  }

  readonly #registered = new Set<FaceName>();
  #font(face: FaceName): string {
    if (!this.#registered.has(face)) {
      this.#doc.registerFont(face, this.#faces.file(face));
      this.#registered.add(face);
    }
    return face;
  }
}

export const INK = '#111111';
export const GREY = '#555555';
export const LIGHT = '#c9c9c9';

const BLOCK_BYTES = 65_536;

/** The library hands out a file in pieces of a few bytes, which would take ten times their room if each were kept. */
class Blocks {
  readonly #full: Buffer[] = [];
  #pieces: Buffer[] = [];
  #bytes = 0;

  add(piece: Buffer): void {
    this.#pieces.push(piece);
    this.#bytes += piece.length;
    if (this.#bytes >= BLOCK_BYTES) this.#close();
  }

  all(): Buffer {
    this.#close();
    return Buffer.concat(this.#full);
  }

  #close(): void {
    this.#full.push(Buffer.concat(this.#pieces));
    [this.#pieces, this.#bytes] = [[], 0];
  }
}

function short(value: number): string {
  return value.toFixed(2);
}

const COLOURS = new Map<string, string>();
/** "#555555" as a PDF names it. */
function rgb(colour: string): string {
  let text = COLOURS.get(colour);
  if (text === undefined) {
    text = [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ');
    COLOURS.set(colour, text);
  }
  return text;
}

/** How high so many lines are. */
export function heightOf(lines: readonly Line[], { size }: Style): number {
  return lines.length * size * LEADING;
}
