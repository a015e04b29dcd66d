import { ActionIcon } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { sizeWords } from '@clearbook/contracts/words/size';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { toCents } from '../../../lib/decimal.ts';
import { formatPrice, formatQuantity, formatUsd } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { type Quotes, useQuotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { centsOf, marginPrices, waitingAt, withCollateral } from './order.form.ts';
import { SafetyMarginChoice } from './safety-margin.tsx';
import { hundredths, lotsFor, lotsWithin, SIZE_UNITS, type SizeUnit, sizeIn } from './size.ts';
import { useSizeUnit, useTwoFields } from './size-settings.ts';
import type { useTicket } from './use-ticket.ts';
import classes from './ticket.module.css';

const LEAST_LOTS = '0.01';
/** Parts of what is available, in percent. */
const SHARES = [10, 25, 50, 100] as const;
/** Where A leads, and the way past everything before it. */
export const SIZE_ID = 'ticket-size';

type Props = { instrument: Instrument; ticket: ReturnType<typeof useTicket> };

/** How much, said in one of three ways; the collateral follows it until somebody types another one. */
export function OrderSize({ instrument, ticket }: Props) {
  const [two] = useTwoFields();
  const [unit, setUnit] = useSizeUnit(instrument.class);
  const own = two ? 'lots' : unit;
  const { values } = ticket;
  const quotes = useQuotes(symbolsFor(instrument));
  return (
    <>
      {!two && (
        <div className={classes.aim}>
          <span id="size-in">{sizeWords.unit}</span>
          <SegmentedControl
            size="xs"
            aria-labelledby="size-in"
            data={SIZE_UNITS.map((value) => ({ value, label: unitName(value, instrument) }))}
            value={unit}
            onChange={setUnit}
          />
        </div>
      )}
      <div className={classes.two}>
        <SizeField instrument={instrument} ticket={ticket} unit={own} quotes={quotes} />
        <AmountField instrument={instrument} ticket={ticket} quotes={quotes} />
      </div>
      <Quick
        onShare={(cents) => ticket.takeShare(cents, two)}
        // What a part of the balance buys can't be told before the first price.
        canShare={two || lotsWithin(instrument, 0n, marginPrices(values), values.safety, quotes) !== null}
        onLargest={ticket.largest}
        canLargest={values.collateral === 'typed' && centsOf(values.amount) !== null}
      >
        {values.collateral === 'follows' && (
          <SafetyMarginChoice
            value={values.safety}
            onChange={(safety) => ticket.form.setFieldValue('safety', safety)}
          />
        )}
      </Quick>
    </>
  );
}

type FieldProps = Props & { quotes: Quotes };

function SizeField({ instrument, ticket, unit, quotes }: FieldProps & { unit: SizeUnit }) {
  const { field, values, step } = ticket;
  const [two] = useTwoFields();
  const at = waitingAt(values);
  // What was typed stays as it was typed for as long as it means these lots.
  const [typed, setTyped] = useState<{ unit: SizeUnit; text: string; lots: string } | null>(null);
  const own = typed !== null && typed.unit === unit && typed.lots === values.lots;
  const shown = own ? typed.text : sizeIn(instrument, unit, values.lots, at, quotes);
  const change = (text: string) => {
    const lots = lotsFor(instrument, unit, text, at, quotes);
    setTyped({ unit, text, lots });
    ticket.size(lots, two);
  };
  // Dollars buy nothing before the first price; what was typed until then counts once it is there.
  const priced = own && typed.lots === '' ? lotsFor(instrument, unit, typed.text, at, quotes) : '';
  useEffect(() => {
    if (priced === '' || typed === null) return;
    setTyped({ ...typed, lots: priced });
    ticket.size(priced, two);
  });
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1), two);
  };
  const least = sizeIn(instrument, 'usd', LEAST_LOTS, at, quotes);
  const lotsField = field('lots');
  return (
    <DecimalInput
      id={SIZE_ID}
      className={unit === 'lots' ? (classes.lots ?? '') : ''}
      label={fieldName(unit, instrument)}
      description={
        <Meaning
          instrument={instrument}
          unit={unit}
          lots={values.lots}
          value={sizeIn(instrument, 'usd', values.lots, at, quotes)}
          least={least}
        />
      }
      leftSection={unit === 'usd' ? '$' : undefined}
      onKeyDown={onArrow}
      onFocus={() => !own && setTyped({ unit, text: shown, lots: values.lots })}
      // Beside two buttons there is no room for the digits of dollars and units; the arrow keys go by steps in each.
      rightSectionWidth={unit === 'lots' ? 62 : 8}
      rightSection={unit === 'lots' ? <Steps onStep={(steps) => step(steps, two)} /> : null}
      {...lotsField}
      {...(lotsField.error &&
        unit !== 'lots' &&
        least !== '' &&
        tooSmall(values.lots) && { error: sizeWords.needs(formatUsd(least), sizeWords.lots(LEAST_LOTS)) })}
      value={shown}
      onChange={change}
    />
  );
}

