import type { AdminPackage, packageList, signalPlanList } from '@clearbook/contracts/plans';
import { CONFIGURABLE, type Sale } from '@clearbook/domain/configuration';
import { INSTRUMENTS } from '@clearbook/domain/market';
import {
  afterSignalPlan,
  improves,
  instrumentsCovered,
  isUnlimited,
  priceOf,
  SIGNAL_PLANS,
  signalStrength,
  type Sold,
  tenths,
  termsWith,
  unlimitedAfterSuspension,
} from '@clearbook/domain/plans';
import type { Pool } from 'pg';
import type { z } from 'zod/mini';
import { usd } from '../books/index.ts';
import { wireTerms } from './wire.ts';

type PackageRow = {
  id: string;
  name: string;
  price: string;
  sale: unknown;
  markup: number;
  leverage_ceiling: number;
  features: string[];
  owned: boolean;
  own_markup: number;
  own_ceiling: number;
};

/** The terms of sale that two people set, by the package's id; the moment is $1. */
const SALE = `ledger.configured('package', k.id, $1) as sale`;

/** What two people set, or how it comes. */
function saleOf(sold: Sold, id: string, stored: unknown): Sale {
  const { read, standard } = CONFIGURABLE[sold];
  return stored === null ? standard(id) : read(stored);
}

/** Every package that is sold, as it would be for this client: the terms they'd get, and whether they're any better than now. */
export async function readPackages(
  pool: Pool,
  clientId: string,
  now: Date,
): Promise<Omit<z.infer<typeof packageList>, 'next_cursor'>> {
  const { rows } = await pool.query<PackageRow>(
    `select k.id, k.name, k.price, k.markup, k.leverage_ceiling, k.features, ${SALE}, p.markup as own_markup, p.leverage_ceiling as own_ceiling,
       exists (select 1 from ledger.purchase b where b.client_id = p.id and b.kind = 'package' and b.plan_id = k.id) as owned
     from ledger.package k, ledger.party p where p.id = $2 order by k.place`,
    [now, clientId],
  );
  const [first] = rows;
  if (first === undefined) throw new Error(`no books for ${clientId}`);
  const own = { markup: first.own_markup, leverageCeiling: first.own_ceiling };
  return {
    data: rows.flatMap((row) => {
      const offered = { markup: row.markup, leverageCeiling: row.leverage_ceiling };
      const sale = saleOf('package', row.id, row.sale);
      if (sale.state === 'retired') return [];
      return {
        id: row.id,
        name: row.name,
        price: usd(priceOf({ price: BigInt(row.price) }, sale)),
        features: row.features,
        terms: wireTerms(termsWith(own, offered)),
        owned: row.owned,
        improves: improves(own, offered),
      };
    }),
    terms: wireTerms(own),
    instruments: INSTRUMENTS.length,
  };
}

type AdminRow = Omit<PackageRow, 'owned' | 'own_markup' | 'own_ceiling'> & {
  buyers: string;
  added_by: string | null;
  at: Date;
};

const ADMIN_PACKAGES = `select k.id, k.name, k.price, k.markup, k.leverage_ceiling, k.features, ${SALE}, k.at, u.email as added_by,
    (select count(distinct b.client_id) from ledger.purchase b where b.kind = 'package' and b.plan_id = k.id) as buyers
  from ledger.package k left join app.user u on u.id = k.added_by`;

export async function listPackages(pool: Pool, now: Date): Promise<AdminPackage[]> {
  const { rows } = await pool.query<AdminRow>(`${ADMIN_PACKAGES} order by k.place`, [now]);
  return rows.map(wireAdminPackage);
}

export async function findPackage(pool: Pool, id: string, now: Date): Promise<AdminPackage> {
  const { rows } = await pool.query<AdminRow>(`${ADMIN_PACKAGES} where k.id = $2`, [now, id]);
  if (rows[0] === undefined) throw new Error(`no package ${id}`);
  return wireAdminPackage(rows[0]);
}

function wireAdminPackage(row: AdminRow): AdminPackage {
  const sale = saleOf('package', row.id, row.sale);
  return {
    id: row.id,
    name: row.name,
    price: usd(priceOf({ price: BigInt(row.price) }, sale)),
    state: sale.state,
    markup: tenths(row.markup),
    leverage: row.leverage_ceiling,
    features: row.features,
    buyers: Number(row.buyers),
    added_by: row.added_by,
    added_at: row.at.toISOString(),
  };
}

/** The signal plans that are sold, each with what this client would have after it. */
export async function readSignalPlans(
  pool: Pool,
  clientId: string,
  now: Date,
): Promise<Omit<z.infer<typeof signalPlanList>, 'next_cursor'>> {
  const { rows } = await pool.query<{
    signal_percent: number;
    unlimited_until: Date | null;
    suspended_at: Date | null;
    sales: Record<string, unknown>;
  }>(
    `select signal_percent, unlimited_until, suspended_at,
       (select json_object_agg(id, ledger.configured('signal_plan', id, $2)) from unnest($3::text[]) id) as sales
     from ledger.party where id = $1`,
    [clientId, now, SIGNAL_PLANS.map(({ id }) => id)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no books for ${clientId}`);
  const kept = {
    signalPercent: row.signal_percent,
    unlimitedUntil: row.unlimited_until,
    suspendedAt: row.suspended_at,
  };
  // As if a suspension ended now: what stands still until then is not over at the date that is kept (P12).
  const own = { ...kept, unlimitedUntil: unlimitedAfterSuspension(kept, now), suspendedAt: null };
  const strength = signalStrength(own, now);
  return {
    data: SIGNAL_PLANS.flatMap((plan) => {
      const sale = saleOf('signal_plan', plan.id, row.sales[plan.id] ?? null);
      if (sale.state === 'retired') return [];
      const after = afterSignalPlan(own, plan, now);
      const percent = after?.signalPercent ?? own.signalPercent;
      const unlimited = after?.unlimitedUntil ?? null;
      return {
        id: plan.id,
        name: plan.name,
        price: usd(priceOf(plan, sale)),
        boost: plan.boost,
        days: plan.days,
        improves: after !== null,
        percent_after: percent,
        unlimited_after: unlimited !== null && unlimited > now ? unlimited.toISOString() : null,
        instruments_after: plan.days === null ? instrumentsCovered(percent) : INSTRUMENTS.length,
      };
    }),
    signal_strength: strength,
    percent: own.signalPercent,
    unlimited_until: isUnlimited(own, now) ? (own.unlimitedUntil?.toISOString() ?? null) : null,
    instruments_covered: instrumentsCovered(strength),
    instruments: INSTRUMENTS.length,
  };
}
