/** Letters that no decomposition takes apart, as bank forms write them. */
const SPELT: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const TITLES: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'herr', 'frau', 'sir']);
/** A letter may be missing, doubled or wrong in a name of so many letters or more. */
const SLIP_FROM = 5;

/**
 * Whether an account may belong to a person, by the two names alone. Case, order, accents, hyphens, titles, middle names, initials and one slip in
 * a long name make no difference, nor do words written as one. Names without a script in common cannot be compared: those count as alike, because a
 * wrong alarm about every foreign name would teach staff to overlook the right ones. What has no letters is nobody's name.
 */
export function namesAgree(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  if (a.length === 0 || b.length === 0) return a.length === b.length;
  return !comparable(a, b) || wordsAgree(a, b);
}

/** The same for whoever looks for a name among many: what can't be compared is no match. */
export function namesMatch(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return comparable(a, b) && wordsAgree(a, b);
}

/** Names that match have one of these in common, so that a list needs no reading from end to end. */
export function searchKeys(name: string): string[] {
  const words = wordsOf(name);
  return [
    ...new Set([
      joined(words),
      ...words.flatMap((word, at) => [word, ...runsFrom(words, at).map(asOne), ...withoutOne(word)]),
    ]),
  ];
}

/** How many words a name has that count. */
export function wordCount(name: string): number {
  return wordsOf(name).length;
}

/** Where they have letters of one kind in common. A name with one letter of another script is compared all the same: else that letter would hide it. */
function comparable(a: readonly string[], b: readonly string[]): boolean {
  return (a.some(hasLatin) && b.some(hasLatin)) || (a.some(hasOther) && b.some(hasOther));
}

function wordsAgree(a: readonly string[], b: readonly string[]): boolean {
  if (joined(a) === joined(b)) return true;
  // Counted before words are written as one: two that are one word of the other name are one agreement.
  const enough = Math.min(2, a.length, b.length);
  return enoughAgree(a, b, enough) || enoughAgree(writtenAs(a, b), writtenAs(b, a), enough);
}

function enoughAgree(a: readonly string[], b: readonly string[], enough: number): boolean {
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const left = [...many];
  let [agreeing, whole] = [0, 0];
  // Whole names first, so that an initial does not use up the name that another word needs.
  for (const word of few.toSorted((x, y) => y.length - x.length)) {
    const at = bestFor(word, left);
    if (at < 0) continue;
    const [match = ''] = left.splice(at, 1);
    agreeing += 1;
    if (word.length > 1 && match.length > 1) whole += 1;
  }
  return whole > 0 && agreeing >= enough;
}

function bestFor(word: string, left: readonly string[]): number {
  const same = left.indexOf(word);
  if (same >= 0) return same;
  const slip = left.findIndex((each) => isSlip(word, each));
  if (slip >= 0) return slip;
  return left.findIndex((each) => (word.length === 1 || each.length === 1) && word[0] === each[0]);
}

function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => SPELT[letter] ?? letter)
    .replaceAll(/[\p{M}'’`.]/gu, (mark) => (mark === '.' ? ' ' : ''));
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !TITLES.has(word));
}

/** The words of a name, with those as one that are one word of another name: "dela cruz" where that has "delacruz". */
function writtenAs(words: readonly string[], other: readonly string[]): string[] {
  const written: string[] = [];
  let at = 0;
  while (at < words.length) {
    const run = runsFrom(words, at).find((each) => other.includes(asOne(each))) ?? words.slice(at, at + 1);
    written.push(asOne(run));
    at += run.length;
  }
  return written;
}

/** Three and two words that stand next to each other, from one place on: they may be written as one. */
function runsFrom(words: readonly string[], at: number): string[][] {
  return [3, 2].map((length) => words.slice(at, at + length)).filter((run) => run.length > 1);
}

const asOne = (run: readonly string[]): string => run.join('');
const hasLatin = (word: string): boolean => /[\p{Script=Latin}\p{N}]/u.test(word);
const hasOther = (word: string): boolean => /[^\p{Script=Latin}\p{N}]/u.test(word);
const joined = (words: readonly string[]): string => words.toSorted().join('');

/** A word with each of its characters left out: two words that differ in one have one of these in common, or one is the other's. */
function withoutOne(word: string): string[] {
  return word.length < SLIP_FROM ? [] : Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));
}

/** Whether one letter more, less or other makes one of the other. */
function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < SLIP_FROM || long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  return short.slice(short.length === long.length ? at + 1 : at) === long.slice(at + 1);
}
