import type { Instrument } from '@clearbook/contracts';
import { centsText } from '../../../lib/decimal.ts';
import type { Quotes } from '../../../lib/quotes.ts';
import { stepLots } from '../../../lib/ticket.ts';
import type { DeclaredForm } from '../../../lib/use-declared-form.ts';
import { centsOf, marginPrices, type orderForm } from './order.form.ts';
import { largestLots } from './preview.ts';
import { lotsWithin } from './size.ts';

type Form = DeclaredForm<typeof orderForm>['form'];

/** What can be done with a ticket's size. `apart`: amount and lots are two fields of their own, and neither follows the other. */
export function sizeActions(instrument: Instrument, form: Form, quotes: () => Quotes) {
  const { values } = form;
  const resize = (lots: string, apart: boolean) =>
    form.setValues({ lots, ...(!apart && values.amount.trim() === '' && { collateral: 'follows' as const }) });
  return {
    /** A size that somebody chose: its collateral follows, unless one was typed. */
    size: resize,
    step: (steps: number, apart: boolean) => resize(stepLots(values.lots, steps), apart),
    /** A part of what is available: as the amount, or as the size whose collateral it is. */
    takeShare: (cents: bigint, apart: boolean) => {
      if (apart) return form.setValues({ amount: centsText(cents), collateral: 'typed' });
      const lots = lotsWithin(instrument, cents, marginPrices(values), values.safety, quotes());
      if (lots !== null) form.setValues({ lots: centsText(lots < 1n ? 1n : lots), amount: '', collateral: 'follows' });
    },
    takeMargin: (margin: string, apart: boolean) =>
      form.setValues(apart ? { amount: margin, collateral: 'typed' } : { amount: '', collateral: 'follows' }),
    /** The two come apart: no amount follows any more. */
    comeApart: () => form.setValues({ collateral: 'typed', safety: 0 }),
    largest: () => {
      const amount = centsOf(values.amount);
      const size = amount === null ? null : largestLots(instrument, amount, marginPrices(values), quotes());
      if (size !== null && size > 0n) form.setFieldValue('lots', centsText(size));
    },
  };
}
