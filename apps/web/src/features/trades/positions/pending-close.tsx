import '../../../app/styles-rest.ts';
import { Button } from '@mantine/core';
import type { Trade } from '@clearbook/contracts';
import { positionWords as words } from '@clearbook/contracts/words/orders';
import { toUnits } from '../../../lib/decimal.ts';
import { formatLots, formatSymbol } from '../../../lib/format.ts';
import { useInstruments } from '../../../lib/use-instruments.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { toast } from '../../../ui/toast.ts';
import classes from '../trades.module.css';

/** What stands in the place of the Close button while a close waits for the next good price: how much of the trade, and the way to take it back. */
export default function PendingClose({ trade, closing }: { trade: Trade; closing: NonNullable<Trade['closing']> }) {
  const { bySymbol } = useInstruments();
  const { submit, pending } = useSubmit('POST /trades/:id/close/cancel', {
    topics: ['trades'],
    onSuccess: () => toast.success(words.takenBack),
    onProblem: (problem) => toast.error(problem.detail),
  });
  const part = toUnits(closing.lots, 2) < toUnits(trade.lots_open, 2);
  return (
    <div className={classes.waiting}>
      <span>{part ? words.closingPart(formatLots(closing.lots)) : words.closingNext}</span>
      <Button
        variant="default"
        size="compact-sm"
        loading={pending}
        aria-label={words.takeBackOf(formatSymbol(trade.symbol, bySymbol.get(trade.symbol)?.class))}
        onClick={() => void submit({ params: { id: trade.id } })}
      >
        {words.takeBack}
      </Button>
    </div>
  );
}
