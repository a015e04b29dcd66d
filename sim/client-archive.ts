/**
 * What a client's archive says, from its files alone (docs/spec/archive.md). On purpose it shares no code with the product. Sums are cents, prices count
 * 1e-10, lots hundredths, times are milliseconds.
 */
type Quote = { readonly bid: bigint; readonly ask: bigint; readonly at: number };
export type Fill = {
  readonly id: string;
  readonly at: number;
  readonly lots: bigint;
  readonly price: bigint;
  readonly quote: Quote;
  /** What turned the quote currency into dollars; null where that is the dollar. */
  readonly conversion: Quote | null;
};
type Split = { readonly at: number; readonly fresh: bigint; readonly old: bigint };
type Moved = { readonly at: number; readonly amount: bigint };
export type HeldTrade = {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly opening: Fill;
  /** In the order in which they were done. */
  readonly closings: readonly Fill[];
  /** In the order in which they took effect. */
  readonly splits: readonly Split[];
  readonly nights: readonly Moved[];
  readonly dividends: readonly Moved[];
  readonly firstStop: bigint | null;
  readonly note: string | null;
  readonly tags: readonly string[];
};
export type Terms = {
  readonly digits: number;
  readonly lotSize: bigint;
  /** Null where it is dealt in dollars. `inverse`: its mid is what a dollar costs. */
  readonly converter: { readonly symbol: string; readonly inverse: boolean } | null;
};
export type Entry = {
  readonly number: bigint;
  readonly at: number;
  readonly event: string;
  readonly subject: string;
  /** Debits are positive. */
  readonly postings: readonly { readonly account: string; readonly amount: bigint }[];
};
export type ClientArchive = {
  readonly madeAt: number;
  readonly entries: readonly Entry[];
  readonly trades: readonly HeldTrade[];
  readonly terms: ReadonlyMap<string, Terms>;
};

type Line = Readonly<Record<string, unknown>>;

export function readClientArchive(files: ReadonlyMap<string, Uint8Array>): ClientArchive {
  const textOf = (name: string): string => {
    const bytes = files.get(name);
    if (bytes === undefined) throw new Error(`an archive without ${name}`);
    return new TextDecoder().decode(bytes);
  };
  const lines = (name: string): Line[] => {
    const text = textOf(`data/${name}.jsonl`).trimEnd();
    return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Line);
  };
  const manifest = JSON.parse(textOf('manifest.json')) as Line;
  return {
    madeAt: timeOf(manifest, 'made_at'),
    entries: lines('entries').map((line) => ({
      number: BigInt(text(line, 'number')),
      at: timeOf(line, 'at'),
      event: text(line, 'event'),
      subject: text(line, 'subject_id'),
      postings: (line['postings'] as Line[]).map((posting) => ({
        account: text(posting, 'account'),
        amount: units(posting, 'amount', 2),
      })),
    })),
    trades: tradesOf(lines),
    terms: termsOf(lines('terms')),
  };
}

function termsOf(lines: readonly Line[]): Map<string, Terms> {
  const terms = new Map<string, Terms>();
  for (const line of lines) {
    if (line['kind'] !== 'instrument') continue;
    const value = line['value'] as Line;
    terms.set(text(line, 'key'), {
      digits: Number(value['digits']),
      lotSize: BigInt(text(value, 'lot_size')),
      converter:
        value['converter'] === null
          ? null
          : { symbol: text(value, 'converter'), inverse: value['converter_inverse'] === true },
    });
  }
  return terms;
}

