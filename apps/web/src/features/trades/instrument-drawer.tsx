import '../../app/styles-rest.ts';
import { Drawer, Skeleton, Stack } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import type { InstrumentDetail } from '@clearbook/contracts/market';
import { instrumentWords as words } from '@clearbook/contracts/words/orders';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate, formatDateTime, formatPrice, formatUsd } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import classes from './positions.module.css';

type Props = { instrument: Instrument; opened: boolean; onClose: () => void };

/** What there is to know about an asset before trading it: when it trades, what it costs, what is watched. */
export default function InstrumentDrawer({ instrument, opened, onClose }: Props) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={440}
      title={words.about(instrument.name)}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      {opened && <Details symbol={instrument.symbol} />}
    </Drawer>
  );
}

function Details({ symbol }: { symbol: string }) {
  const { data, error, refetch } = useQuery(queries.instrument(symbol));
  if (data === undefined)
    return error === null ? <Skeleton height={360} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const width = (text: string) => tradeWords.markupOf(text, data.class);
  return (
    <Stack gap="lg">
      <section aria-label={words.hours}>
        <h3 className={classes.heading}>{words.hours}</h3>
        <dl className={classes.figures}>
          <Fact name={words.now}>{stateOf(data)}</Fact>
        </dl>
        <p className={classes.note}>{words.hoursText[data.hours]}</p>
      </section>
      <section aria-label={words.costs}>
        <h3 className={classes.heading}>{words.costs}</h3>
        <dl className={classes.figures}>
          <Fact name={words.baseSpread}>{width(data.base_spread)}</Fact>
          <Fact name={tradeWords.markup}>{width(data.markup)}</Fact>
          <Fact name={words.financingYear}>{words.percent(data.financing_percent_year)}</Fact>
          <Fact name={words.financingNight}>{words.percent(data.financing_percent_night)}</Fact>
          <Fact name={words.financingNext}>{formatDateTime(data.financing_next_at)}</Fact>
        </dl>
      </section>
      <section aria-label={words.size}>
        <h3 className={classes.heading}>{words.size}</h3>
        <dl className={classes.figures}>
          <Fact name={words.lot}>
            {formatPrice(data.lot_size)} {data.base}
          </Fact>
          <Fact name={words.step}>{data.lot_step}</Fact>
          <Fact name={words.least}>{formatUsd(data.min_notional)}</Fact>
          <Fact name={tradeWords.leverage}>{words.leverage(data.leverage, data.leverage_cap)}</Fact>
        </dl>
      </section>
      <section aria-label={words.prices}>
        <h3 className={classes.heading}>{words.prices}</h3>
        <dl className={classes.figures}>
          <Fact name={tradeWords.source}>{data.price_source ?? words.nobody}</Fact>
          <Fact name={words.jump}>{words.percent(data.jump_limit_percent)}</Fact>
          <Fact name={words.stale}>{words.seconds(data.stale_after_seconds)}</Fact>
        </dl>
      </section>
      {data.holidays.length > 0 && (
        <section aria-label={words.holidays}>
          <h3 className={classes.heading}>{words.holidays}</h3>
          <dl className={classes.figures}>
            {data.holidays.map((day) => (
              <Fact key={day.date} name={`${formatDate(day.date)} \u00b7 ${day.name}`}>
                {day.closes_at === null ? words.shut : words.early(formatDateTime(day.closes_at))}
              </Fact>
            ))}
          </dl>
        </section>
      )}
    </Stack>
  );
}

function stateOf({ open, closes_at: closes, reopens_at: reopens }: InstrumentDetail): string {
  if (open) return closes === null ? words.open : words.openUntil(formatDateTime(closes));
  return reopens === null ? tradeWords.marketClosed : words.closedUntil(formatDateTime(reopens));
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
