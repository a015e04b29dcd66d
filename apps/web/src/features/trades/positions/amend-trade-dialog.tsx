import type { Instrument, Trade } from '@clearbook/contracts';
import { protectionWords as words } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { useEffect } from 'react';
import { formatLots, formatPrice, formatSymbol, NO_VALUE } from '../../../lib/format.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { useDeclaredForm } from '../../../lib/use-declared-form.ts';
import { DialogForm } from '../../../ui/form.tsx';
import { Price } from '../../../ui/price.tsx';
import { toast } from '../../../ui/toast.ts';
import { DirectionBadge } from '../direction-badge.tsx';
import { protectionsOf } from '../ticket/order.form.ts';
import { ProtectionFields } from '../ticket/protection-fields.tsx';
import { TargetFields } from '../ticket/target-fields.tsx';
import { amendTradeForm, followed, pricingOfTrade } from './amend.form.ts';
import { type AmendProps, AmendSheet, atQuotes } from './amend-sheet.tsx';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import { useStillOpen } from './use-still-open.ts';
import classes from './positions.module.css';

type Props = { trade: Trade | null; instrument: Instrument | undefined; onClose: () => void };

/** Stop loss, take profit and trailing stop of an open trade, changed in place. */
export default function AmendTradeDialog({ trade, instrument, onClose }: Props) {
  return (
    <AmendSheet record={trade} instrument={instrument} title={words.editTitle} onClose={onClose} fields={AmendTrade} />
  );
}

function AmendTrade({ record, instrument, onClose }: AmendProps<Trade>) {
  const { trade } = useStillOpen(record);
  const amend = useDeclaredForm(amendTradeForm, atQuotes({ trade }, instrument), {
    onDone: () => {
      toast.success(words.saved);
      onClose();
    },
  });
  const pricing = pricingOfTrade(trade, instrument, useQuotes(symbolsFor(instrument)));
  const { form, values } = amend;
  useEffect(() => {
    const next = followed(form.getValues(), trade);
    if (next !== null) form.setValues(next);
  });
  const { digits } = instrument;
  return (
    <DialogForm act={words.save} pending={amend.pending} refusal={amend.refusal} onSend={amend.send} onClose={onClose}>
      <dl className={classes.figures}>
        <div>
          <dt>{tradeWords.columns.asset}</dt>
          <dd>
            {formatSymbol(trade.symbol, instrument.class)} <DirectionBadge side={trade.side} /> {formatLots(trade.lots)}
          </dd>
        </div>
        <div>
          <dt>{tradeWords.columns.entry}</dt>
          <dd>
            <Price value={trade.entry_price} digits={digits} />
          </dd>
        </div>
        <div>
          <dt>{tradeWords.columns.current}</dt>
          <dd>
            <CurrentPrice trade={trade} instrument={instrument} />
          </dd>
        </div>
        <div>
          <dt>{tradeWords.columns.profit}</dt>
          <dd>
            <LiveProfit trade={trade} instrument={instrument} />
          </dd>
        </div>
        <div>
          <dt>{tradeWords.closeOut}</dt>
          <dd>{trade.close_out_price === null ? NO_VALUE : formatPrice(trade.close_out_price, digits)}</dd>
        </div>
      </dl>
      <ProtectionFields
        of={instrument}
        pricing={pricing}
        values={protectionsOf(values)}
        errors={amend.errors}
        onChange={(what, { unit, text }) => form.setValues({ [what]: text, units: { ...values.units, [what]: unit } })}
      />
      <TargetFields
        values={values.targets}
        errors={amend.errors}
        onChange={(targets) => form.setFieldValue('targets', targets)}
      />
      <p className={classes.note}>{words.editText}</p>
    </DialogForm>
  );
}
