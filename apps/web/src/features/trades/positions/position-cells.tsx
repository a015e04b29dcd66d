import type { Instrument, Order, Trade } from '@clearbook/contracts';
import { orderWords, positionWords as words, protectionWords } from '@clearbook/contracts/words/orders';
import clsx from 'clsx';
import { NO_VALUE, formatLots, formatPrice } from '../../../lib/format.ts';
import { useQuote, useQuotes } from '../../../lib/quotes.ts';
import { symbolsFor, unrealized } from '../../../lib/ticket.ts';
import { tryParsePrice } from '@clearbook/domain/market';
import { OfPrices } from '../../../ui/price-age.tsx';
import { DirectionBadge } from '../direction-badge.tsx';
import { levelOfMargin, levelText, LOW_LEVEL } from './margin-level.ts';
import classes from './positions.module.css';
import { distanceText, domainOf, sidesOf } from '../ticket/preview.ts';

/** "BUY 0.10" */
export function SideLots({ of: { side, lots } }: { of: Pick<Trade, 'side' | 'lots'> }) {
  return (
    <span className={classes.sideLots}>
      <DirectionBadge side={side} /> {formatLots(lots)}
    </span>
  );
}

/** Only this cell draws again when a price moves. */
export function LiveLevel({ trade, instrument }: { trade: Trade; instrument: Instrument | undefined }) {
  const symbols = instrument === undefined ? [] : symbolsFor(instrument);
  const quotes = useQuotes(symbols);
  const profit = instrument === undefined ? null : unrealized(trade, instrument, quotes);
  const level = profit === null ? null : levelOfMargin(trade, profit);
  return (
    <OfPrices symbols={symbols}>
      <Level level={level} />
    </OfPrices>
  );
}

export function Level({ level }: { level: bigint | null }) {
  if (level === null) return NO_VALUE;
  return <span className={clsx(classes.level, level < LOW_LEVEL && classes.low)}>{levelText(level)}</span>;
}

type Protected = Pick<Trade, 'stop_loss' | 'take_profit' | 'targets'> & {
  trailing_stop?: string | null;
  trailing_distance: string | null;
};

/** Stop, target and trailing stop in short; pressing it changes them in place. */
export function ProtectionsButton({
  of,
  name,
  digits,
  onEdit,
}: {
  of: Protected;
  name: string;
  digits: number | undefined;
  onEdit: (() => void) | null;
}) {
  const lines = (
    [
      ['stop_loss', of.stop_loss],
      ['take_profit', of.take_profit],
      ['trailing_stop', of.trailing_stop ?? of.trailing_distance],
    ] as const
  ).filter(([, price]) => price !== null);
  const [first, ...more] = of.targets ?? [];
  const text =
    lines.length === 0 && first === undefined ? (
      <span className={classes.unset}>{onEdit === null ? NO_VALUE : words.noProtection}</span>
    ) : (
      <>
        {lines.map(([what, price]) => (
          <span key={what}>
            <b>{words.short[what]}</b>
            {formatPrice(price ?? '', digits)}
          </span>
        ))}
        {first !== undefined && (
          <span>
            <b>{protectionWords.targetShort(1)}</b>
            {protectionWords.targetCell(formatPrice(first.price, digits), formatLots(first.lots), more.length)}
          </span>
        )}
      </>
    );
  if (onEdit === null) return <span className={classes.stack}>{text}</span>;
  return (
    <button type="button" className={classes.protect} aria-haspopup="dialog" onClick={onEdit}>
      <span className={classes.hidden}>{words.editOf(name)}</span>
      {text}
    </button>
  );
}

/** How far a waiting order is from the price that it waits for: a stop-limit order from its stop, until that is reached. */
export function Away({ order, instrument }: { order: Order; instrument: Instrument | undefined }) {
  const quote = useQuote(order.symbol);
  const awaited = order.triggered_at === null ? (order.stop_price ?? order.limit_price) : order.limit_price;
  const price = tryParsePrice(awaited ?? '');
  if (quote === undefined || price === undefined || instrument === undefined) return NO_VALUE;
  const now = sidesOf(quote);
  const at = order.side === 'buy' ? now.ask : now.bid;
  const away = distanceText(domainOf(instrument), at, price > at ? price - at : at - price);
  return (
    <OfPrices symbols={[order.symbol]}>
      <span className={classes.sideLots}>{orderWords.away(away, instrument.class)}</span>
    </OfPrices>
  );
}
