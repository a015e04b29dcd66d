import type { Settings } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { type FeeSchedule, feeRaiseAhead, scheduleFee, siteFeeBps } from '@clearbook/domain/funding';
import { centsToDecimal, decimalToCents } from '@clearbook/domain/money';
import type { Pool, PoolClient } from 'pg';
import { Problem } from '../../platform/http/index.ts';
import { announce } from '../../platform/realtime/index.ts';
import { transaction } from '../../platform/transaction.ts';
import { keepReason } from '../audit/index.ts';
import { readFeeSchedule, readSettings } from './settings.query.ts';

export type NewSettings = {
  sitename: string;
  miniwithdrawal: string;
  withdrawalpercent: string;
  /** Left out or the present address: it stays. Null: it is removed. */
  favicon?: string | null | undefined;
  reason?: string | undefined;
};

/**
 * Changes the site's settings, writes down who changed what, and tells open pages, together. In live mode a higher fee is announced to every
 * client who pays one, and applies after its notice.
 */
export async function updateSettings(
  pool: Pool,
  mode: 'demo' | 'live',
  actorId: string,
  wanted: NewSettings,
  now: Date,
): Promise<Settings> {
  return transaction(pool, async (client) => {
    const before = await lockSettings(client, now);
    const schedule = await readFeeSchedule(client);
    const { favicon = before.favicon } = wanted;
    if (favicon !== null && favicon !== before.favicon) throw unknownFavicon();
    // Two decimals of a percent are hundredths of one: basis points.
    const fee = scheduleFee(schedule, Number(decimalToCents(wanted.withdrawalpercent)), mode === 'live', now);
    await client.query(
      `update app.settings set sitename = $1, miniwithdrawal_cents = $2, withdrawal_fee_bps = $3, fee_before_bps = $4, fee_from = $5, created_at = coalesce(created_at, $6), updated_at = $6,
         favicon_file = case when $7 then null else favicon_file end`,
      [
        wanted.sitename,
        decimalToCents(wanted.miniwithdrawal),
        fee.withdrawalFeeBps,
        fee.feeRaise?.beforeBps ?? null,
        fee.feeRaise?.from ?? null,
        now,
        favicon === null,
      ],
    );
    const after = await readSettings(client, now);
    const note = await keepReason(client, { whose: actorId, reason: wanted.reason, now });
    await recordChange(client, actorId, { ...changesBetween(before, after), ...note }, now);
    await tellClients(client, schedule, fee, now);
    return after;
  });
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

/**
 * One letter for each client whom the fee concerns, in one statement: a raise is announced, and one that was announced and will not come is
 * taken back. Whose billing is being switched meanwhile holds the settings until they are told themselves (doors/open_batch.sql).
 */
async function tellClients(client: PoolClient, before: FeeSchedule, after: FeeSchedule, now: Date): Promise<void> {
  const was = feeRaiseAhead(before, now);
  const will = feeRaiseAhead(after, now);
  if (was?.from.getTime() === will?.from.getTime()) return;
  const percent = centsToDecimal(BigInt(will ? after.withdrawalFeeBps : siteFeeBps(after, now)));
  // Ids that grow with time, as all of them do: version 7.
  await client.query(
    `select app.write_letters(array_agg(row(encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
         placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid,
       p.id, null, case when f.day is null then 'fee-withdrawn' else 'fee-announced' end,
       jsonb_strip_nulls(jsonb_build_object('percent', $1::text, 'from', f.day)), null, $3::timestamptz, false, false, false)::app.letter))
     from ledger.party p,
       -- A client whose billing itself begins later hears when theirs does.
       lateral (select to_char(greatest($2::timestamptz, case when p.billing_from > $3 then p.billing_from end) at time zone 'UTC', 'YYYY-MM-DD') as day) f
     where p.kind = 'client' and p.billing and p.status <> 'closed'`,
    [percent, will?.from ?? null, now],
  );
  await announce(client, [
    { c: null, t: ['account', 'notifications', 'mailbox'], e: 'fee_announced', s: null, a: false },
  ]);
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

function unknownFavicon(): Problem {
  const message = messages.admin.faviconUnknown;
  return new Problem(422, 'request.invalid', message, [{ name: 'favicon', message }]);
}

/** The log holds amounts and that the name changed; what it changed to is in the settings. */
function changesBetween(before: Settings, after: Settings): Record<string, string> {
  const facts: Record<string, string> = {};
  for (const name of ['miniwithdrawal', 'withdrawalpercent'] as const)
    if (before[name] !== after[name]) facts[name] = `${before[name]} → ${after[name]}`;
  if (after.raise_announced && before.raise_announced?.from !== after.raise_announced.from)
    facts['applies_from'] = after.raise_announced.from;
  if (before.sitename !== after.sitename) facts['sitename'] = 'changed';
  if (before.favicon !== after.favicon) facts['favicon'] = 'removed';
  return facts;
}
