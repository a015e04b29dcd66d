import { declared, type Row } from '../fields.ts';
import type { ArchiveFile, Source } from '../file.ts';
import { readBatches } from '../snapshot.ts';
import { ofReceipt, RECEIPT } from './receipt.ts';

const NO_LINK = Buffer.alloc(32);

const ENTRIES = `
  select e.book, e.number, e.at, r.name as event, e.subject_id, e.corrects, n.body ->> 'text' as reason, e.link, p.link as previous_link,
    (select jsonb_agg(jsonb_build_object('account', k.name, 'amount', l.amount::text) order by l.line)
     from unnest(e.accounts, e.amounts) with ordinality as l(account, amount, line) join ledger.account_kind k on k.code = l.account) as postings
  from ledger.entry e join ledger.event_rule r on r.code = e.event left join ledger.entry p on (p.book, p.number) = (e.book, e.number - 1)
    left join app.note n on n.subject_id = e.subject_id and n.kind = 'reason' and r.name = 'adjustment'
  where e.client_id = $1 order by e.number`;

/** What staff did about a client, as the client's own activity shows it: no mere proposals (U25). */
const ACTIONS = `
  select a.number, a.at, a.action, a.subject_type, a.subject_id, a.facts,
    (select n.body ->> 'text' from app.note n where n.kind = 'reason' and n.client_id = $1 and a.action <> 'withdrawal.approve'
       and n.subject_id::text = coalesce(a.facts ->> 'note', a.facts ->> 'adjustment', a.subject_id)) as reason
  from ledger.audit a where a.client_id = $1 and a.actor_id <> $1 and a.subject_type <> 'proposal' order by a.number`;

type Posting = { readonly account: string; readonly amount: string };

/** Each entry with its receipt, and where the client's four accounts stood after it. */
async function* entries(source: Source): AsyncGenerator<Row> {
  const after = { cash: 0n, margin: 0n, withdrawing: 0n, loan: 0n };
  for await (const batch of readBatches(source, ENTRIES)) {
    const rows = batch.map(
      ({ book, number }) => ({ type: 'entry', row: `${String(book)}/${String(number)}` }) as const,
    );
    const receipts = await source.receipts(rows);
    for (const [i, row] of batch.entries()) {
      for (const { account, amount } of row['postings'] as readonly Posting[]) {
        if (account === 'loan') after.loan += BigInt(amount);
        else if (account === 'cash' || account === 'margin' || account === 'withdrawing')
          after[account] -= BigInt(amount);
      }
      yield {
        ...row,
        previous_link: row['previous_link'] ?? NO_LINK,
        cash_after: after.cash,
        margin_after: after.margin,
        withdrawing_after: after.withdrawing,
        loan_after: after.loan,
        ...ofReceipt(receipts[i]),
      };
    }
  }
}

async function* staffActions(source: Source): AsyncGenerator<Row> {
  for await (const batch of readBatches(source, ACTIONS)) {
    const receipts = await source.receipts(
      batch.map(({ number }) => ({ type: 'audit', row: String(number) }) as const),
    );
    for (const [i, row] of batch.entries()) yield { ...row, ...ofReceipt(receipts[i]) };
  }
}

/** What is in the log, each line with its receipt. */
export const LOGGED_FILES: readonly ArchiveFile[] = [
  {
    name: 'entries',
    about:
      'A journal entry: what was posted (debits positive), what the accounts came to, and its receipt. link is SHA-256 of previous_link and canonical.',
    tables: ['ledger.entry'],
    fields:
      declared(`number whole, at time, event text, subject_id id, corrects whole?, reason text?, postings postings, cash_after money, margin_after money,
      withdrawing_after money, loan_after money, ${RECEIPT}, previous_link bytes, link bytes`),
    rows: entries,
  },
  {
    name: 'staff_actions',
    about: 'Something that staff did about the client, with its receipt.',
    tables: ['ledger.audit'],
    fields: declared(
      `number whole, at time, action text, subject_type text, subject_id text, facts object, reason text?, ${RECEIPT}`,
    ),
    rows: staffActions,
  },
];
