import type { Instrument, Trade } from '@clearbook/contracts';
import { actionWords as words } from '@clearbook/contracts/words/actions';
import { messages } from '@clearbook/contracts/messages';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { Button, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { formatLots, formatPrice, formatSymbol, formatUsd, NO_VALUE } from '../../../lib/format.ts';
import { useQuote } from '../../../lib/quotes.ts';
import { useNoFreshPrice } from '../../../lib/realtime.ts';
import { closesAt, symbolsFor } from '../../../lib/ticket.ts';
import { useShown } from '../../../lib/use-shown.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { useHeld, useIsHeld } from '../../../ui/held.ts';
import { NoFreshPrice } from '../../../ui/price-age.tsx';
import { toast } from '../../../ui/toast.ts';
import { DirectionBadge } from '../direction-badge.tsx';
import { Sheet } from '../sheet.tsx';
import { deviationOf, useDeviation } from '../ticket/max-deviation.ts';
import { CurrentPrice, LiveProfit } from './live-profit.tsx';
import { useStillOpen } from './use-still-open.ts';
import classes from './positions.module.css';

type Props = { trade: Trade | null; instrument: Instrument | undefined; onClose: () => void };
type PartProps = { trade: Trade; instrument: Instrument | undefined; onClose: () => void };

/** What can be done with an open position in one step. */
export default function ActionsDialog({ trade, instrument, onClose }: Props) {
  const shown = useShown(trade);
  return (
    <Sheet opened={trade !== null} title={words.title} onClose={onClose}>
      {shown !== null && (
        <Actions key={shown.id} trade={shown} asking={trade !== null} instrument={instrument} onClose={onClose} />
      )}
    </Sheet>
  );
}

function Actions({ trade: asked, asking, instrument, onClose }: PartProps & { asking: boolean }) {
  const { trade, gone } = useStillOpen(asked);
  const isHeld = useIsHeld();
  // A stop or another tab was faster; what is sent from here closes it by its own answer.
  useEffect(() => {
    if (!asking || !gone || isHeld()) return;
    toast.info(messages.trade.alreadyClosed);
    onClose();
  }, [asking, gone, isHeld, onClose]);
  return (
    <Stack gap="lg">
      <Position trade={trade} instrument={instrument} />
      {trade.copied_from === null ? (
        <>
          <BreakEven trade={trade} instrument={instrument} onClose={onClose} />
          <Reverse trade={trade} instrument={instrument} onClose={onClose} />
        </>
      ) : (
        <p className={classes.note}>{messages.trade.mirrored}</p>
      )}
    </Stack>
  );
}

function Position({ trade, instrument }: Omit<PartProps, 'onClose'>) {
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{tradeWords.columns.asset}</dt>
        <dd>
          {formatSymbol(trade.symbol, instrument?.class)} <DirectionBadge side={trade.side} /> {formatLots(trade.lots)}
        </dd>
      </div>
      <div>
        <dt>{tradeWords.columns.current}</dt>
        <dd>
          <CurrentPrice trade={trade} instrument={instrument} />
        </dd>
      </div>
      <div>
        <dt>{tradeWords.columns.profit}</dt>
        <dd>
          <LiveProfit trade={trade} instrument={instrument} />
        </dd>
      </div>
    </dl>
  );
}

/** The stop loss to where closing costs nothing. */
function BreakEven({ trade, instrument, onClose }: PartProps) {
  const { submit, pending, problem } = useSubmit('POST /trades/:id/break-even', {
    topics: ['trades'],
    onSuccess: ({ stop_loss: stop }) => {
      toast.success(words.breakEvenDone(stop === null ? NO_VALUE : formatPrice(stop, instrument?.digits)));
      onClose();
    },
  });
  useHeld(pending);
  const { entry_price: entry, break_even_price: costs } = trade;
  const send = (at: 'entry' | 'costs') => void submit({ params: { id: trade.id }, body: { at } });
  return (
    <section aria-label={words.breakEven}>
      <h3 className={classes.action}>{words.breakEven}</h3>
      <p className={classes.note}>{words.breakEvenText}</p>
      <FormErrorSummary>{problem?.detail}</FormErrorSummary>
      <div className={classes.choices}>
        {entry !== null && (
          <Button variant="default" loading={pending} onClick={() => send('entry')}>
            {words.stopToEntry(formatPrice(entry, instrument?.digits))}
          </Button>
        )}
        {costs !== null && costs !== entry && (
          <Button variant="default" loading={pending} onClick={() => send('costs')}>
            {words.stopToCosts(formatPrice(costs, instrument?.digits))}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Closes it and opens as much on the other side, at the price on the button or within the same distance as a market order. */
function Reverse({ trade, instrument, onClose }: PartProps) {
  const [deviation] = useDeviation();
  const symbols = instrument === undefined ? [] : symbolsFor(instrument);
  const quote = useQuote(trade.symbol);
  const off = useNoFreshPrice(symbols);
  const { submit, pending, problem } = useSubmit('POST /trades/:id/reverse', {
    topics: ['trades', 'account'],
    onSuccess: ({ realized_pl: brought, filled_price: price }) => {
      toast.success(words.reversed(formatUsd(brought.amount), formatPrice(price, instrument?.digits)));
      onClose();
    },
  });
  useHeld(pending);
  const expected = quote?.[closesAt(trade.side)];
  const other = trade.side === 'buy' ? tradeWords.sell : tradeWords.buy;
  const send = () => void submit({ params: { id: trade.id }, body: deviationOf(deviation, expected) });
  return (
    <section aria-label={words.reverse}>
      <h3 className={classes.action}>{words.reverse}</h3>
      <p className={classes.note}>{words.reverseText(other, formatLots(trade.lots))}</p>
      <FormErrorSummary>{problem?.detail}</FormErrorSummary>
      <div className={classes.choices}>
        <Button variant="default" loading={pending} disabled={off || trade.closing !== null} onClick={send}>
          {words.reverseTo(other, formatLots(trade.lots))}
        </Button>
      </div>
      <NoFreshPrice symbols={symbols} />
    </section>
  );
}
