import '../../app/styles-rest.ts';
import type { Instrument, PriceAlert } from '@clearbook/contracts';
import { alertWords as words } from '@clearbook/contracts/words/alerts';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { priceText, toPrice } from '../../lib/decimal.ts';
import { formatDateTime, formatPrice } from '../../lib/format.ts';
import { quoteStore, useQuote } from '../../lib/quotes.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { DecimalInput, type DecimalInputProps } from '../../ui/decimal-input.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { toast } from '../../ui/toast.ts';
import { type AlertOf, changeAlertForm, type Ends, newAlertForm, type Wanted } from './alert.form.ts';

const CLASSES = ['forex', 'crypto', 'stock'] as const;
const LENGTHS = Object.entries(words.lengths).map(([value, label]) => ({ value, label }));

export type About = { alert: PriceAlert | null; symbol: string; price: string };
type Props = { list: readonly Instrument[]; about: About; opened: boolean; onClose: () => void };

/** Sets a price alert, changes one, or sets a past one again. */
export default function AlertDialog(props: Props) {
  const { about, opened, onClose } = props;
  return (
    <Sheet opened={opened} title={about.alert === null ? words.create : words.change} onClose={onClose}>
      <Fields {...props} />
    </Sheet>
  );
}

function Fields({ list, about, onClose }: Props) {
  // The same request when it is sent again.
  const [since] = useState(() => new Date());
  const of: AlertOf = { ...about, quoteOf: (symbol) => quoteStore.get(symbol), since };
  const { alert } = about;
  const done = (said: string) => ({
    onDone: () => {
      toast.success(said);
      onClose();
    },
  });
  const create = useDeclaredForm(newAlertForm, of, done(words.saved));
  const change = useDeclaredForm(changeAlertForm, of, done(words.changed));
  const isNew = alert === null;
  const { form, values, field, errors, pending, refusal, send } = isNew ? create : change;
  const { symbol, wanted } = values;
  const kept = alert?.state === 'active' ? alert.expires_at : null;
  return (
    <DialogForm
      act={isNew ? words.save : words.saveChange}
      pending={pending}
      refusal={refusal ?? errors['expires_at']}
      onSend={send}
      onClose={onClose}
    >
      {isNew && (
        <NativeSelect
          label={words.asset}
          data={CLASSES.map((each) => ({
            group: tradeWords.classes[each],
            items: list.filter((one) => one.class === each).map((one) => ({ value: one.symbol, label: one.name })),
          }))}
          {...field('symbol')}
        />
      )}
      <NativeSelect
        label={words.kind}
        value={wanted}
        onChange={(event) => form.setFieldValue('wanted', event.currentTarget.value as Wanted)}
        data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
      />
      <Level
        key={wanted === 'reaches' ? 'price' : 'percent'}
        instrument={list.find((one) => one.symbol === symbol)}
        symbol={symbol}
        wanted={wanted}
        field={field}
      />
      <NativeSelect
        label={words.ends}
        value={values.ends}
        error={errors['ends']}
        onChange={(event) => {
          form.setFieldValue('ends', event.currentTarget.value as Ends);
          form.clearFieldError('ends');
        }}
        data={[...(kept === null ? [] : [{ value: 'kept', label: words.kept(formatDateTime(kept)) }]), ...LENGTHS]}
      />
      <Switch
        label={words.repeats}
        description={words.repeatsHint}
        checked={values.repeats}
        onChange={(event) => {
          const repeats = event.currentTarget.checked;
          form.setFieldValue('repeats', repeats);
          if (repeats && values.ends === 'never') form.setFieldValue('ends', '30');
        }}
      />
    </DialogForm>
  );
}

type LevelProps = {
  instrument: Instrument | undefined;
  symbol: string;
  wanted: Wanted;
  field: (name: string) => Pick<DecimalInputProps, 'onChange'>;
};

/** The level, beside the price now. */
function Level({ instrument, symbol, wanted, field }: LevelProps) {
  const quote = useQuote(symbol === '' ? null : symbol);
  const digits = instrument?.digits ?? 2;
  const mid =
    quote === undefined ? null : formatPrice(priceText((toPrice(quote.bid) + toPrice(quote.ask)) / 2n, digits));
  if (wanted === 'reaches')
    return (
      <DecimalInput
        data-autofocus
        label={words.price}
        description={mid === null ? words.noPrice : words.now(mid)}
        {...field('price')}
      />
    );
  return (
    <DecimalInput
      label={words.percent}
      rightSection="%"
      description={mid === null ? words.noPrice : words.from(mid)}
      {...field('percent')}
    />
  );
}
