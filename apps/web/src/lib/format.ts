import { shortZeros } from '@clearbook/domain/price';
import { centsText, priceText, toPrice, toUnits } from './decimal.ts';
import { zone } from './zone.ts';

/** A true minus sign: as wide as a digit, and read aloud as "minus". */
export const MINUS = '\u2212';
export const NO_VALUE = '\u2014';

/** "-1234.5" → "−$1,234.50". String arithmetic only: money never meets a floating-point number. Cuts nothing: extra decimals stay. */
export function formatUsd(amount: string): string {
  const { negative, whole, part } = splitDecimal(amount);
  const cents = part.padEnd(2, '0');
  return `${negative && !isZero(amount) ? MINUS : ''}$${group(whole)}.${cents}`;
}

/** An amount with its currency: dollars as formatUsd, coins as "0.005000 BTC" (at least six decimals). */
export function formatMoney(money: { amount: string; currency: string }): string {
  if (money.currency === 'USD') return formatUsd(money.amount);
  return `${formatCoins(money.amount)} ${money.currency}`;
}

/** Coins with at least six decimals, as the deposit wizard shows them. */
export function formatCoins(amount: string): string {
  const { negative, whole, part } = splitDecimal(amount);
  return `${negative ? MINUS : ''}${group(whole)}.${part.padEnd(6, '0')}`;
}

/** A price with its thousands grouped, exactly `digits` decimals (half to even; as they came without), and a long run of zeros counted. */
export function formatPrice(price: string, digits?: number): string {
  const { negative, whole, part } = splitDecimal(price);
  if (digits !== undefined && part.length > digits) {
    const rounded = priceText(toPrice(`${whole}.${part}`), digits);
    return formatPrice(negative && !isZero(rounded) ? `-${rounded}` : rounded, digits);
  }
  const decimals = part.padEnd(digits ?? 0, '0');
  return shortZeros(`${negative ? MINUS : ''}${group(whole)}${decimals === '' ? '' : `.${decimals}`}`);
}

/** Lots always with two decimals: "1" → "1.00". */
export function formatLots(lots: string): string {
  return formatPrice(lots, 2);
}

/** What so many lots are: "0.01 BTC", "1,000 EUR", "5 AAPL". */
export function formatQuantity(lots: string, of: { lot_size: string; base: string }): string {
  const units = centsText(toUnits(lots, 2) * BigInt(of.lot_size)).replace(/\.?0+$/, '');
  return `${formatPrice(units)} ${of.base}`;
}

export type Sign = 'gain' | 'loss' | 'even';

export function signOf(amount: string): Sign {
  if (isZero(amount)) return 'even';
  return amount.startsWith('-') ? 'loss' : 'gain';
}

export function isZero(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** "EURUSD" → "EUR/USD", "BTC" → "BTC/USD"; stocks stay as they are. */
export function formatSymbol(symbol: string, assetClass?: 'forex' | 'crypto' | 'stock'): string {
  if (assetClass === 'crypto') return `${symbol}/USD`;
  if (assetClass === 'forex' && symbol.length === 6) return `${symbol.slice(0, 3)}/${symbol.slice(3)}`;
  return symbol;
}

const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' } as const;
const DAY = { day: '2-digit', month: 'short', year: 'numeric' } as const;
const DATE = new Intl.DateTimeFormat('en-GB', { ...DAY, timeZone: 'UTC' });
const inMinutes = inZone({ ...DAY, ...MINUTE });
const inSeconds = inZone({ ...DAY, ...MINUTE, second: '2-digit' });

const EXACT = new Intl.DateTimeFormat('en-GB', {
  ...{ day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' },
  ...{ fractionalSecondDigits: 3, hourCycle: 'h23', timeZone: 'UTC' },
});

/** In the zone that somebody chose on this device, which it names: "21 Nov 2026, 14:05 UTC". */
export function formatDateTime(iso: string): string {
  return inMinutes(iso);
}
/** The same, to the second: "21 Nov 2026, 14:05:09 UTC". */
export function formatInZone(iso: string): string {
  return inSeconds(iso);
}
/** A day is one of UTC, as in statements, limits and the calendar, wherever it is read. */
export function formatDate(iso: string): string {
  return DATE.format(new Date(iso));
}
/** The day that ends at an instant, or that it lies in: a figure of midnight is that of the day before. */
export function formatDayEnded(iso: string): string {
  return DATE.format(new Date(Date.parse(iso) - 1));
}
/** For records that two people compare: to the millisecond, in UTC. */
export function formatExact(iso: string): string {
  return `${EXACT.format(new Date(iso))} UTC`;
}

/** "3.4 MB": of a thousand each, as files are sized. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
  return bytes < 1_000_000_000 ? `${(bytes / 1_000_000).toFixed(1)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** Seconds as m:ss: 3600 → "60:00". Negative counts as zero. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

/** Days and hours, hours and minutes, or minutes and seconds: the two largest that count. */
export function formatLong(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [
    Math.floor(left / 86_400),
    Math.floor((left % 86_400) / 3600),
    Math.floor((left % 3600) / 60),
  ];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0
    ? `${hours} h ${String(minutes).padStart(2, '0')} min`
    : `${minutes}:${String(left % 60).padStart(2, '0')}`;
}

/** Such a format in the zone that is chosen when it is used; each is made once. */
function inZone(parts: Intl.DateTimeFormatOptions): (iso: string) => string {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (iso) => {
    const timeZone = zone();
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { ...parts, timeZone });
    formats.set(timeZone, format);
    return format.format(new Date(iso));
  };
}

function splitDecimal(text: string): { negative: boolean; whole: string; part: string } {
  const negative = text.startsWith('-');
  const [whole = '0', part = ''] = (negative ? text.slice(1) : text).split('.');
  return { negative, whole, part };
}

function group(whole: string): string {
  return whole.replace(/\B(?=(?:\d{3})+$)/g, ',');
}
