import type { Instrument } from '@clearbook/contracts';
import { matchesAsset } from '@clearbook/domain/market';
import type { SearchGroupName } from '@clearbook/contracts/search';
import { lots as lotsRule } from '@clearbook/contracts/trading';
import type { LucideIcon } from 'lucide-react';

export type CommandGroup = 'actions' | 'pages' | 'instruments' | 'staff' | SearchGroupName;
export type Command = {
  id: string;
  group: CommandGroup;
  label: string;
  hint?: string;
  icon: LucideIcon;
  /** The asset that it is about, whose mark stands there instead. */
  symbol?: string;
  /** Other words by which people look for it. */
  words?: string;
  /** The shortcut that does the same, a key each. */
  keys?: readonly string[];
  run: () => void;
};

/** Lines shown of one group; a longer list is no help to anybody. */
const GROUP_LINES = 7;

/**
 * The commands in which every word of the query begins a word of theirs, best first: what starts with the query stands before what
 * mentions it. Without a query, everything but the instruments.
 */
export function findCommands(commands: readonly Command[], query: string): Command[] {
  const terms = wordsOf(query);
  if (terms.length === 0) return commands.filter(({ group }) => group !== 'instruments');
  const found = commands
    .map((command) => ({ command, rank: rankOf(command, terms) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const lines = new Map<CommandGroup, number>();
  return found
    .map(({ command }) => command)
    .filter(({ group }) => {
      const count = (lines.get(group) ?? 0) + 1;
      lines.set(group, count);
      return count <= GROUP_LINES;
    });
}

function rankOf({ label, words = '' }: Command, terms: readonly string[]): number {
  const inLabel = wordsOf(label);
  const all = [...inLabel, ...wordsOf(words)];
  if (!terms.every((term) => all.some((word) => word.startsWith(term)))) return 0;
  const [first = ''] = terms;
  if (all.includes(first)) return 4;
  if (inLabel[0]?.startsWith(first) === true) return 3;
  return inLabel.some((word) => word.startsWith(first)) ? 2 : 1;
}

/** "BTC/USD" is found by "btc", "usd" and "btcusd" alike. */
function wordsOf(text: string): string[] {
  return text
    .toLocaleLowerCase()
    .split(/[\s/·,()-]+/)
    .filter((word) => word !== '');
}

export type TradeIntent = { side: 'buy' | 'sell'; instruments: Instrument[]; lots: string | null };

/** "buy btc 0.05" as a side, the instruments it may mean, and lots where they are readable. Null for everything else. */
export function tradeIntent(query: string, list: readonly Instrument[]): TradeIntent | null {
  const [, side, wanted = '', typed] = /^(buy|sell)\s+([a-z.]+(?:\/[a-z]+)?)(?:\s+(\S+))?$/i.exec(query.trim()) ?? [];
  if (side === undefined) return null;
  const lots = typed !== undefined && lotsRule.safeParse(typed).success ? typed : null;
  return { side: side.toLowerCase() === 'buy' ? 'buy' : 'sell', instruments: instrumentsNamed(wanted, list), lots };
}

/** A nickname is looked for from so many letters on: fewer are the beginning of a symbol. */
const WORD_LEAST = 3;

/** The instruments that a typed symbol may mean: itself, or the first that begin so. */
export function instrumentsNamed(wanted: string, list: readonly Instrument[]): Instrument[] {
  const symbol = wanted.replace('/', '').toLocaleLowerCase();
  const exact = list.filter((one) => nameOf(one) === symbol || one.symbol.toLocaleLowerCase() === symbol);
  const meant = list.filter(
    (one) => nameOf(one).startsWith(symbol) || (symbol.length >= WORD_LEAST && matchesAsset(one.symbol, wanted)),
  );
  return (exact.length > 0 ? exact : meant).slice(0, 4);
}

function nameOf({ name }: Instrument): string {
  return name.replace('/', '').toLocaleLowerCase();
}

/** The address of a ticket that is filled in. */
export function ticketAddress(symbol: string, side?: 'buy' | 'sell', lots?: string | null): string {
  const query = new URLSearchParams({ symbol });
  if (side !== undefined) query.set('side', side);
  if (lots !== undefined && lots !== null) query.set('lots', lots);
  return `/trades?${query.toString()}`;
}
