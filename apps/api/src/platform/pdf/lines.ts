import bidiModule from 'bidi-js';
import type { Faces, Piece, Weight } from './faces.ts';

/** One line of text, its pieces from left to right. Widths are in parts of the size of the type. */
export type Line = { readonly pieces: readonly Piece[]; readonly width: number };

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;
const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
// Its file is the function itself, which its types call `default`.
const bidiFactory = bidiModule as unknown as typeof bidiModule.default;
let bidi: ReturnType<typeof bidiFactory> | undefined;

/** Breaks a text at spaces into lines of at most this width; a word that is wider than a line is broken where the line ends. */
export function linesOf(faces: Faces, text: string, weight: Weight, width: number): Line[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).flatMap((paragraph) => broken(faces, paragraph, weight, width));
}

function broken(faces: Faces, text: string, weight: Weight, width: number): Line[] {
  const whole = lineOf(faces, text, weight);
  if (whole.width <= width) return [whole];
  const measure = (part: string): number => widthOf(faces.pieces(part, weight));
  const blank = measure(' ');
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const place = (part: string, size: number): void => {
    if (used > 0 && used + size > width) {
      lines.push(line);
      [line, used] = ['', 0];
    }
    line += part;
    used += size;
  };
  for (const word of text.split(/\s+/)) {
    const size = measure(word);
    if (size <= width) place(word, size);
    else for (const { segment } of GRAPHEMES.segment(word)) place(segment, measure(segment));
    line += ' ';
    used += blank;
  }
  return [...lines, line].map((each) => lineOf(faces, each.trimEnd(), weight));
}

function lineOf(faces: Faces, text: string, weight: Weight): Line {
  const parts = RIGHT_TO_LEFT.test(text) ? inOrder(text) : [text];
  const pieces = parts.flatMap((part) => faces.pieces(part, weight));
  return { pieces, width: widthOf(pieces) };
}

/** A line with letters that run from right to left, in parts of one direction in the order in which they stand on paper. */
function inOrder(text: string): string[] {
  bidi ??= bidiFactory();
  const levels = bidi.getEmbeddingLevels(text, 'ltr');
  const parts: { start: number; end: number; level: number }[] = [];
  levels.levels.forEach((level, i) => {
    const last = parts.at(-1);
    if (last?.level === level) last.end = i + 1;
    else parts.push({ start: i, end: i + 1, level });
  });
  const highest = Math.max(...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let i = 0; i < parts.length; i += 1) {
      if ((parts[i]?.level ?? 0) < level) continue;
      let end = i;
      while ((parts[end]?.level ?? 0) >= level) end += 1;
      parts.splice(i, end - i, ...parts.slice(i, end).toReversed());
      i = end;
    }
  }
  const { getMirroredCharacter } = bidi;
  return parts.map(({ start, end, level }) => {
    const part = text.slice(start, end);
    return level % 2 === 0 ? part : part.replaceAll(/[^\p{L}\p{M}]/gu, (sign) => getMirroredCharacter(sign) ?? sign);
  });
}

function widthOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { width }) => sum + width, 0);
}
