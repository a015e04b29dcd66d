import { Badge, Button, Skeleton } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import type { Signal } from '@clearbook/contracts/signals';
import { signalRuleWords, signalWords as words } from '@clearbook/contracts/words/signals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatSymbol } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { opensAt } from '../../lib/ticket.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { LivePrice, Price } from '../../ui/price.tsx';
import { DirectionBadge } from '../trades/index.ts';
import { SignalDrawer } from './signal-drawer.tsx';
import { PriceAge } from '../../ui/price-age.tsx';
import { InstrumentMark } from '../../ui/instrument-mark.tsx';
import classes from './record.module.css';

/** With full strength some two hundred are open at a time. */
const CARDS_AT_ONCE = 9;

/** The open signals of the instruments that this client's strength covers. `mayTrade`: false for staff, who hold no account. */
export function CurrentSignals({ mayTrade }: { mayTrade: boolean }) {
  const signals = useQuery(queries.signals());
  const coverage = useQuery(queries.signalCoverage());
  const { bySymbol } = useInstruments();
  const [shown, setShown] = useState<string | null>(null);
  const [limit, setLimit] = useState(CARDS_AT_ONCE);
  const names = coverage.data?.covered.map((symbol) => formatSymbol(symbol, bySymbol.get(symbol)?.class)) ?? [];
  return (
    <Panel title={words.currentTitle}>
      {signals.data === undefined && signals.error === null && <Skeleton height={180} />}
      {signals.data === undefined && signals.error !== null && (
        <ErrorState error={signals.error} onRetry={() => void signals.refetch()} />
      )}
      {signals.data?.data.length === 0 && (
        <EmptyState kind="waiting" title={words.noCurrent} text={words.noCurrentText(shorten(names))} />
      )}
      {signals.data !== undefined && signals.data.data.length > 0 && (
        <ul className={classes.cards} aria-label={words.currentTitle}>
          {signals.data.data.slice(0, limit).map((signal) => (
            <SignalCard
              key={signal.id}
              signal={signal}
              instrument={bySymbol.get(signal.symbol)}
              mayTrade={mayTrade}
              onDetails={() => setShown(signal.id)}
            />
          ))}
        </ul>
      )}
      {signals.data !== undefined && signals.data.data.length > limit && (
        <Button variant="default" mt="md" onClick={() => setLimit(limit + CARDS_AT_ONCE)}>
          {words.more(signals.data.data.length - limit)}
        </Button>
      )}
      <SignalDrawer id={shown} onClose={() => setShown(null)} />
    </Panel>
  );
}

type CardProps = { signal: Signal; instrument: Instrument | undefined; mayTrade: boolean; onDetails: () => void };

function SignalCard({ signal, instrument, mayTrade, onDetails }: CardProps) {
  const digits = instrument?.digits;
  const to = `/trades?${new URLSearchParams({ symbol: signal.symbol, signal: signal.id }).toString()}`;
  return (
    <li className={classes.card}>
      <div className={classes.cardHead}>
        <InstrumentMark symbol={signal.symbol} size={28} />
        <span className={classes.symbol}>{formatSymbol(signal.symbol, instrument?.class)}</span>
        <DirectionBadge side={signal.side} />
        {signal.origin === 'backtest' && (
          <Badge color="gray" tt="none" title={words.lateText}>
            {words.late}
          </Badge>
        )}
      </div>
      <span>{signalRuleWords[signal.rule].name}</span>
      <dl className={classes.prices}>
        <div>
          <dt>{words.columns.entry}</dt>
          <dd>
            <Price value={signal.entry} digits={digits} />
          </dd>
        </div>
        <div>
          <dt>{words.priceNow}</dt>
          <dd>
            <LivePrice symbol={signal.symbol} at={opensAt(signal.side)} digits={digits} />{' '}
            <PriceAge symbols={[signal.symbol]} />
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
          <dt>{words.columns.issued}</dt>
          <dd>{formatDateTime(signal.issued_at)}</dd>
        </div>
        <div>
          <dt>{words.columns.expires}</dt>
          <dd>{formatDateTime(signal.expires_at)}</dd>
        </div>
      </dl>
      <div className={classes.cardFoot}>
        {mayTrade && (
          <Button component={Link} to={to} className={classes.grow ?? ''}>
            {words.use}
          </Button>
        )}
        <Button variant="default" onClick={onDetails}>
          {words.details}
        </Button>
      </div>
    </li>
  );
}

const NAMES_SHOWN = 3;

function shorten(names: readonly string[]): string {
  if (names.length <= NAMES_SHOWN) return names.join(', ');
  return words.andMore(names.slice(0, NAMES_SHOWN).join(', '), names.length - NAMES_SHOWN);
}
