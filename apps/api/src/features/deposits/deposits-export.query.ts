import type { DepositRow } from '@clearbook/contracts/admin-export';
import { centsToDecimal } from '@clearbook/domain/money';
import { exactPrice } from '@clearbook/domain/market';
import type { ClientBase } from 'pg';
import { coins } from '../books/index.ts';

type Row = {
  id: string;
  client_id: string;
  email: string;
  fullname: string;
  amount: string;
  method: 'bitcoin' | 'ethereum' | 'tether' | 'loan';
  status: string;
  address: string | null;
  pay_units: string | null;
  rate: string | null;
  rate_source: string | null;
  txid: string | null;
  output_index: number | null;
  received_units: string | null;
  receipt_rate: string | null;
  rest_rate: string | null;
  late_rate: string | null;
  late_rate_source: string | null;
  credited: string | null;
  decider: string | null;
  reason: string | null;
  created_at: Date;
  expires_at: Date | null;
  proof_at: Date | null;
  received_at: Date | null;
  decided_at: Date | null;
};

/** Everything known about these deposits, as rows of a file. */
export async function depositRows(client: ClientBase, ids: readonly string[]): Promise<Map<string, DepositRow>> {
  const { rows } = await client.query<Row>(
    `select d.*, u.email, u.fullname, s.email as decider, n.body ->> 'text' as reason
     from ledger.deposit d join app.user u on u.id = d.client_id left join app.user s on s.id = d.decided_by
     left join app.note n on n.subject_id = d.id and n.kind = 'reason' where d.id = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, fileRow(row)]));
}

function fileRow(row: Row): DepositRow {
  const { method } = row;
  // A loan has no coins, because nobody sends it.
  const inCoins = (units: string | null): string =>
    units === null || method === 'loan' ? '' : coins(BigInt(units), method).amount;
  return {
    id: row.id,
    email: row.email,
    full_name: row.fullname,
    amount: centsToDecimal(BigInt(row.amount)),
    method,
    status: row.status,
    address: row.address ?? '',
    pay_amount: inCoins(row.pay_units),
    rate: price(row.rate),
    rate_source: row.rate_source ?? '',
    transaction: row.txid ?? '',
    output_index: row.output_index === null ? '' : String(row.output_index),
    received_amount: inCoins(row.received_units),
    received_rate: price(row.receipt_rate),
    rest_rate: price(row.rest_rate),
    late_rate: price(row.late_rate),
    late_rate_source: row.late_rate_source ?? '',
    credited: row.credited === null ? '' : centsToDecimal(BigInt(row.credited)),
    decided_by: row.decider ?? '',
    reason: row.status === 'pending' ? '' : (row.reason ?? ''),
    user_id: row.client_id,
    created_utc: row.created_at.toISOString(),
    expires_utc: utc(row.expires_at),
    proof_utc: utc(row.proof_at),
    received_utc: utc(row.received_at),
    decided_utc: utc(row.decided_at),
  };
}

const price = (rate: string | null): string => (rate === null ? '' : exactPrice(BigInt(rate), 2));
const utc = (at: Date | null): string => at?.toISOString() ?? '';
