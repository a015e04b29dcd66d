import type { Instrument } from '@clearbook/contracts';
import { protectionWords as words } from '@clearbook/contracts/words/orders';
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
        />
      ))}
    </div>
  );
}

type RowProps = {
  what: Protection;
  unitNames: Record<Unit, string>;
  marks: Record<Unit, string>;
  pricing: PricingContext | null;
  typed: Typed;
  onChange: (typed: Typed) => void;
  error: ReactNode;
};

function Row({ what, unitNames, marks, pricing, typed, onChange, error }: RowProps) {
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
      <legend>{words.names[what]}</legend>
      <div className={classes.ways}>
        {UNITS.map((unit) => {
          const own = unit === typed.unit;
          return (
            <DecimalInput
              key={unit}
              size="xs"
              aria-label={words.field(words.names[what], unitNames[unit])}
              placeholder={unit === 'distance' ? '' : unitNames[unit]}
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
