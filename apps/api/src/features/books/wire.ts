import type { ConfigSetting } from '@clearbook/contracts/configuration';
import type { Money } from '@clearbook/contracts/money';
import { type ConfigItem, CONFIGURABLE } from '@clearbook/domain/configuration';
import { type Cents, centsToDecimal } from '@clearbook/domain/money';

export function usd(cents: Cents): Money {
  return { amount: centsToDecimal(cents), currency: 'USD' };
}

const CURRENCY = { bitcoin: 'BTC', ethereum: 'ETH', tether: 'USDT' } as const;

/** Coins, in units of 1e-8, with six decimals as on screen, or more if needed. */
export function coins(units: bigint, method: keyof typeof CURRENCY): Money {
  const digits = units.toString().padStart(9, '0');
  const fraction = digits.slice(-8);
  return {
    amount: `${digits.slice(0, -8)}.${fraction.endsWith('00') ? fraction.slice(0, 6) : fraction}`,
    currency: CURRENCY[method],
  };
}

/** Whole seconds until then, rounded up; zero when it has passed. */
export function secondsLeft(until: Date | null, now: Date): number {
  return until === null ? 0 : Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000));
}

/** A configured value as the domain reads it, which is how the contract shows it. */
export function settingOf(item: ConfigItem, key: string, value: unknown): ConfigSetting {
  return { item, key, value: CONFIGURABLE[item].read(value) } as ConfigSetting;
}
