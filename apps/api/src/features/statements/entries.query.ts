import type { Entry } from '@clearbook/contracts/account';
import { EVENTS } from '@clearbook/domain/ledger';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';

const EVENT_NAMES = new Map<number, string>(Object.entries(EVENTS).map(([name, code]) => [code, name]));
export const DEFAULT_ENTRIES = 50;

type Row = {
  number: string;
  event: number;
  at: Date;
  subject_id: string;
  reason: string | null;
  canonical: string;
  postings: { account: string; amount: string; own: boolean }[];
};

/** A client's entries, newest first, with their postings and the bytes that were stored for each. */
export async function readEntries(
  pool: Pool,
  clientId: string,
  { limit = DEFAULT_ENTRIES, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: Entry[]; next_cursor: string | null }> {
  const before = cursor !== undefined && /^\d{1,18}$/.test(cursor) ? cursor : null;
  const { rows } = await pool.query<Row>({
    name: 'read-entries',
    text: `select e.number, e.event, e.at, e.subject_id, encode(e.canonical, 'hex') as canonical, n.body ->> 'text' as reason,
        (select json_agg(json_build_object('account', k.name, 'amount', p.amount::text, 'own', p.party_id is not null) order by p.line)
         from ledger.posting p join ledger.account_kind k on k.code = p.account where (p.book, p.entry_number) = (e.book, e.number)) as postings
      from ledger.entry e left join app.note n on e.event = ${EVENTS.adjustment} and n.subject_id = e.subject_id and n.kind = 'reason'
      where e.client_id = $1 and ($2::bigint is null or e.number < $2) order by e.number desc limit $3`,
    values: [clientId, before, limit + 1],
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map((row) => toEntry(row, clientId)),
    next_cursor: rows.length > limit && last ? last.number : null,
  };
}

function toEntry(row: Row, clientId: string): Entry {
  const name = (posting: Row['postings'][number]): string =>
    posting.own ? `client:${clientId}:${posting.account}` : `house:${posting.account}`;
  // Everything the client owns: cash, margin and pending withdrawals. A loan's own account isn't theirs.
  const change = row.postings
    .filter(({ own, account }) => own && account !== 'loan')
    .reduce((sum, { amount }) => sum - BigInt(amount), 0n);
  return {
    number: row.number,
    event: EVENT_NAMES.get(row.event) ?? 'unknown',
    at: row.at.toISOString(),
    subject_id: row.subject_id,
    reason: row.reason,
    change: usd(change),
    postings: row.postings.map((posting) => {
      const amount = BigInt(posting.amount);
      return {
        account: name(posting),
        debit: amount > 0n ? usd(amount) : null,
        credit: amount < 0n ? usd(-amount) : null,
      };
    }),
    canonical: row.canonical,
  };
}
