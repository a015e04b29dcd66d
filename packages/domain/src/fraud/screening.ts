import { namesMatch, searchKeys, wordCount } from './names.ts';

/** Somebody on a list of sanctioned or politically exposed people. */
export type ListedPerson = {
  readonly list: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Days, months or years as the list knows them: 1961-04-28, 1961-04 or 1961. None: unknown. */
  readonly born: readonly string[];
  readonly country: string | null;
  readonly program: string | null;
};

/** Somebody on a list whom the name may belong to. */
export type ListMatch = Pick<ListedPerson, 'list' | 'name' | 'country' | 'program'> & {
  readonly birth: 'agrees' | 'unknown' | 'differs';
};

/** More than this of one name say nothing more. */
const MATCHES_MAX = 50;
const ORDER: readonly ListMatch['birth'][] = ['agrees', 'unknown', 'differs'];

/**
 * Finds whom on a list a client may be, as tolerant of case, accents, order and typos as names are compared everywhere here. The best come first.
 * One word is no name: where the list or the client has no more, only a date of birth that agrees makes a match.
 */
export function screeningIndex(people: readonly ListedPerson[]): (name: string, born: string) => ListMatch[] {
  const byKey = new Map<string, ListedPerson[]>();
  for (const person of people)
    for (const key of new Set([person.name, ...person.aliases].flatMap(searchKeys))) {
      const there = byKey.get(key);
      if (there === undefined) byKey.set(key, [person]);
      else there.push(person);
    }

  return (name, born) => {
    const candidates = new Set(searchKeys(name).flatMap((key) => byKey.get(key) ?? []));
    const matches: ListMatch[] = [];
    for (const person of candidates) {
      const names = [person.name, ...person.aliases].filter((each) => namesMatch(each, name));
      if (names.length === 0) continue;
      const birth = birthOf(person.born, born);
      const whole = wordCount(name) > 1 && names.some((each) => wordCount(each) > 1);
      if (!whole && birth !== 'agrees') continue;
      matches.push({ list: person.list, name: person.name, country: person.country, program: person.program, birth });
    }
    return matches.toSorted((a, b) => ORDER.indexOf(a.birth) - ORDER.indexOf(b.birth)).slice(0, MATCHES_MAX);
  };
}

function birthOf(listed: readonly string[], born: string): ListMatch['birth'] {
  if (listed.length === 0) return 'unknown';
  return listed.some((each) => born.startsWith(each)) ? 'agrees' : 'differs';
}
