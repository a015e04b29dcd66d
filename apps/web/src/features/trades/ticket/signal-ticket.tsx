import { Alert, Skeleton, Stack } from '@mantine/core';
import type { Instrument, Quote } from '@clearbook/contracts';
import type { SignalDetail } from '@clearbook/contracts/signals';
import { signalRuleWords, signalWords as words } from '@clearbook/contracts/words/signals';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { priceText, toCents, toPrice } from '../../../lib/decimal.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { signalSize, symbolsFor } from '../../../lib/ticket.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Price } from '../../../ui/price.tsx';
import { DirectionBadge } from '../direction-badge.tsx';
import type { OrderValues } from './order.form.ts';
import { Ticket } from './ticket.tsx';
import type { Sendings } from './use-ticket.ts';
import classes from './ticket.module.css';

type Props = { instrument: Instrument; signalId: string; sendings: Sendings; onPlaced: () => void };

/** The ticket with a signal beside it: a size that risks little is filled in, its direction is named, and nothing is sent by itself. */
export default function SignalTicket({ instrument, signalId, sendings, onPlaced }: Props) {
  const signal = useQuery(queries.signal(signalId));
  const top = useRef<HTMLDivElement>(null);
  const arrived = signal.data !== undefined;
  // On a phone the ticket lies below the chart: whoever comes for it is led there.
  useEffect(() => {
    if (arrived) top.current?.scrollIntoView({ block: 'nearest' });
  }, [arrived]);
  if (signal.data === undefined && signal.error === null) return <Skeleton height={320} />;
  if (signal.data === undefined)
    return (
      <Stack gap="md">
        <ErrorState error={signal.error} onRetry={() => void signal.refetch()} />
        <Ticket instrument={instrument} sendings={sendings} />
      </Stack>
    );
  return (
    <Stack gap="md" ref={top}>
      <SignalFacts signal={signal.data} instrument={instrument} />
      {signal.data.symbol === instrument.symbol && signal.data.result === null ? (
        <Prefilled signal={signal.data} {...{ instrument, sendings, onPlaced }} />
      ) : (
        <Ticket instrument={instrument} sendings={sendings} />
      )}
    </Stack>
  );
}

function SignalFacts({ signal, instrument: { digits } }: { signal: SignalDetail; instrument: Instrument }) {
  return (
    <Alert color="ink" p="sm" title={words.fromSignal}>
      <p className={classes.signalLine}>
        <DirectionBadge side={signal.side} /> {signalRuleWords[signal.rule].name}
      </p>
      <dl className={classes.signalFacts}>
        <div>
          <dt>{words.columns.entry}</dt>
          <dd>
            <Price value={signal.entry} digits={digits} />
          </dd>
        </div>
        <div>
          <dt>{words.columns.stop}</dt>
          <dd>
            <Price value={signal.stop} digits={digits} />
          </dd>
        </div>
        <div>
          <dt>{words.columns.target}</dt>
          <dd>
            <Price value={signal.target} digits={digits} />
          </dd>
        </div>
        <div>
          <dt>{words.columns.expires}</dt>
          <dd>{formatDateTime(signal.expires_at)}</dd>
        </div>
      </dl>
      <p>{signal.result === null ? words.fromSignalText : words.fromEnded}</p>
    </Alert>
  );
}

/** Waits for the quotes and the balance that the size follows from, then leaves it to the person. */
function Prefilled({ signal, instrument, sendings, onPlaced }: Omit<Props, 'signalId'> & { signal: SignalDetail }) {
  const quotes = useQuotes(symbolsFor(instrument));
  const { data: account } = useQuery(queries.account());
  const [prefill, setPrefill] = useState<Partial<OrderValues> | null>(null);
  const size = account === undefined ? null : signalSize(instrument, signal, toCents(account.available.amount), quotes);
  const quote = quotes[instrument.symbol];
  if (prefill === null && size !== null && quote !== undefined)
    setPrefill({ ...size, ...levels(signal, instrument, quote), aim: signal.side });
  if (prefill === null) return <Skeleton height={320} />;
  return <Ticket {...{ instrument, prefill, sendings, onPlaced }} />;
}

/** The signal's stop and target, unless the price has gone past one of them: such an order would be refused. */
function levels(signal: SignalDetail, { digits }: Instrument, quote: Quote): Partial<OrderValues> {
  const now = toPrice(signal.side === 'buy' ? quote.bid : quote.ask);
  const [stop, target] = [toPrice(signal.stop), toPrice(signal.target)];
  const [low, high] = signal.side === 'buy' ? [stop, target] : [target, stop];
  if (now <= low || now >= high) return {};
  return { stop_loss: priceText(stop, digits), take_profit: priceText(target, digits) };
}
