/** Hues far enough apart to be told from each other, by the way around the circle. */
const HUES = 18;

/** A hue in degrees that follows from a name or an id and is always the same. tokens.css says what is painted in it. */
export function hueOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return ((hash >>> 8) % HUES) * (360 / HUES);
}
