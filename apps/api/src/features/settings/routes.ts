import type { PublicSettings } from '@clearbook/contracts/admin';
import type { Pool } from 'pg';
import type { Ledger } from '../../ledger/index.ts';
import type { Config } from '../../platform/config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import { type Register, requireStepUp } from '../../platform/http/index.ts';
import { needsTwo, propose, setBy } from '../books/index.ts';
import { readNotices } from '../switches/index.ts';
import { readSettings } from './settings.query.ts';
import { changesFees, changesLooks, checkFavicon, feesOf, setFavicon, updateSettings } from './update-settings.ts';

export type SettingsDeps = {
  ledger: Ledger;
  pool: Pool;
  files: FileStore;
  config: Pick<Config, 'mode' | 'operator' | 'contactEmail' | 'chartProvider' | 'market'>;
  /** The label next to prices ("Simulated prices"); null for real ones. */
  marketLabel: string | null;
  /** Withdrawals that have waited longer than one working day. Public. */
  overdueWithdrawals(now: Date): Promise<number>;
  /** How many clients lose money. Public, with the risk warning. */
  trackRecord(): Promise<PublicSettings['track_record']>;
  /** What two people announced, and what can’t be opened right now. Public. */
  notices(now: Date): Promise<Pick<PublicSettings, 'notices' | 'restricted' | 'notices_change_at'>>;
};

export function settingsRoutes(
  register: Register,
  { ledger, pool, files, config, marketLabel, overdueWithdrawals, trackRecord, notices }: SettingsDeps,
): void {
  register('GET /settings/public', async ({ now }) => {
    const [{ sitename, favicon }, overdue, record, stopped, announced] = await Promise.all([
      readSettings(pool, now),
      overdueWithdrawals(now),
      trackRecord(),
      readNotices(pool),
      notices(now),
    ]);
    const { operator } = config;
    return {
      sitename,
      favicon,
      mode: config.mode,
      market_label: marketLabel,
      // It shows real markets, so with any other market its prices would differ from those clients trade at.
      chart_provider:
        config.chartProvider === 'tradingview' && config.market !== 'live' ? 'tradingview_waits' : config.chartProvider,
      operator: operator
        ? {
            legal_name: operator.legalName,
            address: operator.address,
            registration: operator.registration,
            regulator: operator.regulator,
            complaints_email: operator.complaintsEmail,
          }
        : null,
      contact_email: config.contactEmail ?? null,
      stopped,
      ...announced,
      overdue_withdrawals: overdue,
      track_record: record,
    };
  });

  register('GET /admin/settings', ({ now }) => readSettings(pool, now));

  register('PUT /admin/settings', async (request) => {
    const { actor, body, now } = request;
    const { mode } = config;
    const before = await readSettings(pool, now);
    checkFavicon(before, body);
    const by = { mode, actorId: actor.userId, now };
    if (!changesFees(before, body)) return updateSettings(pool, by, body);
    requireStepUp(actor);
    if (!needsTwo(config)) return updateSettings(pool, by, body);
    // The reason belongs to the proposal. Name and icon need no second person.
    const { reason = '', ...looks } = body;
    const replaces = await setBy(pool, 'set_fees', body.set_by);
    await propose(ledger, { command: { kind: 'set_fees', ...feesOf(body), replaces }, reason }, request);
    return changesLooks(before, looks) ? updateSettings(pool, by, looks) : readSettings(pool, now);
  });

  register('POST /admin/settings/favicon', async ({ actor, files: uploads, now }) => {
    const [upload] = uploads;
    if (!upload) throw new Error('The route was reached without its file.');
    const fileId = await files.store({ ownerId: actor.userId, kind: 'favicon', data: upload.data }, now);
    return setFavicon(pool, actor.userId, fileId, now);
  });
}
