import { useForm } from '@mantine/form';
import type { Instrument, Trade } from '@clearbook/contracts';
import { protectionWords as words } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { exactPrice, tryParsePrice } from '@clearbook/domain/market';
import { useState } from 'react';
import { toUnits } from '../../lib/decimal.ts';
import { focusFirstError, showFieldProblems } from '../../lib/form.ts';
import { formatLots, formatPrice, formatSymbol, NO_VALUE } from '../../lib/format.ts';
import { quoteStore, useQuotes } from '../../lib/quotes.ts';
import { symbolsFor } from '../../lib/ticket.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Price } from '../../ui/price.tsx';
import { toast } from '../../ui/toast.ts';
import { AmendForm } from './amend-form.tsx';
import { DirectionBadge } from './direction-badge.tsx';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import classes from './positions.module.css';
import { domainOf, levelOf, PROTECTIONS, rateOf, type Frame, type Protection, type Unit } from './preview.ts';
import { ProtectionFields, type Protections } from './protection-fields.tsx';
import { Sheet } from './sheet.tsx';

type Props = { trade: Trade | null; instrument: Instrument | undefined; onClose: () => void };

/** Stop loss, take profit and trailing stop of an open trade, changed in place. */
export default function AmendTradeDialog({ trade, instrument, onClose }: Props) {
  const [shown, setShown] = useState({ trade, instrument });
  if (trade !== null && trade !== shown.trade) setShown({ trade, instrument });
  return (
    <Sheet opened={trade !== null} title={words.editTitle} onClose={onClose}>
      {shown.trade !== null && shown.instrument !== undefined && (
        <AmendTrade key={shown.trade.id} trade={shown.trade} instrument={shown.instrument} onClose={onClose} />
      )}
    </Sheet>
  );
}

type Values = Record<Protection, string>;

function AmendTrade({ trade, instrument, onClose }: { trade: Trade; instrument: Instrument; onClose: () => void }) {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: {
      stop_loss: trade.stop_loss ?? '',
      take_profit: trade.take_profit ?? '',
      trailing_distance: trade.trailing_distance ?? '',
    },
  });
  const [units, setUnits] = useState<Record<Protection, Unit>>(PRICES);
  const amend = useSubmit('PATCH /trades/:id', {
    form,
    topics: ['trades'],
    onSuccess: () => {
      toast.success(words.saved);
      onClose();
    },
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  const frame = frameOfTrade(trade, instrument, useQuotes(symbolsFor(instrument)));
  const save = () => {
    const errors: Partial<Values> = {};
    const body: Record<Protection, string | null> = { stop_loss: null, take_profit: null, trailing_distance: null };
    const now = frameOfTrade(
      trade,
      instrument,
      Object.fromEntries(symbolsFor(instrument).map((symbol) => [symbol, quoteStore.get(symbol)])),
    );
    for (const what of PROTECTIONS) {
      const typed = { unit: units[what], text: form.values[what] };
      if (typed.text.trim() === '') continue;
      const level = now === null ? undefined : levelOf(what, typed, now);
      if (level === undefined || level === null) errors[what] = words.unreadable;
      else body[what] = exactPrice(level);
    }
    form.setErrors(errors);
    if (Object.keys(errors).length > 0) focusFirstError();
    else void amend.submit({ params: { id: trade.id }, body });
  };
  const values = Object.fromEntries(
    PROTECTIONS.map((what) => [what, { unit: units[what], text: form.values[what] }]),
  ) as Protections;
  const { digits } = instrument;
  return (
    <AmendForm
      note={words.editText}
      act={words.save}
      pending={amend.pending}
      problem={amend.problem?.detail}
      onSave={save}
      onClose={onClose}
    >
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
        frame={frame}
        values={values}
        errors={form.errors}
        onChange={(what, typed) => {
          form.setFieldValue(what, typed.text);
          setUnits((kept) => ({ ...kept, [what]: typed.unit }));
        }}
      />
    </AmendForm>
  );
}

const PRICES: Record<Protection, Unit> = { stop_loss: 'price', take_profit: 'price', trailing_distance: 'price' };

/** Distances and sums are measured from where the trade was opened. */
function frameOfTrade(trade: Trade, instrument: Instrument, quotes: ReturnType<typeof useQuotes>): Frame | null {
  const entry = tryParsePrice(trade.entry_price ?? '');
  if (entry === undefined) return null;
  const of = domainOf(instrument);
  return { of, side: trade.side, entry, lots: toUnits(trade.lots, 2), rate: rateOf(of.quote, quotes) };
}
