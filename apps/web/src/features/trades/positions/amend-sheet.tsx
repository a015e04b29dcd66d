import type { Instrument } from '@clearbook/contracts';
import type { ComponentType } from 'react';
import { latestQuotes, type Quotes } from '../../../lib/quotes.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { useShown } from '../../../lib/use-shown.ts';
import { Sheet } from '../sheet.tsx';

export type AmendProps<T> = { record: T; instrument: Instrument; onClose: () => void };

type Props<T> = {
  record: T | null;
  instrument: Instrument | undefined;
  title: string;
  onClose: () => void;
  fields: ComponentType<AmendProps<T>>;
};

/** An order or a trade, changed in place. */
export function AmendSheet<T extends { id: string }>({ record, instrument, title, onClose, fields: Fields }: Props<T>) {
  const shown = useShown(record !== null && instrument !== undefined ? { record, instrument } : null, record);
  return (
    <Sheet opened={record !== null} title={title} onClose={onClose}>
      {shown !== null && <Fields key={shown.record.id} {...shown} onClose={onClose} />}
    </Sheet>
  );
}

/** What a form is about, with the quotes of the moment at which it is looked at. */
export function atQuotes<O extends object>(
  of: O,
  instrument: Instrument,
): O & { instrument: Instrument; quotes: Quotes } {
  return {
    ...of,
    instrument,
    get quotes() {
      return latestQuotes(symbolsFor(instrument));
    },
  };
}
