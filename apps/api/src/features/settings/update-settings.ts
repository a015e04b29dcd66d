import type { Settings } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { centsToDecimal, decimalToCents } from '@clearbook/domain/money';
import type { Pool, PoolClient } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { mailStaff } from '../../platform/mail/index.ts';
import { invalidate } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { keepReason } from '../audit/index.ts';
import { readSettings } from './settings.query.ts';

export type NewSettings = {
  sitename: string;
  miniwithdrawal: string;
  withdrawalpercent: string;
  /** Omitted or the present address keeps it; null removes it. */
  favicon?: string | null | undefined;
  reason?: string | undefined;
};

export type SavedBy = {
  readonly mode: 'demo' | 'live';
  readonly actorId: string;
  readonly now: Date;
};

/**
 * Changes the site's settings, audits the change and invalidates open pages, together. In live mode the minimum and the fee stay:
 * two people change them (packages/domain/src/modules/site).
 */
export async function updateSettings(
  pool: Pool,
  { mode, actorId, now }: SavedBy,
  wanted: NewSettings,
): Promise<Settings> {
  return transaction(pool, async (client) => {
    const before = await lockSettings(client, now);
    checkFavicon(before, wanted);
    const costs = mode === 'demo' && changesFees(before, wanted);
    await client.query(
      `update app.settings set sitename = $1, created_at = coalesce(created_at, $2), updated_at = $2,
         favicon_file = case when $3 then null else favicon_file end`,
      [wanted.sitename, now, wanted.favicon === null],
    );
    if (costs) await saveFees(client, wanted, actorId, now);
    const after = await readSettings(client, now);
    const note = await keepReason(client, { whose: actorId, reason: wanted.reason, now });
    await recordChange(client, actorId, { ...changesBetween(before, after), ...note }, now, costs);
    return after;
  });
}

/** Demo mode: right away. */
async function saveFees(client: PoolClient, wanted: NewSettings, actorId: string, now: Date): Promise<void> {
  const { feeBps, minimum } = feesOf(wanted);
  await client.query(
    'update app.settings set miniwithdrawal_cents = $1, withdrawal_fee_bps = $2, fee_before_bps = null, fee_from = null',
    [minimum, feeBps],
  );
  const values = { percent: centsToDecimal(BigInt(feeBps)), minimum: centsToDecimal(minimum) };
  await mailStaff(client, { template: 'fees-changed', values, by: actorId }, now);
}

/** The cost of withdrawals in units of the domain. Two decimals of a percent are basis points. */
export function feesOf({
  miniwithdrawal,
  withdrawalpercent,
}: Pick<NewSettings, 'miniwithdrawal' | 'withdrawalpercent'>): { feeBps: number; minimum: bigint } {
  return { feeBps: Number(decimalToCents(withdrawalpercent)), minimum: decimalToCents(miniwithdrawal) };
}

/** Whether the fee or the minimum would change. */
export function changesFees(before: Settings, wanted: NewSettings): boolean {
  const [was, will] = [feesOf(before), feesOf(wanted)];
  return was.feeBps !== will.feeBps || was.minimum !== will.minimum;
}

/** Whether anything changes that one person can change alone. */
export function changesLooks(before: Settings, { sitename, favicon }: NewSettings): boolean {
  return sitename !== before.sitename || (favicon !== undefined && favicon !== before.favicon);
}

/** @throws Problem 422 for an icon that is neither the present one nor null */
export function checkFavicon(before: Settings, { favicon = before.favicon }: NewSettings): void {
  if (favicon !== null && favicon !== before.favicon) throw unknownFavicon();
}

export async function setFavicon(pool: Pool, actorId: string, fileId: string, now: Date): Promise<Settings> {
  return transaction(pool, async (client) => {
    await lockSettings(client, now);
    await client.query(
      'update app.settings set favicon_file = $1, created_at = coalesce(created_at, $2), updated_at = $2',
      [fileId, now],
    );
    await recordChange(client, actorId, { favicon: fileId }, now);
    return readSettings(client, now);
  });
}

async function lockSettings(client: PoolClient, now: Date): Promise<Settings> {
  await client.query('select from app.settings for update');
  return readSettings(client, now);
}

async function recordChange(
  client: PoolClient,
  actorId: string,
  facts: Record<string, string>,
  now: Date,
  costs = false,
): Promise<void> {
  await client.query(
    "select ledger.record_audit($1::uuid, 'settings.update', 'settings', 'site', null, $2::jsonb, $3::timestamptz)",
    [actorId, facts, now],
  );
  await invalidate(client, [
    { c: null, t: ['settings'], e: 'settings_updated', s: null, a: true },
    // A client's terms of withdrawal are read with their account.
    { c: null, t: costs ? ['settings', 'account'] : ['settings'], e: 'settings_updated', s: null, a: false },
  ]);
}

function unknownFavicon(): Problem {
  const message = messages.admin.faviconUnknown;
  return new Problem(422, 'request.invalid', message, [{ name: 'favicon', message }]);
}

/** The log holds amounts and the fact that the name changed; the name itself is in the settings. */
function changesBetween(before: Settings, after: Settings): Record<string, string> {
  const facts: Record<string, string> = {};
  for (const name of ['miniwithdrawal', 'withdrawalpercent'] as const)
    if (before[name] !== after[name]) facts[name] = `${before[name]} → ${after[name]}`;
  if (before.sitename !== after.sitename) facts['sitename'] = 'changed';
  if (before.favicon !== after.favicon) facts['favicon'] = 'removed';
  return facts;
}
