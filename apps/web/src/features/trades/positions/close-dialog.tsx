import '../../../app/styles-rest.ts';
import type { Instrument, Trade } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { positionWords } from '@clearbook/contracts/words/orders';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { formatLots, formatSymbol, formatUsd } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { useNoFreshPrice } from '../../../lib/realtime.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { type DeclaredForm, useDeclaredForm } from '../../../lib/use-declared-form.ts';
import { useShown } from '../../../lib/use-shown.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { DialogForm } from '../../../ui/form.tsx';
import { NoFreshPrice } from '../../../ui/price-age.tsx';
import { toast } from '../../../ui/toast.ts';
import { Sheet } from '../sheet.tsx';
import ticket from '../ticket/ticket.module.css';
import classes from '../trades.module.css';
import { closeForm, isShare, shareOf } from './close.form.ts';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import { useStillOpen } from './use-still-open.ts';

type Props = { trade: Trade | null; instrument: Instrument | undefined; onClose: () => void };

/** Asks once, with the figure as it stands, and closes all of it or a part at the next quote. */
export function CloseDialog({ trade, instrument, onClose }: Props) {
  const shown = useShown(trade);
  return (
    <Sheet opened={trade !== null} title={words.closeTitle} onClose={onClose}>
      {shown !== null && (
        <CloseTrade key={shown.id} trade={shown} asking={trade !== null} instrument={instrument} onClose={onClose} />
      )}
    </Sheet>
  );
}

/** How often the dialog asks again whether there is a good price. */
const LOOK_MS = 2_000;

/** Parts that are asked for most, in percent. */
const SHARES = [25, 50, 75, 100] as const;

/** Whoever closes all of it goes on closing all of it; a part that was typed stays as it was typed. */
function useAllStaysAll({ form, values }: DeclaredForm<typeof closeForm>, lots: string): void {
  const whole = useRef(lots);
  useEffect(() => {
    if (whole.current !== lots && values.lots === whole.current) form.setFieldValue('lots', lots);
    whole.current = lots;
  });
}

type CloseProps = { trade: Trade; asking: boolean; instrument: Instrument | undefined; onClose: () => void };

function CloseTrade({ trade: asked, asking, instrument, onClose }: CloseProps) {
  const { trade, gone } = useStillOpen(asked);
  const close = useDeclaredForm(closeForm, trade, {
    onDone: (reply) => {
      if (reply.status === 'waiting') toast.info(reply.message);
      else toast.success(`${messages.trade.closed}: ${formatUsd(reply.realized_pl.amount)}`);
      onClose();
    },
  });
  const { clear, preview: part } = close;
  useEffect(() => clear(), [clear, asked]);
  useAllStaysAll(close, trade.lots);
  // A stop, a colleague or another tab was faster.
  useEffect(() => {
    if (!asking || !gone || close.pending) return;
    toast.info(messages.trade.alreadyClosed);
    onClose();
  }, [asking, gone, close.pending, onClose]);

  const { data: now } = useQuery({ ...queries.instrument(trade.symbol), staleTime: 0, refetchInterval: LOOK_MS });
  const waits = now !== undefined && now.open && !now.priced;
  const symbols = instrument === undefined ? [] : symbolsFor(instrument);
  const off = useNoFreshPrice(symbols);
  return (
    <DialogForm
      act={words.closeConfirm}
      pending={close.pending}
      disabled={off}
      refusal={close.refusal}
      onSend={close.send}
      onClose={onClose}
    >
      <p className={classes.note} role="status">
        {waits ? positionWords.waitNote : words.closeText}
      </p>
      <dl className={classes.figures}>
        <div>
          <dt>{words.columns.asset}</dt>
          <dd>
            {formatSymbol(trade.symbol, instrument?.class)} · {trade.side === 'buy' ? words.buy : words.sell}{' '}
            {formatLots(trade.lots)}
          </dd>
        </div>
        <div>
          <dt>{words.columns.current}</dt>
          <dd>
            <CurrentPrice trade={trade} instrument={instrument} />
          </dd>
        </div>
        <div>
          <dt>{words.columns.profit}</dt>
          <dd>
            <LiveProfit trade={part === null ? trade : { ...trade, lots: part.closes }} instrument={instrument} />
          </dd>
        </div>
      </dl>
      <DecimalInput
        label={positionWords.lotsToClose}
        description={positionWords.lotsOf(formatLots(trade.lots))}
        {...close.field('lots')}
      />
      <div className={ticket.quick}>
        {SHARES.map((share, i) => (
          <button
            key={share}
            type="button"
            className={ticket.chip}
            aria-label={positionWords.part(share)}
            disabled={!isShare(trade, share, SHARES.slice(0, i))}
            onClick={() => close.form.setFieldValue('lots', shareOf(trade, share))}
          >
            {share}%
          </button>
        ))}
      </div>
      {part !== null && <p className={classes.note}>{positionWords.partly(formatLots(part.stays))}</p>}
      <NoFreshPrice symbols={symbols} />
    </DialogForm>
  );
}
