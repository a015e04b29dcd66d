import { proveAmount, readRoots, TREES } from '../../liabilities/index.ts';
import { declared, type Row } from '../fields.ts';
import type { ArchiveFile, Source } from '../file.ts';
import { ofReceipt, RECEIPT } from './receipt.ts';

/** Days of which there are proofs, the last one first. Of two one is in any checkpoint that covers the archive, unless there never was one. */
const DAYS = "select to_char(day, 'YYYY-MM-DD') as day from ledger.liability_secret order by day desc limit 2";

/** What was counted of the client on the last day whose roots are in the log. An amount that no leaf has is there all the same, without parts: that is what has to be seen. */
async function* liabilities(source: Source): AsyncGenerator<Row> {
  const { snapshot, clientId } = source;
  const { rows: days } = await snapshot.query<{ day: string }>(DAYS);
  for (const { day } of days) {
    const roots = await readRoots(snapshot, clientId, day);
    const receipts = await source.receipts(
      roots.map(({ tree }) => ({ type: 'liability_root', row: `${day}/${TREES[tree]}` }) as const),
    );
    if (receipts.some((receipt) => receipt === undefined)) continue;
    for (const [i, root] of roots.entries()) {
      const { found, amount, nonce } = await proveAmount(snapshot, clientId, root);
      // Opened after that moment, or without a debt: there was nothing to count.
      if (amount === 0n && (found === undefined || root.tree === 'debt')) continue;
      const { tree, at, number } = root;
      const counted = { day, tree, at, entry_number: number, amount, leaf_nonce: nonce, parts: found ?? [] };
      yield { ...counted, ...ofReceipt(receipts[i]) };
    }
    return;
  }
}

export const LIABILITY_FILES: readonly ArchiveFile[] = [
  {
    name: 'liabilities',
    about:
      'What was counted of the client in the last daily count of what clients are owed (or owe): the parts, what leads from each to the root, and the root with its receipt.',
    tables: [],
    fields: declared(
      `day day, tree text, at time, entry_number whole, amount money, leaf_nonce bytes, parts parts, ${RECEIPT}`,
    ),
    rows: liabilities,
  },
];