type MeaningProps = { instrument: Instrument; unit: SizeUnit; lots: string; value: string; least: string };

/** What was typed buys less than one step. */
function tooSmall(lots: string): boolean {
  return lots === '0.00';
}

/** The same size in the ways that it was not typed in; what a lot is while there is none. */
function Meaning({ instrument, unit, lots, value, least }: MeaningProps) {
  if (unit !== 'lots' && least !== '' && tooSmall(lots)) return sizeWords.smallest(formatUsd(least));
  if (unit === 'lots' || hundredths(lots) === null)
    return words.lotHint(formatPrice(instrument.lot_size), unitOf(instrument));
  return sizeWords.means(
    sizeWords.lots(lots),
    unit === 'units' ? (value === '' ? '' : formatUsd(value)) : formatQuantity(lots, instrument),
  );
}

function AmountField({ instrument, ticket, quotes }: FieldProps) {
  const { form, field, values } = ticket;
  const follows = values.collateral === 'follows';
  const live = withCollateral(instrument, values, quotes).amount;
  // A figure that follows the price stands still while somebody is in its field.
  const [held, setHeld] = useState<string | null>(null);
  return (
    <DecimalInput
      label={words.amount}
      description={follows ? sizeWords.follows : words.amountHint}
      leftSection="$"
      {...field('amount')}
      value={follows ? (held ?? live) : values.amount}
      onFocus={() => setHeld(live)}
      onBlur={() => setHeld(null)}
      onChange={(amount) => form.setValues({ amount, collateral: 'typed' })}
    />
  );
}

function Steps({ onStep }: { onStep: (steps: number) => void }) {
  return (
    <div className={classes.steps}>
      {([-1, 1] as const).map((by) => (
        <ActionIcon
          key={by}
          variant="subtle"
          color="gray"
          size={28}
          tabIndex={-1}
          aria-label={by < 0 ? words.lessLots : words.moreLots}
          onClick={() => onStep(by)}
        >
          {by < 0 ? <Minus size={15} aria-hidden /> : <Plus size={15} aria-hidden />}
        </ActionIcon>
      ))}
    </div>
  );
}

type QuickProps = {
  onShare: (cents: bigint) => void;
  canShare: boolean;
  onLargest: () => void;
  canLargest: boolean;
  children: ReactNode;
};

/** Parts of what is available, and the largest lot size that a typed amount carries. */
function Quick({ onShare, canShare, onLargest, canLargest, children }: QuickProps) {
  const { data: account } = useQuery(queries.account());
  if (account === undefined) return null;
  const available = toCents(account.available.amount);
  if (available <= 0n) return null;
  return (
    <div className={classes.quick} role="group" aria-label={words.shares}>
      {SHARES.map((share) => (
        <button
          key={share}
          type="button"
          className={classes.chip}
          aria-label={words.share(share)}
          disabled={!canShare}
          onClick={() => onShare((available * BigInt(share)) / 100n)}
        >
          {share}%
        </button>
      ))}
      {canLargest && (
        <button type="button" className={classes.chip} onClick={onLargest}>
          {words.largestLots}
        </button>
      )}
      {children}
    </div>
  );
}

function unitOf(of: Instrument): string {
  return of.class === 'stock' ? words.shareOne : of.base;
}

function unitName(unit: SizeUnit, of: Instrument): string {
  return unit === 'units' ? (of.class === 'stock' ? sizeWords.shares : of.base) : sizeWords.units[unit];
}

function fieldName(unit: SizeUnit, of: Instrument): string {
  return unit === 'lots' ? words.lotSize : sizeWords.field(unitName(unit, of));
}
