import { Button } from '@mantine/core';
import { protectionWords as words } from '@clearbook/contracts/words/orders';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { targetErrors } from './target-rows.ts';
import { MOST_TARGETS, type TypedTarget } from './targets.ts';
import classes from './ticket.module.css';

type Props = {
  values: readonly TypedTarget[];
  errors: Partial<Record<string, ReactNode>>;
  onChange: (targets: TypedTarget[]) => void;
};

/** Parts that close at prices of their own: a row for each, with its lots. */
export function TargetFields({ values, errors, onChange }: Props) {
  const id = useId();
  const set = (index: number, over: Partial<TypedTarget>) =>
    onChange(values.map((each, at) => (at === index ? { ...each, ...over } : each)));
  const wrong = errors['targets'];
  return (
    <fieldset className={classes.protection} aria-describedby={id}>
      <legend>{words.targets}</legend>
      {values.map(({ price, lots }, index) => (
        // A row is known by where it stands.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={classes.target}>
          <DecimalInput
            size="xs"
            aria-label={words.targetPrice(index + 1)}
            placeholder={words.targetFields.price}
            value={price}
            error={targetErrors(errors, values, index).price}
            onChange={(text) => set(index, { price: text })}
          />
          <DecimalInput
            size="xs"
            aria-label={words.targetLots(index + 1)}
            placeholder={words.targetFields.lots}
            value={lots}
            error={targetErrors(errors, values, index).lots}
            onChange={(text) => set(index, { lots: text })}
          />
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={words.removeTarget(index + 1)}
            onClick={() => onChange(values.filter((_, at) => at !== index))}
          >
            <X size={14} aria-hidden />
          </Button>
        </div>
      ))}
      {values.length < MOST_TARGETS && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => onChange([...values, { price: '', lots: '' }])}
        >
          {words.addTarget}
        </Button>
      )}
      <p id={id} className={wrong === undefined ? classes.hint : classes.fieldError}>
        {wrong ?? words.targetsHint}
      </p>
    </fieldset>
  );
}
