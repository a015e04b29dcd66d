import type { Instrument } from '@clearbook/contracts';
import { protectionWords as words } from '@clearbook/contracts/words/orders';
import { sizeWords } from '@clearbook/contracts/words/size';
import type { Price } from '@clearbook/domain/market';
import clsx from 'clsx';
import { useId, useState, type ReactNode } from 'react';
import { centsText } from '../../../lib/decimal.ts';
import {
  levelOf,
  PROTECTIONS,
  tell,
  UNITS,
  type PricingContext,
  type Protection,
  type Typed,
  type Unit,
} from './preview.ts';
import { hundredthsText, percentAway, rewardToRisk, targetAt } from './reward.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import classes from './ticket.module.css';

type Protections = Record<Protection, Typed>;
type Props = {
  of: Pick<Instrument, 'class'>;
  /** Null while a quote is missing: what was typed shows, and nothing is converted. */
  pricing: PricingContext | null;
  values: Protections;
  onChange: (what: Protection, typed: Typed) => void;
  errors: Partial<Record<string, ReactNode>>;
};

/** Stop loss, take profit and trailing stop: each as a price, a distance or a sum of money, and whichever is typed says the others. */
export function ProtectionFields({ of, pricing, values, onChange, errors }: Props) {
  return (
    <div className={classes.protections}>
      {PROTECTIONS.map((what) => (
        <Row
          key={what}
          what={what}
          unitNames={words.units(what, of.class)}
          marks={words.marks(of.class)}
          pricing={pricing}
          typed={values[what]}
          onChange={(typed) => onChange(what, typed)}
          error={errors[what]}
          note={noteOf(what, pricing, values)}
        />
      ))}
      {pricing !== null && <Reward pricing={pricing} values={values} onChange={onChange} />}
    </div>
  );
}

/** What was typed as a price; null for nothing and for what cannot be read. */
function priceOf(what: Protection, pricing: PricingContext | null, values: Protections): Price | null {
  return pricing === null ? null : (levelOf(what, values[what], pricing) ?? null);
}

/** "0.36% · 1R" beside a stop, "0.55% · 1.50R" beside a target. */
function noteOf(what: Protection, pricing: PricingContext | null, values: Protections): string {
  const level = priceOf(what, pricing, values);
  if (pricing === null || level === null || what === 'trailing_distance') return '';
  const away = sizeWords.away(percentAway(pricing, level));
  if (what === 'stop_loss') return sizeWords.both(away, sizeWords.risk);
  const ratio = ratioOf(pricing, values);
  return ratio === null ? away : sizeWords.both(away, sizeWords.times(ratio));
}

function ratioOf(pricing: PricingContext, values: Protections): string | null {
  const [stop, target] = [priceOf('stop_loss', pricing, values), priceOf('take_profit', pricing, values)];
  const ratio = stop === null || target === null ? null : rewardToRisk(pricing, stop, target);
  return ratio === null ? null : hundredthsText(ratio);
}

type RewardProps = Pick<Props, 'values' | 'onChange'> & { pricing: PricingContext };

/** What the target wins for each dollar at risk, and targets at one, two and three times the risk. Nothing before there is a stop. */
function Reward({ pricing, values, onChange }: RewardProps) {
  const stop = priceOf('stop_loss', pricing, values);
  if (stop === null || targetAt(pricing, stop, 1n) === null) return null;
  const ratio = ratioOf(pricing, values);
  return (
    <div className={classes.aim}>
      <span>
        {sizeWords.rewardToRisk} {ratio !== null && <b>{sizeWords.rewardToRiskOf(ratio)}</b>}
      </span>
      <span className={classes.near}>
        {TIMES.map((times) => (
          <button
            key={times}
            type="button"
            className={classes.chip}
            aria-label={sizeWords.timesOf(String(times))}
            onClick={() => {
              const text = targetAt(pricing, stop, times);
              if (text !== null) onChange('take_profit', { unit: 'price', text });
            }}
          >
            {sizeWords.times(String(times))}
          </button>
        ))}
      </span>
    </div>
  );
}
const TIMES = [1n, 2n, 3n] as const;

type RowProps = {
  what: Protection;
  unitNames: Record<Unit, string>;
  marks: Record<Unit, string>;
  pricing: PricingContext | null;
  typed: Typed;
  onChange: (typed: Typed) => void;
  error: ReactNode;
  /** The same in percent and in times the risk. */
  note: string;
};

function Row({ what, unitNames, marks, pricing, typed, onChange, error, note }: RowProps) {
  const id = useId();
  // A figure that follows the price stands still while somebody is in its field.
  const [held, setHeld] = useState<Typed | null>(null);
  const level = pricing === null ? null : levelOf(what, typed, pricing);
  const told = level === null || level === undefined || pricing === null ? null : tell(what, level, pricing);
  const shown: Record<Unit, string> = {
    price: told?.price ?? '',
    distance: told?.distance ?? '',
    money: told === null || told.money === null ? '' : centsText(told.money),
  };
  return (
    <fieldset className={classes.protection} aria-describedby={error === undefined ? undefined : id}>
      <legend>
        {words.names[what]}
        {note !== '' && <span className={classes.note}>{note}</span>}
      </legend>
      <div className={classes.ways}>
        {UNITS.map((unit) => {
          const own = unit === typed.unit;
          return (
            <DecimalInput
              key={unit}
              size="xs"
              aria-label={words.field(words.names[what], unitNames[unit])}
              placeholder={unit === 'price' ? unitNames[unit] : ''}
              className={clsx(!own && classes.derived)}
              rightSection={unit === 'price' ? null : <span className={classes.mark}>{marks[unit]}</span>}
              rightSectionWidth={unit === 'price' ? 8 : 34}
              rightSectionPointerEvents="none"
              value={own ? typed.text : held?.unit === unit ? held.text : shown[unit]}
              error={own && error !== undefined}
              {...(error !== undefined && { 'aria-describedby': id })}
              onFocus={() => !own && setHeld({ unit, text: shown[unit] })}
              onBlur={() => setHeld(null)}
              onChange={(text) => {
                setHeld(null);
                onChange({ unit, text });
              }}
            />
          );
        })}
      </div>
      {error !== undefined && (
        <p id={id} className={classes.fieldError}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
