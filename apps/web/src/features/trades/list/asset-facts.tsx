import { Group, Skeleton } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import type { InstrumentDetail } from '@clearbook/contracts/market';
import { marketWords } from '@clearbook/contracts/words/market';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDateTime, NO_VALUE } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { InstrumentMark } from '../../../ui/instrument-mark.tsx';
import { Sheet } from '../sheet.tsx';
import classes from '../ticket/ticket.module.css';
import { OwnTrades, SessionsAhead, YearRangeFact } from './asset-more.tsx';

const words = marketWords.about;

type Props = { instrument: Instrument; opened: boolean; onClose: () => void };

/** An asset's range, hours, holidays ahead, costs and limits, as they hold for this client now, and what they have made of it. */
export default function AssetFacts({ instrument, opened, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...queries.instrument(instrument.symbol), enabled: opened });
  return (
    <Sheet
      opened={opened}
      title={<MarkedTitle symbol={instrument.symbol} text={words.title(instrument.name)} />}
      onClose={onClose}
    >
      {data !== undefined ? (
        <>
          <YearRangeFact instrument={instrument} />
          {data.hours !== 'recording' && <SessionsAhead symbol={instrument.symbol} />}
          <Facts of={data} />
          <OwnTrades instrument={instrument} />
        </>
      ) : error === null ? (
        <Skeleton height={420} aria-busy />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Sheet>
  );
}

function MarkedTitle({ symbol, text }: { symbol: string; text: string }) {
  return (
    <Group component="span" gap={10} wrap="nowrap">
      <InstrumentMark symbol={symbol} />
      {text}
    </Group>
  );
}

function Facts({ of }: { of: InstrumentDetail }) {
  return (
    <div className={classes.facts}>
      <dl>
        <Fact name={words.hours}>{words.hoursOf[of.hours]}</Fact>
        {of.open && of.closes_at !== null && <Fact name={words.closes}>{formatDateTime(of.closes_at)}</Fact>}
        {!of.open && (
          <Fact name={words.reopens}>{of.reopens_at === null ? words.never : formatDateTime(of.reopens_at)}</Fact>
        )}
        <Fact name={words.lot}>{words.lotOf(of.lot_size, of.base)}</Fact>
        <Fact name={words.step}>{of.lot_step}</Fact>
        <Fact name={words.least}>{words.dollars(of.min_notional)}</Fact>
        <Fact name={words.pip}>{of.pip}</Fact>
        <Fact name={words.leverage}>{words.leverageOf(of.leverage, of.leverage_cap)}</Fact>
        <Fact name={words.spread}>{tradeWords.markupOf(of.base_spread, of.class)}</Fact>
        {of.added_spread !== '0.0' && (
          <Fact name={words.spreadAdded}>{tradeWords.markupOf(of.added_spread, of.class)}</Fact>
        )}
        {of.spread_change !== null && (
          <Fact name={words.spreadChange(formatDateTime(of.spread_change.from))}>
            {tradeWords.markupOf(of.spread_change.added_spread, of.class)}
          </Fact>
        )}
        <Fact name={words.markup}>{tradeWords.markupOf(of.markup, of.class)}</Fact>
        <Fact name={words.spreadNow}>{of.spread === null ? NO_VALUE : tradeWords.markupOf(of.spread, of.class)}</Fact>
        <Fact name={words.spreadUsual}>
          {of.usual_spread === null
            ? words.spreadUnknown
            : tradeWords.markupOf(tradeWords.range(of.usual_spread.low, of.usual_spread.high), of.class)}
        </Fact>
        <Fact name={words.financingBuy}>
          {words.financingOf(of.financing_rates.buy.percent_year, of.financing_rates.buy.percent_night)}
        </Fact>
        <Fact name={words.financingSell}>
          {words.financingOf(of.financing_rates.sell.percent_year, of.financing_rates.sell.percent_night)}
        </Fact>
        {of.financing_change !== null && (
          <Fact name={words.financingChange(formatDateTime(of.financing_change.from))}>
            {words.financingChanged(of.financing_change.buy.percent_year, of.financing_change.sell.percent_year)}
          </Fact>
        )}
        <Fact name={words.financingNext}>{formatDateTime(of.financing_next_at)}</Fact>
        {of.financing_triple_at !== null && (
          <Fact name={words.financingTriple}>{formatDateTime(of.financing_triple_at)}</Fact>
        )}
        <Fact name={words.jump}>{words.percent(of.jump_limit_percent)}</Fact>
        <Fact name={words.stale}>{words.seconds(of.stale_after_seconds)}</Fact>
        {of.price_source !== null && <Fact name={words.source}>{of.price_source}</Fact>}
      </dl>
      {of.holidays.length > 0 && (
        <>
          <h3 className={classes.aboutTitle}>{words.holidays}</h3>
          <dl>
            {of.holidays.map((each) => (
              <Fact key={each.date} name={each.name}>
                {each.closes_at === null
                  ? words.closedOn(formatDate(`${each.date}T12:00:00Z`))
                  : words.endsAt(formatDateTime(each.closes_at))}
              </Fact>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
