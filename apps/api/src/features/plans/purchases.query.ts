import { EVENTS } from '@clearbook/domain/ledger';
import type { PurchaseWire } from '@clearbook/contracts/plans';
import { type PurchaseEffect, receiptNumber } from '@clearbook/domain/plans';
import type { Pool } from 'pg';
import { usd } from '../books/index.ts';
import { wireEffect } from './wire.ts';

export const DEFAULT_PURCHASES = 50;

type Row = {
  id: string; kind: PurchaseWire['kind']; plan_id: string; name: string; price: string; cash_before: string; at: Date; entry_number: string;
  markup_before: number | null; markup_after: number | null; ceiling_before: number | null; ceiling_after: number | null;
  percent_before: number | null; percent_after: number | null; unlimited_before: Date | null; unlimited_after: Date | null;
}; // prettier-ignore

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

/** Undefined where there is no such purchase of this client. */
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
    effect: wireEffect(effectOf(row)),
  };
}

function effectOf(row: Row): PurchaseEffect {
  if (row.kind === 'package')
    return {
      kind: 'package',
      before: { markup: row.markup_before ?? 0, leverageCeiling: row.ceiling_before ?? 0 },
      after: { markup: row.markup_after ?? 0, leverageCeiling: row.ceiling_after ?? 0 },
    };
  return {
    kind: 'signal_plan',
    percentBefore: row.percent_before ?? 0,
    percentAfter: row.percent_after ?? 0,
    unlimitedBefore: row.unlimited_before,
    unlimitedAfter: row.unlimited_after,
  };
}
