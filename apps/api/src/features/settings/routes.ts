import type { PublicSettings } from '@clearbook/contracts/admin';
import type { Pool } from 'pg';
import type { Config } from '../../platform/config.ts';
import type { FileStore } from '../../platform/files/index.ts';
import type { Register } from '../../platform/http/index.ts';
import { readSettings } from './settings.query.ts';
import { setFavicon, updateSettings } from './update-settings.ts';

export type SettingsDeps = {
  pool: Pool;
  files: FileStore;
  config: Pick<Config, 'mode' | 'operator' | 'contactEmail' | 'chartProvider' | 'market'>;
  /** What pages write beside prices ("Simulated prices"); null for real ones. */
  marketLabel: string | null;
  /** Withdrawals that have waited longer than one working day: told to everybody. */
  overdueWithdrawals(now: Date): Promise<number>;
  /** How many clients lose money: told to everybody with the risk warning. */
  trackRecord(): Promise<PublicSettings['track_record']>;
};

export function settingsRoutes(
  register: Register,
  { pool, files, config, marketLabel, overdueWithdrawals, trackRecord }: SettingsDeps,
): void {
  register('GET /settings/public', async ({ now }) => {
    const [{ sitename, favicon }, overdue, record] = await Promise.all([
      readSettings(pool, now),
      overdueWithdrawals(now),
      trackRecord(),
    ]);
    const { operator } = config;
    return {
      sitename,
      favicon,
      mode: config.mode,
      market_label: marketLabel,
      // It shows real markets: beside any other one it would show other prices than those that are dealt.
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
      overdue_withdrawals: overdue,
      track_record: record,
    };
  });

  register('GET /admin/settings', ({ now }) => readSettings(pool, now));

  register('PUT /admin/settings', ({ actor, body, now }) => updateSettings(pool, config.mode, actor.userId, body, now));

  register('POST /admin/settings/favicon', async ({ actor, files: uploads, now }) => {
    const [upload] = uploads;
    if (!upload) throw new Error('The route was reached without its file.');
    const fileId = await files.store({ ownerId: actor.userId, kind: 'favicon', data: upload.data }, now);
    return setFavicon(pool, actor.userId, fileId, now);
  });
}
