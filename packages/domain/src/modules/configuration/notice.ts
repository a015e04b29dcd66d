import type { ConfigItem } from './items.ts';

const WEEK_MS = 7 * 86_400_000;

/**
 * How long before a change takes effect it has to be approved, in milliseconds; what isn't named needs no notice. Whoever holds an instrument hears of other
 * financing, or of another spread, while its market still opens in between, on the longest holidays too: nobody pays what they could not close for.
 */
export const CONFIG_NOTICE_MS: Readonly<Partial<Record<ConfigItem, number>>> = { financing: WEEK_MS, spread: WEEK_MS };