function tradesOf(lines: (name: string) => Line[]): HeldTrade[] {
  const quotes = new Map<string, Quote>();
  for (const line of lines('quotes'))
    quotes.set(text(line, 'id'), {
      ...{ bid: units(line, 'bid', 10), ask: units(line, 'ask', 10), at: timeOf(line, 'received_time') },
    });
  const quoteOf = (id: string): Quote => {
    const quote = quotes.get(id);
    if (quote === undefined) throw new Error(`an archive without quote ${id}`);
    return quote;
  };
  const actions = new Map(lines('corporate_actions').map((line) => [text(line, 'id'), line]));
  const notes = new Map(lines('journal').map((line) => [text(line, 'trade_id'), line]));
  const ofTrade = (name: string) => Map.groupBy(lines(name), (line) => text(line, 'trade_id'));
  const [fills, nights, dividends, splits, amendments] = [
    ...[ofTrade('fills'), ofTrade('nights'), ofTrade('dividends'), ofTrade('trade_splits'), ofTrade('amendments')],
  ] as const;
  const fillOf = (line: Line, converted: boolean): Fill => {
    const quote = quoteOf(text(line, 'quote_id'));
    const conversion = line['conversion_quote_id'];
    return {
      ...{ id: text(line, 'id'), at: timeOf(line, 'at'), quote },
      ...{ lots: units(line, 'lots', 2), price: units(line, 'price', 10) },
      // A pair that is itself what converts has its own quote for that.
      conversion: converted ? (typeof conversion === 'string' ? quoteOf(conversion) : quote) : null,
    };
  };
  const terms = termsOf(lines('terms'));
  return lines('trades').map((line) => {
    const [id, symbol] = [text(line, 'id'), text(line, 'symbol')];
    const converted = (terms.get(symbol) ?? missing(`terms of ${symbol}`)).converter !== null;
    const own = fills?.get(id) ?? [];
    const done = (kind: string) => own.filter((fill) => fill['kind'] === kind).map((fill) => fillOf(fill, converted));
    const [opening] = done('open');
    const [firstChange] = (amendments?.get(id) ?? []).toSorted((a, b) => Number(a['number']) - Number(b['number']));
    const note = notes.get(id);
    return {
      ...{ id, symbol, side: text(line, 'side') === 'buy' ? 'buy' : 'sell' },
      opening: opening ?? missing(`opening of ${id}`),
      closings: done('close').toSorted(inOrder),
      splits: (splits?.get(id) ?? [])
        .map((split) => {
          const action = actions.get(text(split, 'action_id')) ?? missing(`split of ${id}`);
          const [fresh, old] = [BigInt(Number(action['new_rate'])), BigInt(Number(action['old_rate']))];
          return { at: timeOf(action, 'effective_at'), fresh, old };
        })
        .toSorted((a, b) => a.at - b.at),
      nights: (nights?.get(id) ?? []).map((night) => ({ at: timeOf(night, 'at'), amount: units(night, 'amount', 2) })),
      dividends: (dividends?.get(id) ?? []).map((one) => ({ at: timeOf(one, 'at'), amount: units(one, 'moved', 2) })),
      firstStop: priceOrNull(firstChange === undefined ? line['stop_loss'] : firstChange['stop_loss_before']),
      note: (note?.['note'] ?? null) as string | null,
      tags: ((note?.['tags'] as Line | undefined)?.['tags'] ?? []) as string[],
    };
  });
}

/** By time, and by id where that is the same. */
export function inOrder(a: { at: number; id: string }, b: { at: number; id: string }): number {
  return a.at - b.at || (a.id < b.id ? -1 : 1);
}

export function missing(what: string): never {
  throw new Error(`the archive lacks the ${what}`);
}

function text(line: Line, name: string): string {
  const value = line[name];
  if (typeof value !== 'string') throw new Error(`${name} is no text: ${JSON.stringify(line).slice(0, 200)}`);
  return value;
}

function timeOf(line: Line, name: string): number {
  return Date.parse(text(line, name));
}

function units(line: Line, name: string, decimals: number): bigint {
  return unitsOf(text(line, name), decimals);
}

const priceOrNull = (value: unknown): bigint | null => (typeof value === 'string' ? unitsOf(value, 10) : null);

/** A decimal string in so many decimals: "-1.5" in two is -150. */
export function unitsOf(decimal: string, decimals: number): bigint {
  const [, sign, whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  if (whole === '' || part.length > decimals) throw new Error(`no decimal of ${decimals} places: ${decimal}`);
  const size = BigInt(whole + part.padEnd(decimals, '0'));
  return sign === '-' ? -size : size;
}

/** The other way round. */
export function decimal(value: bigint, decimals = 2): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export const dollars = (cents: bigint) => ({ amount: decimal(cents), currency: 'USD' });
