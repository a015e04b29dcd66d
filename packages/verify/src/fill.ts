import { readUtf8 } from './bytes.ts';
import { uuid } from './entry.ts';
import { Refused } from './refused.ts';

/** A quote as the bytes of a fill have it; prices in units of 1e-10, times in milliseconds since 1970. */
export type FillQuote = {
  readonly id: string;
  readonly bid: bigint;
  readonly ask: bigint;
  readonly feedBid: bigint;
  readonly feedAsk: bigint;
  readonly markup: bigint;
  readonly sourceTime: number;
  readonly receivedTime: number;
  readonly source: string;
};

export type Fill = {
  readonly book: number;
  readonly id: string;
  readonly trade: string;
  readonly client: string;
  readonly kind: 'open' | 'close';
  readonly side: 'buy' | 'sell';
  readonly lots: bigint;
  readonly price: bigint;
  /** Those of its trade as it was opened. */
  readonly collateral: bigint;
  readonly requiredMargin: bigint;
  readonly leverageHundredths: bigint;
  readonly realised: bigint;
  readonly commission: bigint;
  readonly at: number;
  readonly symbol: string;
  readonly quote: FillQuote;
  readonly conversion: FillQuote | undefined;
};

const VERSION = 1;

/** Takes one value after the other; refuses to read past the end. */
export class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #what: string;
  #at = 0;

  constructor(bytes: Uint8Array, what: string) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#what = what;
  }

  #take(length: number): number {
    const at = this.#at;
    if (length < 0 || at + length > this.#bytes.length)
      throw new Refused('malformed', `The bytes of ${this.#what} end early.`);
    this.#at += length;
    return at;
  }

  byte(): number {
    return this.#view.getUint8(this.#take(1));
  }
  short(): number {
    return this.#view.getUint16(this.#take(2));
  }
  long(): bigint {
    return this.#view.getBigInt64(this.#take(8));
  }
  id(): string {
    const at = this.#take(16);
    return uuid(this.#bytes.subarray(at, at + 16));
  }
  text(): string {
    const length = this.#view.getUint32(this.#take(4));
    const at = this.#take(length);
    return readUtf8(this.#bytes.subarray(at, at + length), `A text in the bytes of ${this.#what}`);
  }
  end(): void {
    if (this.#at !== this.#bytes.length)
      throw new Refused('malformed', `The bytes of ${this.#what} go on behind their end.`);
  }
}

/** The canonical bytes of a fill, version 1. */
export function readFill(bytes: Uint8Array): Fill {
  const reader = new Reader(bytes, 'a fill');
  const version = reader.short();
  if (version !== VERSION)
    throw new Refused('malformed', `The fill is of version ${version}; only version ${VERSION} is known here.`);
  const [book, id, trade, client] = [reader.short(), reader.id(), reader.id(), reader.id()];
  const [kind, side] = [reader.byte(), reader.byte()];
  if (kind < 1 || kind > 2 || side < 1 || side > 2)
    throw new Refused('malformed', 'The fill neither opens nor closes, or is on no side.');
  const [lots, price, collateral, requiredMargin] = [reader.long(), reader.long(), reader.long(), reader.long()];
  const [leverageHundredths, realised, commission, at] = [reader.long(), reader.long(), reader.long(), reader.long()];
  const symbol = reader.text();
  const quote = quoteIn(reader);
  if (quote === undefined) throw new Refused('malformed', 'The fill has no quote.');
  const conversion = quoteIn(reader);
  reader.end();
  return {
    ...{ book, id, trade, client, lots, price, collateral, requiredMargin, leverageHundredths, realised, commission },
    ...{ symbol, quote, conversion },
    at: Number(at),
    kind: kind === 1 ? 'open' : 'close',
    side: side === 1 ? 'buy' : 'sell',
  };
}

function quoteIn(reader: Reader): FillQuote | undefined {
  const id = reader.text();
  if (id === '') return undefined;
  const [bid, ask, feedBid, feedAsk, markup] = [
    reader.long(),
    reader.long(),
    reader.long(),
    reader.long(),
    reader.long(),
  ];
  const [sourceTime, receivedTime] = [Number(reader.long()), Number(reader.long())];
  return { id, bid, ask, feedBid, feedAsk, markup, sourceTime, receivedTime, source: reader.text() };
}
