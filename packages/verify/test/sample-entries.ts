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
