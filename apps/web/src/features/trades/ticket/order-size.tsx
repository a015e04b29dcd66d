import { ActionIcon } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { centsText, toCents } from '../../../lib/decimal.ts';
import { formatPrice } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { centsOf } from './order.form.ts';
import type { useTicket } from './use-ticket.ts';
import classes from './ticket.module.css';

/** Parts of what is available, in percent. */
const SHARES = [10, 25, 50, 100] as const;

/** Amount and lot size, and the ways to fill them in. */
export function OrderSize({ instrument, ticket }: { instrument: Instrument; ticket: ReturnType<typeof useTicket> }) {
  const { form, field, values, step } = ticket;
  const onArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step((event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1));
  };
  return (
    <>
      <div className={classes.two}>
        <DecimalInput label={words.amount} description={words.amountHint} leftSection="$" {...field('amount')} />
        <DecimalInput
          className={classes.lots ?? ''}
          label={words.lotSize}
          description={words.lotHint(formatPrice(instrument.lot_size), unitOf(instrument))}
          onKeyDown={onArrow}
          rightSectionWidth={62}
          rightSection={<Steps onStep={step} />}
          {...field('lots')}
        />
      </div>
      <Quick
        onAmount={(amount) => form.setFieldValue('amount', amount)}
        onLargest={ticket.largest}
        canLargest={centsOf(values.amount) !== null}
      />
    </>
  );
}

function Steps({ onStep }: { onStep: (steps: number) => void }) {
  return (
    <div className={classes.steps}>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.lessLots} onClick={() => onStep(-1)}>
        <Minus size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size={28} aria-label={words.moreLots} onClick={() => onStep(1)}>
        <Plus size={15} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** Parts of what is available as the amount, and the largest lot size that the amount carries. */
function Quick({
  onAmount,
  onLargest,
  canLargest,
}: {
  onAmount: (amount: string) => void;
  onLargest: () => void;
  canLargest: boolean;
}) {
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
          onClick={() => onAmount(centsText((available * BigInt(share)) / 100n))}
        >
          {share}%
        </button>
      ))}
      {canLargest && (
        <button type="button" className={classes.chip} onClick={onLargest}>
          {words.largestLots}
        </button>
      )}
    </div>
  );
}

function unitOf(of: Instrument): string {
  return of.class === 'stock' ? words.shareOne : of.base;
}
