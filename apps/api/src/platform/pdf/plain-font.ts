import type { Font } from 'fontkit';

type Reference = ReturnType<PDFKit.PDFDocument['ref']>;

/** The end of a CMap between these lines is the same in every PDF (ISO 32000-2, 9.10.3). */
const CMAP_HEAD = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
`;
const CMAP_END = `endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
/** A range of a CMap stays within one high byte. */
const RANGE = 256;

/**
 * A font whose letters stand beside each other as they are: each is written by its number, with nothing worked out or remembered of words. That takes a
 * fifth of the time of the library's own way of setting text, and memory for letters instead of words; a statement has ten thousands of different ones.
 */
export class PlainFont {
  readonly id: string;
  readonly reference: Reference;
  readonly #doc: PDFKit.PDFDocument;
  readonly #font: Font;
  readonly #subset: ReturnType<Font['createSubset']>;
  /** By code point: what stands for it on the page. */
  readonly #codes: string[] = [];
  readonly #widths: number[];
  readonly #letters: number[] = [0];

  constructor(doc: PDFKit.PDFDocument, font: Font, id: string) {
    this.#doc = doc;
    this.#font = font;
    this.id = id;
    this.reference = doc.ref({});
    this.#subset = font.createSubset();
    this.#widths = [this.#scaled(font.getGlyph(0).advanceWidth)];
  }

  /** The text as hexadecimal numbers of its glyphs. */
  encode(text: string): string {
    let found = '';
    for (const letter of text)
      found += this.#codes[letter.codePointAt(0) ?? 0] ?? this.#take(letter.codePointAt(0) ?? 0);
    return found;
  }

  /** Writes the letters that were used into the file. To be called once, at its end. */
  embed(): void {
    const { bbox, postscriptName, ascent, descent, italicAngle, capHeight } = this.#font;
    const file = this.#doc.ref({});
    close(file, this.#subset.encode());
    const name = `CLRBK${this.id.slice(-1)}+${postscriptName ?? ''}`;
    const descriptor = this.#doc.ref({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: 4,
      FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((each) => this.#scaled(each)),
      ItalicAngle: italicAngle,
      Ascent: this.#scaled(ascent),
      Descent: this.#scaled(descent),
      CapHeight: this.#scaled(capHeight),
      StemV: 0,
      FontFile2: file,
    });
    close(descriptor);
    const descendant = this.#doc.ref({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      // oxlint-disable-next-line no-new-wrappers -- the library writes such an object as a string, and a string as a name
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      W: [0, this.#widths],
      CIDToGIDMap: 'Identity',
    });
    close(descendant);
    const unicode = this.#doc.ref({});
    close(unicode, Buffer.from(this.#cmap()));
    Object.assign(this.reference.data, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: unicode,
    });
    close(this.reference);
  }

  #take(code: number): string {
    const glyph = this.#font.glyphForCodePoint(code);
    const index = (this.#subset as unknown as { includeGlyph(glyph: number): number }).includeGlyph(glyph.id);
    this.#widths[index] ??= this.#scaled(glyph.advanceWidth);
    this.#letters[index] ??= code;
    const text = hex(index);
    this.#codes[code] = text;
    return text;
  }

  #cmap(): string {
    const ranges: string[] = [];
    for (let from = 0; from < this.#letters.length; from += RANGE) {
      const part = this.#letters.slice(from, from + RANGE);
      const texts = part.map((code) => `<${utf16(code)}>`).join(' ');
      ranges.push(`<${hex(from)}> <${hex(from + part.length - 1)}> [${texts}]`);
    }
    return `${CMAP_HEAD}${ranges.length} beginbfrange\n${ranges.join('\n')}\nendbfrange\n${CMAP_END}`;
  }

  #scaled(units: number): number {
    return (units * 1000) / this.#font.unitsPerEm;
  }
}

/** The types ask for a last part, which the library does not. */
function close(reference: Reference, data?: Uint8Array): void {
  (reference as unknown as { end(data?: Uint8Array): void }).end(data);
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}

function utf16(code: number): string {
  return String.fromCodePoint(code)
    .split('')
    .map((unit) => hex(unit.charCodeAt(0)))
    .join('');
}
