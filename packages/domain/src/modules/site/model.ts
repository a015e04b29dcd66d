import { derived, id, int, json, nullable, oneOf, reading, table, time } from '../../kernel/table.ts';
import type { MoneySettings } from '../funding/model.ts';
import type { SetFees, SetWallets } from './proposed.ts';

/** Locks the settings for a change of the site's own fee. */
export const SITE_FEES = reading<MoneySettings>('settings, to be changed', { alone: true });

/** What two people changed, each with the proposal by which they did: its command has the values. */
export const SITE_CHANGES = table(
  'site_change',
  {
    proposalId: id,
    kind: oneOf('set_wallets', 'set_fees'),
    at: time,
    /** New addresses take effect a day later. */
    appliesFrom: time,
    /** The fee before a raise, in basis points, and the moment from which the raise applies. */
    feeBeforeBps: nullable(int),
    feeFrom: nullable(time),
    /** Stopped, or replaced by others, before they applied. */
    endedAt: nullable(time),
    endedBy: nullable(id),
    command: derived(json<SetWallets | SetFees>()),
  },
  { key: ['proposalId'], book: 'site' },
);
