import { Drawer, Skeleton, Stack } from '@mantine/core';
import { signalRuleWords, signalWords as words } from '@clearbook/contracts/words/signals';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '../../lib/part.ts';
import { formatDateTime, formatSymbol } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Price } from '../../ui/price.tsx';
import { InstrumentMark } from '../../ui/instrument-mark.tsx';
import { DirectionBadge } from '../trades/index.ts';
import { Outcome, Result } from './result.tsx';
import classes from './record.module.css';

const SignalChart = later(() => import('./signal-chart.tsx'));

/** One signal with the bars that it and its score were computed from. */
export function SignalDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size={520}
      title={words.detailTitle}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      {shown !== null && <Details id={shown} />}
    </Drawer>
  );
}

function Details({ id }: { id: string }) {
  const query = useQuery(queries.signal(id));
  const { bySymbol } = useInstruments();
  const signal = query.data;
  if (signal === undefined)
    return query.error === null ? (
      <Skeleton height={320} />
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  const instrument = bySymbol.get(signal.symbol);
  const rule = signalRuleWords[signal.rule];
  const price = (value: string | null) => <Price value={value ?? undefined} digits={instrument?.digits} />;
  return (
    <Stack gap="lg">
      <div className={classes.cardHead}>
        <InstrumentMark symbol={signal.symbol} size={28} />
        <strong className={classes.symbol}>{formatSymbol(signal.symbol, instrument?.class)}</strong>
        <DirectionBadge side={signal.side} />
        <Outcome signal={signal} />
      </div>
      <div role="group" aria-label={words.chart}>
        <div className={classes.chart}>
          <Suspense fallback={<Skeleton height={260} />}>
            <SignalChart signal={signal} digits={instrument?.digits ?? 5} />
          </Suspense>
        </div>
        <a
          className={classes.attribution}
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noopener noreferrer"
        >
          {tradeWords.attribution}
        </a>
      </div>
      <dl className={classes.facts}>
        <Fact name={words.columns.rule}>{rule.name}</Fact>
        <Fact name={words.bar}>{formatDateTime(signal.bar_time)}</Fact>
        <Fact name={words.columns.issued}>
          {formatDateTime(signal.issued_at)} ({signal.origin === 'live' ? words.live : words.backtest})
        </Fact>
        <Fact name={words.columns.entry}>{price(signal.entry)}</Fact>
        <Fact name={words.columns.stop}>{price(signal.stop)}</Fact>
        <Fact name={words.columns.target}>{price(signal.target)}</Fact>
        <Fact name={words.columns.expires}>{formatDateTime(signal.expires_at)}</Fact>
        {signal.result !== null && (
          <>
            <Fact name={words.fill}>{price(signal.result.fill_price)}</Fact>
            <Fact name={words.exit}>{price(signal.result.exit_price)}</Fact>
            <Fact name={words.columns.ended}>{formatDateTime(signal.result.ended_at)}</Fact>
            <Fact name={words.columns.result}>
              <Result signal={signal} />
            </Fact>
          </>
        )}
      </dl>
      <div className={classes.text}>
        <p>{rule.when}</p>
        <p>
          {words.prices} {words.source}: {rule.source}.
        </p>
        <p>
          {words.scoring} {words.rHelp}
        </p>
      </div>
    </Stack>
  );
}
