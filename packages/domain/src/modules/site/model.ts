import { reading } from '../../kernel/table.ts';
import type { MoneySettings } from '../funding/model.ts';

/** Locks the settings for a change of the site's own fee. */
export const SITE_FEES = reading<MoneySettings>('settings, to be changed');

declare module '../../kernel/decision.ts' {
  interface Changes {
    wallets_set: { readonly proposalId: string; readonly from: Date };
    fees_set: {
      readonly proposalId: string;
      readonly after: Omit<MoneySettings, 'announcesFees'>;
      /** What the clients whom it concerns are told; null where it is nothing new to them. */
      readonly told: { readonly percent: string; readonly from: Date | null } | null;
    };
    /** Every member of staff hears of it, by mail and in the app. */
    staff_told: {
      readonly template: string;
      readonly values: Readonly<Record<string, string>>;
      readonly by: string;
      readonly proposedBy: string | null;
    };
  }
}
