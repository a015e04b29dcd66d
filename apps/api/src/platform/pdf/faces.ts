import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import * as fontkit from 'fontkit';
import { unpackWoff, withoutShaping } from './font-file.ts';

export type Weight = 'regular' | 'bold';
/**
 * What a piece of text is drawn in. The shaped ones are the same for letters that change with their neighbours; `other` has a shape for nearly every
 * letter of every living script, if a plain one.
 */
export type FaceName = Weight | `shaped-${Weight}` | 'other';

const require = createRequire(import.meta.url);
const REGULAR = require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf');
const BOLD = require.resolve('@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf');
const SOURCES: Readonly<Record<FaceName, string>> = {
  regular: REGULAR,
  bold: BOLD,
  'shaped-regular': REGULAR,
  'shaped-bold': BOLD,
  other: require.resolve('@fontsource/unifont/files/unifont-latin-400-normal.woff'),
};
/** Shown for a letter that no font has. */
const UNKNOWN = '\uFFFD';
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Letters and signs of nearly every text, which both plain fonts have. */
const PLAIN = /^[ -~\u00b7\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2212]*$/;
const UNSHAPED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]$/u;

export type Piece = { readonly text: string; readonly face: FaceName; readonly width: number };

class Face {
  /** By code point: an array, since this is asked for each letter of each text. */
  readonly #widths: number[] = [];
  readonly #known = new Map<string, boolean>();
  readonly font: fontkit.Font;

  constructor(data: Buffer) {
    const font = fontkit.create(data);
    if (!('hasGlyphForCodePoint' in font)) throw new Error('a font file holds several fonts');
    this.font = font;
  }

  has(text: string): boolean {
    let known = this.#known.get(text);
    if (known === undefined) {
      known = true;
      for (const letter of text) known &&= this.font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0);
      this.#known.set(text, known);
    }
    return known;
  }

  /** In parts of the size of the type. */
  width(text: string): number {
    let sum = 0;
    for (const letter of text) {
      const code = letter.codePointAt(0) ?? 0;
      let width = this.#widths[code];
      if (width === undefined) {
        width = this.font.glyphForCodePoint(code).advanceWidth / this.font.unitsPerEm;
        this.#widths[code] = width;
      }
      sum += width;
    }
    return sum;
  }
}

/** The product's fonts, each read when it is first needed. */
export class Faces {
  readonly #files = new Map<FaceName, Buffer>();
  readonly #faces = new Map<FaceName, Face>();

  file(name: FaceName): Buffer {
    const known = this.#files.get(name);
    if (known !== undefined) return known;
    const file = readFileSync(SOURCES[name]);
    const data = name === 'other' ? unpackWoff(file) : name.startsWith('shaped-') ? file : withoutShaping(file);
    this.#files.set(name, data);
    return data;
  }

  /** A text in pieces that are measured and drawn each in one font, letters with their marks kept together. */
  pieces(text: string, weight: Weight): Piece[] {
    if (PLAIN.test(text)) return [{ text, face: weight, width: this.#face(weight).width(text) }];
    const found: { text: string; face: FaceName }[] = [];
    for (const { segment } of GRAPHEMES.segment(text.normalize('NFC'))) {
      const shown = segment.replaceAll(INVISIBLE, '');
      if (shown === '') continue;
      const next = this.#pick(shown, weight);
      const last = found.at(-1);
      if (last?.face === next.face) last.text += next.text;
      else found.push(next);
    }
    return found.map(({ text: part, face }) => ({ text: part, face, width: this.#face(face).width(part) }));
  }

  font(name: FaceName): fontkit.Font {
    return this.#face(name).font;
  }

  #pick(text: string, weight: Weight): { text: string; face: FaceName } {
    if (this.#face(weight).has(text)) return { text, face: UNSHAPED.test(text) ? weight : `shaped-${weight}` };
    return this.#face('other').has(text) ? { text, face: 'other' } : { text: UNKNOWN, face: weight };
  }

  #face(name: FaceName): Face {
    const known = this.#faces.get(name);
    if (known !== undefined) return known;
    const face = new Face(this.file(name));
    this.#faces.set(name, face);
    return face;
  }
}
