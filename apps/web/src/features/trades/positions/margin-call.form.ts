import { LEVEL_MAX, LEVEL_MIN, MOST_LEVELS } from '@clearbook/domain/actions';

/** What was typed, "150, 100 %", as levels; null where one of them is none. Nothing typed means no levels. */
export function levelsFrom(text: string): number[] | null {
  const parts = text
    .split(/[\s,;]+/)
    .map((part) => part.replace(/%$/, ''))
    .filter((part) => part !== '');
  if (!parts.every((part) => /^\d{2,4}$/.test(part))) return null;
  const levels = [...new Set(parts.map(Number))];
  return levels.length <= MOST_LEVELS && levels.every((level) => level >= LEVEL_MIN && level <= LEVEL_MAX)
    ? levels
    : null;
}
