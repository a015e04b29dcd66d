import type { Trade } from '@clearbook/contracts';
import { closeTradeBody, lots as lotsRule } from '@clearbook/contracts/trading';
import { positionWords } from '@clearbook/contracts/words/orders';
import { centsText, toUnits } from '../../../lib/decimal.ts';
import { formOf } from '../../../lib/form.ts';
import { formatLots } from '../../../lib/format.ts';

type Values = { lots: string };
/** A part of a trade: what closes, and what stays open. */
export type Part = { closes: string; stays: string };

/** All of a trade, or a part of it. */
export const closeForm = formOf({
  route: 'POST /trades/:id/close',
  schema: closeTradeBody,
  id: ({ id }: Trade) => id,
  initial: ({ lots }: Trade) => ({ lots }),
  body: (values, trade) => (closesAll(values, trade) ? undefined : { lots: values.lots.trim() }),
  check: (values, { lots }) => {
    const wanted = readLots(values);
    return wanted !== null && wanted > toUnits(lots, 2) ? { lots: positionWords.tooMany(formatLots(lots)) } : {};
  },
  /** Null while it is all of it, or no lot size. */
  preview: (values, trade): Part | null => {
    const wanted = readLots(values);
    const rest = wanted === null ? 0n : toUnits(trade.lots, 2) - wanted;
    return wanted === null || rest <= 0n ? null : { closes: centsText(wanted), stays: centsText(rest) };
  },
  topics: ['trades', 'account'],
});

/** The lots of a share in percent, one hundredth of a lot at the least. */
export function shareOf({ lots }: Trade, percent: number): string {
  const part = (toUnits(lots, 2) * BigInt(percent)) / 100n;
  return centsText(part < 1n ? 1n : part);
}

/** Whether it is another share than a smaller one, of a trade that can be divided so. */
export function isShare({ lots }: Pick<Trade, 'lots'>, percent: number, smaller: readonly number[]): boolean {
  const of = (share: number): bigint => (toUnits(lots, 2) * BigInt(share)) / 100n;
  return of(percent) > 0n && smaller.every((share) => of(share) < of(percent));
}

function readLots({ lots }: Values): bigint | null {
  return lotsRule.safeParse(lots.trim()).success ? toUnits(lots.trim(), 2) : null;
}

function closesAll(values: Values, trade: Trade): boolean {
  return readLots(values) === toUnits(trade.lots, 2);
}
