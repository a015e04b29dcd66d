import type { Instrument, PriceAlert } from '@clearbook/contracts';
import { alertWords as words } from '@clearbook/contracts/words/alerts';
import { ActionIcon, Group } from '@mantine/core';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { priceText, toPrice } from '../../lib/decimal.ts';
import { formatDateTime, formatPrice, NO_VALUE } from '../../lib/format.ts';
import { useQuote } from '../../lib/quotes.ts';
import type { Column } from '../../ui/data-table.tsx';
import { InstrumentMark } from '../../ui/instrument-mark.tsx';
import classes from './alerts.module.css';

export type Acts = {
  bySymbol: ReadonlyMap<string, Instrument>;
  onChange: (alert: PriceAlert) => void;
  onRemove: (alert: PriceAlert) => void;
};

export function activeColumns(acts: Acts): readonly Column<PriceAlert>[] {
  return [
    asset(acts),
    condition(acts),
    {
      key: 'now',
      header: words.columns.now,
      align: 'end',
      render: ({ symbol }) => <MidNow symbol={symbol} digits={acts.bySymbol.get(symbol)?.digits} />,
    },
    {
      key: 'until',
      header: words.columns.until,
      render: ({ expires_at: at, repeats, times }) => (
        <span className={classes.lines}>
          <span>
            {at === null ? words.untilTriggered : repeats ? words.every(formatDateTime(at)) : formatDateTime(at)}
          </span>
          {times > 0 && <span className={classes.under}>{words.triggeredTimes(times)}</span>}
        </span>
      ),
    },
    buttons(acts),
  ];
}

export function pastColumns(acts: Acts): readonly Column<PriceAlert>[] {
  return [
    asset(acts),
    condition(acts),
    {
      key: 'outcome',
      header: words.columns.outcome,
      render: (alert) => outcomeOf(alert, acts.bySymbol.get(alert.symbol)?.digits),
    },
    buttons(acts),
  ];
}

function outcomeOf(alert: PriceAlert, digits: number | undefined): string {
  const { triggered_at: at, triggered_price: price, expires_at: end } = alert;
  if (alert.state === 'expired' || at === null || price === null)
    return end === null ? NO_VALUE : words.expired(formatDateTime(end));
  return words.triggered(formatPrice(price, digits), formatDateTime(at));
}

function asset({ bySymbol }: Acts): Column<PriceAlert> {
  return {
    key: 'asset',
    header: words.columns.asset,
    render: ({ symbol }) => (
      <Link className={classes.asset} to={`/trades?symbol=${encodeURIComponent(symbol)}`}>
        <InstrumentMark symbol={symbol} size={20} />
        {bySymbol.get(symbol)?.name ?? symbol}
      </Link>
    ),
  };
}

function condition({ bySymbol }: Acts): Column<PriceAlert> {
  return {
    key: 'condition',
    header: words.columns.condition,
    render: (alert) => conditionOf(alert, bySymbol.get(alert.symbol)?.digits),
  };
}

function conditionOf({ kind, price, percent }: PriceAlert, digits: number | undefined): string {
  const at = formatPrice(price, digits);
  return kind === 'above' || kind === 'below'
    ? words.conditions[kind](at)
    : words.conditions[kind](percent ?? NO_VALUE, at);
}

function buttons({ bySymbol, onChange, onRemove }: Acts): Column<PriceAlert> {
  return {
    key: 'acts',
    header: words.edit,
    hiddenHeader: true,
    align: 'end',
    render: (alert) => {
      const of = bySymbol.get(alert.symbol);
      const name = of?.name ?? alert.symbol;
      const what = conditionOf(alert, of?.digits);
      const active = alert.state === 'active';
      return (
        <Group gap={4} wrap="nowrap" justify="flex-end">
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            size={36}
            aria-label={active ? words.editOf(name, what) : words.againOf(name, what)}
            title={active ? words.edit : words.again}
            onClick={() => onChange(alert)}
          >
            {active ? <Pencil size={16} aria-hidden /> : <RotateCcw size={16} aria-hidden />}
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            c="dimmed"
            size={36}
            aria-label={words.removeOf(name, what)}
            title={words.remove}
            onClick={() => onRemove(alert)}
          >
            <Trash2 size={16} aria-hidden />
          </ActionIcon>
        </Group>
      );
    },
  };
}

/** The price that alerts are compared with, as it is now. */
function MidNow({ symbol, digits }: { symbol: string; digits: number | undefined }) {
  const quote = useQuote(symbol);
  return (
    <span className={classes.price}>
      {quote === undefined
        ? NO_VALUE
        : formatPrice(priceText((toPrice(quote.bid) + toPrice(quote.ask)) / 2n, digits ?? 2))}
    </span>
  );
}
