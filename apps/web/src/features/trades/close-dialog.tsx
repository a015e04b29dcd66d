import '../../app/styles-rest.ts';
import type { Instrument, Trade } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useEffect, useState } from 'react';
import { formatLots, formatSymbol, formatUsd } from '../../lib/format.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import classes from './trades.module.css';

/** Asks once, with the figure as it stands, and closes at the next quote. */
export function CloseDialog({
  trade,
  instrument,
  onClose,
}: {
  trade: Trade | null;
  instrument: Instrument | undefined;
  onClose: () => void;
}) {
  // The dialog keeps its words while it fades out.
  const [shown, setShown] = useState(trade);
  if (trade !== null && trade !== shown) setShown(trade);
  const close = useSubmit('POST /trades/:id/close', {
    topics: ['trades', 'account'],
    onSuccess: (reply) => {
      toast.success(`${messages.trade.closed}: ${formatUsd(reply.realized_pl.amount)}`);
      onClose();
    },
  });
  const { clear } = close;
  useEffect(() => clear(), [clear, trade]);
  if (shown === null) return null;
  return (
    <ConfirmDialog
      opened={trade !== null}
      title={words.closeTitle}
      confirm={words.closeConfirm}
      pending={close.pending}
      problem={close.problem?.detail}
      onClose={onClose}
      onConfirm={() => void close.submit({ params: { id: shown.id } })}
    >
      <p className={classes.note}>{words.closeText}</p>
      <dl className={classes.figures}>
        <div>
          <dt>{words.columns.asset}</dt>
          <dd>
            {formatSymbol(shown.symbol, instrument?.class)} · {shown.side === 'buy' ? words.buy : words.sell}{' '}
            {formatLots(shown.lots)}
          </dd>
        </div>
        <div>
          <dt>{words.columns.current}</dt>
          <dd>
            <CurrentPrice trade={shown} instrument={instrument} />
          </dd>
        </div>
        <div>
          <dt>{words.columns.profit}</dt>
          <dd>
            <LiveProfit trade={shown} instrument={instrument} />
          </dd>
        </div>
      </dl>
    </ConfirmDialog>
  );
}
