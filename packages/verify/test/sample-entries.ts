import type { JournalEntry } from '@clearbook/verify';

/** The canonical bytes of an entry, by the table of docs/verify.md: what the tests let the books say. */
export function canonicalEntry(entry: JournalEntry): Uint8Array {
  const bytes = new Uint8Array(78 + entry.postings.length * 10);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, 1);
  view.setUint16(2, entry.book);
  view.setBigInt64(4, BigInt(entry.at));
  view.setBigInt64(12, entry.number);
  view.setUint16(20, entry.event);
  for (const [i, id] of [entry.client, entry.subject, entry.actor].entries()) {
    bytes.set(
      Uint8Array.from(id.replaceAll('-', '').match(/../g) ?? [], (pair) => parseInt(pair, 16)),
      22 + i * 16,
    );
  }
  view.setBigInt64(70, entry.corrects ?? 0n);
  for (const [i, { account, amount }] of entry.postings.entries()) {
    view.setUint16(78 + i * 10, account);
    view.setBigInt64(80 + i * 10, amount);
  }
  return bytes;
}

type Fields = Readonly<Record<string, unknown>>;

/** The canonical bytes of a fill from its line and those of its trade and quotes, as docs/verify.md has them. */
export function canonicalFill(
  fill: Fields,
  { client, trades, quotes }: { client: string; trades: readonly Fields[]; quotes: readonly Fields[] },
): Uint8Array {
  const trade = trades.find(({ id }) => id === fill['trade_id']) ?? {};
  const units = (value: unknown, digits: number): bigint => {
    const given = typeof value === 'string' || typeof value === 'number' ? String(value) : '0';
    const [whole = '', part = ''] = given.split('.');
    return BigInt(whole + part.padEnd(digits, '0'));
  };
  const long = (value: bigint): Buffer => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(value);
    return bytes;
  };
  const text = (value: string): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(Buffer.byteLength(value));
    return Buffer.concat([length, Buffer.from(value)]);
  };
  const uuid = (value: unknown): Buffer => Buffer.from(String(value).replaceAll('-', ''), 'hex');
  const time = (value: unknown): Buffer => long(BigInt(Date.parse(String(value))));
  const quote = (id: unknown): Buffer => {
    const found = quotes.find((one) => one['id'] === id);
    if (found === undefined) return text('');
    const prices = ['bid', 'ask', 'feed_bid', 'feed_ask', 'markup'].map((name) => long(units(found[name], 10)));
    const times = [time(found['source_time']), time(found['received_time'])];
    return Buffer.concat([text(String(id)), ...prices, ...times, text(String(found['source']))]);
  };
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0, 1, 0, 1]),
      ...[uuid(fill['id']), uuid(fill['trade_id']), uuid(client)],
      Buffer.from([fill['kind'] === 'open' ? 1 : 2, fill['side'] === 'buy' ? 1 : 2]),
      ...[long(units(fill['lots'], 2)), long(units(fill['price'], 10)), long(units(trade['collateral'], 2))],
      ...[long(units(trade['required_margin'], 2)), long(units(trade['leverage_hundredths'], 0))],
      ...[long(units(fill['realised'], 2)), long(0n), time(fill['at']), text(String(fill['symbol']))],
      ...[quote(fill['quote_id']), quote(fill['conversion_quote_id'])],
    ]),
  );
}
