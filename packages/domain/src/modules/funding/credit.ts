import { type Price, PRICE_SCALE } from '../../market/index.ts';
import { type Cents, roundHalfEven } from '../../money/index.ts';
import type { AskedDeposit } from './model.ts';

/** In live mode releasing more than this in one step takes two people. A constant, not a setting. */
export const ALONE_LIMIT: Cents = 1_000_000n;

/** Coins are counted in units of 1e-8. */
export const COIN_SCALE = 100_000_000n;

/** No single credit exceeds this, however many people agree. */
export const MAX_CREDIT: Cents = 100_000_000n;

/** The locked rate covers this much of the coins that were asked for, in percent: what is sent beyond it gets the rate at its receipt. */
const COVERED_PERCENT = 102n;
/** A credit that differs by more than this from the requested amount, in percent, is checked twice. */
const OFF_PERCENT = 2n;

/** What arrived. */
export type Receipt = {
  /** Null means exactly the requested coins. */
  readonly units: bigint | null;
  /** When staff saw it arrive. Null in demo mode, where nothing arrives: then its proof counts. */
  readonly at: Date | null;
  /** Dollars for one coin when it arrived. Null where none could be had. */
  readonly rate: Price | null;
};

export type Credit = {
  readonly credited: Cents;
  readonly units: bigint;
  /** Of the coins that the locked rate covers, or of all coins if it had expired. */
  readonly rate: Price;
  /** Of those beyond it. */
  readonly restRate: Price | null;
};

/** Cents for received coins at a rate, half to even. */
export function coinsWorth(units: bigint, rate: Price): Cents {
  return worth([[units, rate]]);
}

/** Cents for the coins received; null if that needs a price that wasn't available. */
export function creditOf(deposit: AskedDeposit, receipt: Receipt): Credit | null {
  const units = receipt.units ?? deposit.payUnits;
  const atReceipt = receipt.at === null ? (deposit.lateRate ?? receipt.rate) : (receipt.rate ?? deposit.lateRate);
  if (isLate(deposit, receipt.at)) {
    if (atReceipt === null) return null;
    return { credited: coinsWorth(units, atReceipt), units, rate: atReceipt, restRate: null };
  }
  const { rate } = deposit;
  // Paying exactly what was asked at the locked rate credits exactly the amount, although the coins were rounded up.
  if (units === deposit.payUnits) return { credited: deposit.amount, units, rate, restRate: null };
  const covered = coveredUnits(deposit.payUnits);
  if (units <= covered) return { credited: coinsWorth(units, rate), units, rate, restRate: null };
  if (atReceipt === null) return null;
  const credited = worth([
    [covered, rate],
    [units - covered, atReceipt],
  ]);
  return { credited, units, rate, restRate: atReceipt };
}

/** Whether crediting this needs the price at receipt: it came late, or exceeds what the locked rate covers. */
export function takesReceiptRate(
  deposit: Pick<AskedDeposit, 'payUnits' | 'proofAt' | 'expiresAt'>,
  { units, at }: Pick<Receipt, 'units' | 'at'>,
): boolean {
  return isLate(deposit, at) || (units !== null && units > coveredUnits(deposit.payUnits));
}

/** Whether it was paid after the locked rate expired: by its time of arrival, or by its proof's if none was recorded. */
export function isLate(
  { proofAt, expiresAt }: { readonly proofAt: Date | null; readonly expiresAt: Date },
  receivedAt: Date | null = null,
): boolean {
  const at = receivedAt ?? proofAt;
  return at !== null && at > expiresAt;
}

/** More than 2 % away from what was asked for. */
export function isOff(credited: Cents, asked: Cents): boolean {
  const difference = credited > asked ? credited - asked : asked - credited;
  return difference * 100n > asked * OFF_PERCENT;
}

function coveredUnits(payUnits: bigint): bigint {
  return (payUnits * COVERED_PERCENT) / 100n;
}

function worth(parts: readonly (readonly [units: bigint, rate: Price])[]): Cents {
  const exact = parts.reduce((total, [units, rate]) => total + units * rate, 0n);
  return roundHalfEven(exact * 100n, COIN_SCALE * PRICE_SCALE);
}
