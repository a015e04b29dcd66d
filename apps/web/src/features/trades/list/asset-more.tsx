import type { Instrument, Trade } from '@clearbook/contracts';
import { assetWords as words } from '@clearbook/contracts/words/asset';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { instrument as domainInstrument, isSymbol } from '@clearbook/domain/market';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { centsText, toCents } from '../../../lib/decimal.ts';
import { NO_VALUE, formatDate, formatLots, formatPrice } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { useQuotes } from '../../../lib/quotes.ts';
import { Amount } from '../../../ui/amount.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { tradingQueries } from '../trading-queries.ts';
import { clock, type SessionDay, sessionDays } from './sessions.ts';
import { placeIn, yearRange } from './year-range.ts';
import classes from './asset.module.css';

const DAYS = 365;
const AHEAD = 7;
const LAST = 5;
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: '2-digit', month: 'short' });

/** Where the price stands between the lowest and the highest of 52 weeks. */
export function YearRangeFact({ instrument: { symbol, digits } }: { instrument: Instrument }) {
  const { data, error, refetch } = useQuery(queries.bars(symbol, '1d', DAYS));
  const quote = useQuotes([symbol])[symbol];
  if (data === undefined) return <Awaited title={words.range} error={error} onRetry={() => void refetch()} />;
  const range = yearRange(data.data, Date.now());
  if (range === null) return null;
  const now = quote === undefined ? null : (Number(quote.bid) + Number(quote.ask)) / 2;
  const price = (value: number) => formatPrice(value.toFixed(digits));
  return (
    <section className={classes.part}>
      <h3>{range.since === null ? words.range : words.rangeSince(formatDate(range.since))}</h3>
      <div className={classes.range}>
        <span>{price(range.low)}</span>
        <span className={classes.track} aria-hidden>
          {now !== null && <span style={{ insetInlineStart: `${100 * placeIn(range, now)}%` }} />}
        </span>
        <span>{price(range.high)}</span>
      </div>
      {now !== null && <p className={classes.note}>{words.rangeNow(Math.round(100 * placeIn(range, now)))}</p>}
    </section>
  );
}

/** A part under its heading while its answer is on its way, and when it could not be read. */
function Awaited({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <section className={classes.part}>
      <h3>{title}</h3>
      {error === null ? <Skeleton height={72} aria-busy /> : <ErrorState error={error} onRetry={onRetry} />}
    </section>
  );
}

/** When it trades in the days ahead. A recording has no hours of its own. */
export function SessionsAhead({ symbol }: { symbol: string }) {
  if (!isSymbol(symbol)) return null;
  return (
    <section className={classes.part}>
      <h3>{words.sessions}</h3>
      <ul className={classes.days}>
        {sessionDays(domainInstrument(symbol), Date.now(), AHEAD).map((day) => (
          <li key={day.startsAt}>
            <span>{WEEKDAY.format(day.startsAt)}</span>
            <span className={classes.day} aria-hidden>
              {day.open.map(({ from, to }) => (
                <span
                  key={from}
                  style={{ insetInlineStart: `${from / 14.4}%`, inlineSize: `${(to - from) / 14.4}%` }}
                />
              ))}
            </span>
            <span>{hoursOf(day)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function hoursOf({ open }: SessionDay): string {
  const [first] = open;
  if (first === undefined) return words.closed;
  if (first.from === 0 && first.to === 1440) return words.allDay;
  return open.map(({ from, to }) => words.from(clock(from), clock(to))).join(', ');
}

/** What this client has made of it. What staff wrote down is no result of trading. */
export function OwnTrades({ instrument: { symbol, name } }: { instrument: Instrument }) {
  const { data: me } = useQuery(queries.me());
  const client = me?.role === 'client';
  const { data, error, refetch } = useQuery({ ...tradingQueries.closedIn(symbol), enabled: client });
  if (!client) return null;
  if (data === undefined) return <Awaited title={words.own(name)} error={error} onRetry={() => void refetch()} />;
  const trades = data.data.filter(({ manual }) => manual === null);
  const sum = trades.reduce<bigint | null>(
    (all, { realized_pl: own }) => (all === null || own === null ? null : all + toCents(own.amount)),
    0n,
  );
  return (
    <section className={classes.part}>
      <h3>{words.own(name)}</h3>
      {trades.length === 0 ? (
        <p className={classes.note}>{words.ownNone}</p>
      ) : (
        <>
          <dl>
            <Fact name={data.next_cursor === null ? words.ownClosed : words.ownNewest}>{trades.length}</Fact>
            <Fact name={words.ownWon}>{trades.filter(({ outcome }) => outcome === 'profit').length}</Fact>
            <Fact name={words.ownResult} total>
              {sum === null ? NO_VALUE : <Amount value={centsText(sum)} trend />}
            </Fact>
            {trades.slice(0, LAST).map((trade) => (
              <Fact key={trade.id} name={wordsOf(trade)}>
                {trade.realized_pl !== null && <Amount value={trade.realized_pl} trend />}
              </Fact>
            ))}
          </dl>
          <Link to={`/performance?${new URLSearchParams({ symbol })}`}>{words.performance(name)}</Link>
        </>
      )}
    </section>
  );
}

function wordsOf({ side, lots, closed_at: closed }: Trade): string {
  return words.ownTrade(
    side === 'buy' ? tradeWords.buy : tradeWords.sell,
    formatLots(lots),
    closed === null ? '' : formatDate(closed),
  );
}
