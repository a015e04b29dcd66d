import { oneClickWords as words } from '@clearbook/contracts/words/orders';
import { useFields } from '../../../lib/use-declared-form.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { Sheet } from '../sheet.tsx';
import classes from '../positions/positions.module.css';
import { DeviationField } from './deviation-field.tsx';
import { deviationError, useDeviation } from './max-deviation.ts';
import { guardFields, turnOnText } from './one-click.form.ts';

type Props = { opened: boolean; onClose: () => void; onTurnOn: (guard: string) => void };

/** Says what one-click trading means, and names the size up to which it asks nothing. */
export default function OneClickDialog({ opened, onClose, onTurnOn }: Props) {
  const [deviation, keepDeviation] = useDeviation();
  const guard = useFields(guardFields, deviation);
  return (
    <Sheet opened={opened} title={words.title} onClose={onClose}>
      <DialogForm
        act={turnOnText(guard.values)}
        onSend={guard.check((values) => onTurnOn(values.guard.trim()))}
        onClose={onClose}
      >
        <p className={classes.note}>{words.text}</p>
        <DecimalInput label={words.guard} leftSection="$" {...guard.field('guard')} />
        <DeviationField value={deviation} onChange={keepDeviation} error={deviationError(deviation)} />
        <p className={classes.note}>{words.collateralText}</p>
      </DialogForm>
    </Sheet>
  );
}
