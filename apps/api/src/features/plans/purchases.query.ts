import { EVENTS } from '@clearbook/domain/ledger';
import type { PurchaseEffectWire, PurchaseWire } from '@clearbook/contracts/plans';
import { receiptNumber } from '@clearbook/domain/plans';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { wireTerms } from './wire.ts';

export const DEFAULT_PURCHASES = 50;

/** The table's own constraint says which columns go with which kind. */
type Row = {
  id: string;
  plan_id: string;
  name: string;
  price: string;
  cash_before: string;
  at: Date;
  entry_number: string;
} & (
  | { kind: 'package'; markup_before: number; markup_after: number; ceiling_before: number; ceiling_after: number }
  | {
      kind: 'signal_plan';
      percent_before: number;
      percent_after: number;
      unlimited_before: Date | null;
      unlimited_after: Date | null;
    }
);

const SELECT = `select b.id, b.kind, b.plan_id, b.name, b.price, b.cash_before, b.at, e.number as entry_number, b.markup_before, b.markup_after,
    b.ceiling_before, b.ceiling_after, b.percent_before, b.percent_after, b.unlimited_before, b.unlimited_after
  from ledger.purchase b join ledger.entry e on e.subject_id = b.id and e.event = ${EVENTS.plan_bought}`;

/** What a client bought, newest first. */
export async function listPurchases(
  pool: Pool,
  clientId: string,
  { limit = DEFAULT_PURCHASES, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ data: PurchaseWire[]; next_cursor: string | null }> {
  const { rows } = await pool.query<Row>(
    `${SELECT} where b.client_id = $1 and ($2::uuid is null or b.id < $2) order by b.id desc limit $3`,
    [clientId, cursor ?? null, limit + 1],
  );
  const shown = rows.slice(0, limit);
  return { data: shown.map(wire), next_cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** Undefined if this client has no such purchase. */
export async function findPurchase(pool: Pool, clientId: string, id: string): Promise<PurchaseWire | undefined> {
  const { rows } = await pool.query<Row>(`${SELECT} where b.id = $1 and b.client_id = $2`, [id, clientId]);
  return rows[0] && wire(rows[0]);
}

function wire(row: Row): PurchaseWire {
  const before = BigInt(row.cash_before);
  return {
    id: row.id,
    receipt: receiptNumber(row.id),
    kind: row.kind,
    plan_id: row.plan_id,
    name: row.name,
    price: usd(BigInt(row.price)),
    balance_before: usd(before),
    balance_after: usd(before - BigInt(row.price)),
    at: row.at.toISOString(),
    entry_number: row.entry_number,
    effect: wireEffect(row),
  };
}

function wireEffect(row: Row): PurchaseEffectWire {
  return row.kind === 'package'
    ? {
        kind: 'package',
        before: wireTerms({ markup: row.markup_before, leverageCeiling: row.ceiling_before }),
        after: wireTerms({ markup: row.markup_after, leverageCeiling: row.ceiling_after }),
      }
    : {
        kind: 'signal_plan',
        percent_before: row.percent_before,
        percent_after: row.percent_after,
        unlimited_before: row.unlimited_before?.toISOString() ?? null,
        unlimited_after: row.unlimited_after?.toISOString() ?? null,
      };
}
