import type { Settings } from '@clearbook/contracts/admin';
import { decimalToCents } from '@clearbook/domain/money';
import type { Pool, PoolClient } from 'pg';
import { announce } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { readSettings } from './settings.query.ts';

export type NewSettings = { sitename: string; miniwithdrawal: string; withdrawalpercent: string };

/** Changes the site's settings, writes down who changed what, and tells open pages, together. */
export async function updateSettings(pool: Pool, actorId: string, wanted: NewSettings, now: Date): Promise<Settings> {
  return transaction(pool, async (client) => {
    const before = await lockSettings(client);
    // Two decimals of a percent are hundredths of one: basis points.
    await client.query(
      'update app.settings set sitename = $1, miniwithdrawal_cents = $2, withdrawal_fee_bps = $3, updated_at = $4',
      [wanted.sitename, decimalToCents(wanted.miniwithdrawal), decimalToCents(wanted.withdrawalpercent), now],
    );
    const after = await readSettings(client);
    await recordChange(client, actorId, changesBetween(before, after), now);
    return after;
  });
}

export async function setFavicon(pool: Pool, actorId: string, fileId: string, now: Date): Promise<Settings> {
  return transaction(pool, async (client) => {
    await lockSettings(client);
    await client.query('update app.settings set favicon_file = $1, updated_at = $2', [fileId, now]);
    await recordChange(client, actorId, { favicon: fileId }, now);
    return readSettings(client);
  });
}

async function lockSettings(client: PoolClient): Promise<Settings> {
  await client.query('select from app.settings for update');
  return readSettings(client);
}

async function recordChange(
  client: PoolClient,
  actorId: string,
  facts: Record<string, string>,
  now: Date,
): Promise<void> {
  await client.query(
    "select ledger.record_audit($1::uuid, 'settings.update', 'settings', 'site', null, $2::jsonb, $3::timestamptz)",
    [actorId, facts, now],
  );
  await announce(client, [
    { c: null, t: ['settings'], e: 'settings_updated', s: null, a: true },
    { c: null, t: ['settings'], e: 'settings_updated', s: null, a: false },
  ]);
}

/** The log holds amounts and that the name changed; what it changed to is in the settings. */
function changesBetween(before: Settings, after: Settings): Record<string, string> {
  const facts: Record<string, string> = {};
  for (const name of ['miniwithdrawal', 'withdrawalpercent'] as const)
    if (before[name] !== after[name]) facts[name] = `${before[name]} → ${after[name]}`;
  if (before.sitename !== after.sitename) facts['sitename'] = 'changed';
  return facts;
}
