import { paletteWords as words } from '@clearbook/contracts/words/palette';

/** What a sentence typed into the palette asks for, and the page that does it. */
export type Phrase = { id: string; kind: 'statement'; label: string; hint: string; to: string };

type Known = {
  /** This instant, of which the month is read in UTC. */
  now: Date;
  /** Whether a page is there for whoever asks. */
  has: (path: string) => boolean;
};

/** "statement november 2025", for as far as there are pages for them. Nothing is done before it is chosen. */
export function phrasesIn(query: string, known: Known): Phrase[] {
  return statementsIn(query, known);
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ');

/** The newest month of that name that has begun, or the one of the year that is named. */
function statementsIn(query: string, { now, has }: Known): Phrase[] {
  const [, name = '', year] = /^statement\s+(?:for\s+|of\s+)?([a-z]{3,9})(?:\s+(\d{4}))?$/i.exec(query.trim()) ?? [];
  const month = name === '' ? -1 : MONTHS.findIndex((each) => each.startsWith(name.toLowerCase()));
  if (month < 0 || !has('/statement')) return [];
  const latest = month <= now.getUTCMonth() ? now.getUTCFullYear() : now.getUTCFullYear() - 1;
  const of = year === undefined ? latest : Number(year);
  const [from, to] = [Date.UTC(of, month, 1), Date.UTC(of, month + 1, 0)].map((at) =>
    new Date(at).toISOString().slice(0, 10),
  );
  if (from === undefined || to === undefined || Date.UTC(of, month, 1) > now.getTime()) return [];
  const label = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(of, month, 1),
  );
  return [
    {
      ...{ id: 'statement', kind: 'statement', label: words.statementOf(label), hint: words.statementHint },
      to: `/statement?${new URLSearchParams({ from, to })}`,
    },
  ];
}
