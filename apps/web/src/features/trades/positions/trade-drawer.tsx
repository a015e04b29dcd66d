import '@mantine/core/styles/Code.layer.css';
import '../../../app/styles-rest.ts';
import { Button, Code, Drawer, Group, Skeleton, Stack } from '@mantine/core';
import type { Instrument, Reply, Trade } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { actionWords } from '@clearbook/contracts/words/actions';
import { positionWords, protectionWords } from '@clearbook/contracts/words/orders';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { later } from '../../../lib/part.ts';
import { formatDate, formatExact, formatLots, formatPrice, formatSymbol } from '../../../lib/format.ts';
import { queries } from '../../../lib/queries.ts';
import { useOpened } from '../../../lib/use-opened.ts';
import { useInstruments } from '../../../lib/use-instruments.ts';
import { Amount } from '../../../ui/amount.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Price } from '../../../ui/price.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { DirectionBadge } from '../direction-badge.tsx';
import { LiveProfit } from './live-profit.tsx';
import { NoFreshPrice } from '../../../ui/price-age.tsx';
import { InstrumentMark } from '../../../ui/instrument-mark.tsx';
import { useNoFreshPrice } from '../../../lib/realtime.ts';
import { symbolsFor } from '../../../lib/ticket.ts';
import { targetText, targetsText } from '../ticket/targets.ts';
import classes from '../trades.module.css';

const AmendTradeDialog = later(() => import('./amend-trade-dialog.tsx'));
const Journal = later(() => import('./journal.tsx'));
const PendingClose = later(() => import('./pending-close.tsx'));

type Fill = Reply<'GET /trades/:id/price-explanation'>['fills'][number];
type Night = Reply<'GET /trades/:id/price-explanation'>['nights'][number];
type Split = Reply<'GET /trades/:id/price-explanation'>['splits'][number];
type ExplainedQuote = Fill['quote'];

/** One trade with everything that is known about it, down to the quotes its figures came from. */
export function TradeDrawer({
  id,
  onClose,
  onCloseTrade,
}: {
  id: string | null;
  onClose: () => void;
  onCloseTrade: (trade: Trade) => void;
}) {
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  const opened = useOpened(id !== null);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={480}
      title={words.detailTitle}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      {shown !== null && <Details id={shown} onCloseTrade={onCloseTrade} />}
    </Drawer>
  );
}

function Details({ id, onCloseTrade }: { id: string; onCloseTrade: (trade: Trade) => void }) {
  const query = useQuery(queries.trade(id));
  const { bySymbol } = useInstruments();
  const trade = query.data;
  if (trade === undefined)
    return query.error === null ? (
      <Skeleton height={240} />
    ) : (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    );
  const instrument = bySymbol.get(trade.symbol);
  return (
    <Stack gap="lg">
      <div className={classes.detailHead}>
        <InstrumentMark symbol={trade.symbol} size={28} />
        <strong className={classes.detailSymbol}>{formatSymbol(trade.symbol, instrument?.class)}</strong>
        <DirectionBadge side={trade.side} />
        <StatusBadge status={trade.status} />
      </div>
      <Figures trade={trade} instrument={instrument} />
      {trade.status === 'active' && <Actions trade={trade} instrument={instrument} onCloseTrade={onCloseTrade} />}
      {trade.entry_price === null ? <p className={classes.note}>{words.recorded}</p> : <Explanation id={id} />}
      {trade.entry_price !== null && <Amendments id={id} digits={instrument?.digits} />}
      {/* Last: what comes later than the trade itself moves nothing that somebody is about to press. */}
      <Suspense fallback={<Skeleton height={160} />}>
        <Journal id={id} />
      </Suspense>
    </Stack>
  );
}

function Figures({ trade, instrument }: { trade: Trade; instrument: Instrument | undefined }) {
  const digits = instrument?.digits;
  return (
    <dl className={classes.figures}>
      <Fact name={words.columns.profit}>
        {trade.realized_pl === null ? (
          <LiveProfit trade={trade} instrument={instrument} />
        ) : (
          <Amount value={trade.realized_pl} trend />
        )}
      </Fact>
      <Fact name={words.columns.lots}>{formatLots(trade.lots)}</Fact>
      <Fact name={words.columns.amount}>
        <Amount value={trade.amount} />
      </Fact>
      {trade.entry_price !== null && (
        <>
          <Fact name={words.requiredMargin}>
            <Amount value={trade.required_margin} />
          </Fact>
          <Fact name={words.leverage}>{trade.leverage}:1</Fact>
          <Fact name={words.columns.entry}>
            <Price value={trade.entry_price} digits={digits} />
          </Fact>
        </>
      )}
      <Fact name={words.columns.opened}>{formatExact(trade.opened_at)}</Fact>
      {trade.exit_price !== null && (
        <Fact name={words.columns.exit}>
          <Price value={trade.exit_price} digits={digits} />
        </Fact>
      )}
      {trade.closed_at !== null && <Fact name={words.columns.closed}>{formatExact(trade.closed_at)}</Fact>}
      {trade.closed_by !== null && <Fact name={words.closedBy}>{words.closedByWords[trade.closed_by]}</Fact>}
      {trade.status === 'active' && trade.close_out_price !== null && (
        <Fact name={words.closeOut}>
          <Price value={trade.close_out_price} digits={digits} />
        </Fact>
      )}
      {trade.entry_price !== null && <Protections trade={trade} digits={digits} />}
      {trade.entry_price !== null && (
        <Fact name={positionWords.columns.financing}>
          <Amount value={trade.financing} />
        </Fact>
      )}
      {trade.shortfall_covered !== null && (
        <Fact name={positionWords.shortfall}>
          <Amount value={trade.shortfall_covered} />
        </Fact>
      )}
      {trade.manual !== null && (
        <Fact name={uiWords.manual}>
          <Amount value={trade.manual.amount} trend /> {trade.manual.reason}
        </Fact>
      )}
      {trade.break_even_price !== null && (
        <Fact name={actionWords.breakEven}>
          <Price value={trade.break_even_price} digits={digits} />
        </Fact>
      )}
      {trade.copied_from !== null && (
        <Fact name={words.copiedFrom}>
          <Link to={`/copies/${trade.copied_from.copy_id}`}>{trade.copied_from.name}</Link>
        </Fact>
      )}
    </dl>
  );
}

/** What closes it by itself; of a trade that is over, what stood when it ended. */
function Protections({ trade, digits }: { trade: Trade; digits: number | undefined }) {
  const { names } = protectionWords;
  return (
    <>
      <Fact name={names.stop_loss}>
        <Price value={trade.stop_loss} digits={digits} />
      </Fact>
      <Fact name={names.take_profit}>
        <Price value={trade.take_profit} digits={digits} />
      </Fact>
      {trade.status === 'active' &&
        trade.targets?.map((target, index) => (
          <Fact key={target.price} name={protectionWords.target(index + 1)}>
            {targetText(target, digits)}
          </Fact>
        ))}
      {trade.trailing_distance !== null && (
        <Fact name={names.trailing_distance}>
          <Price value={trade.trailing_distance} digits={digits} />
          {trade.trailing_stop !== null &&
            ` (${protectionWords.trailingNow(formatPrice(trade.trailing_stop, digits))})`}
        </Fact>
      )}
    </>
  );
}

const PROTECTIONS = ['stop_loss', 'take_profit', 'trailing_distance'] as const;

/** What its client changed since it was opened, newest first; nothing where nothing was changed. */
function Amendments({ id, digits }: { id: string; digits: number | undefined }) {
  const { data } = useQuery(queries.amendments(id));
  if (data === undefined || data.length === 0) return null;
  const { names, none, history, changed } = protectionWords;
  const text = (value: string | null): string => (value === null ? none : formatPrice(value, digits));
  return (
    <section aria-label={history}>
      <h3 className={classes.fillTitle}>{history}</h3>
      <dl className={`${classes.figures} ${classes.changes}`}>
        {data.map(({ at, before, after }, index) => (
          // It only ever grows at its beginning.
          <Fact key={data.length - index} name={formatExact(at)}>
            {PROTECTIONS.filter((name) => before[name] !== after[name]).map((name) => (
              <div key={name}>{changed(names[name], text(before[name]), text(after[name]))}</div>
            ))}
            {targetsText(before.targets, digits) !== targetsText(after.targets, digits) && (
              <div>
                {changed(
                  protectionWords.targets,
                  targetsText(before.targets, digits),
                  targetsText(after.targets, digits),
                )}
              </div>
            )}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function Actions({
  trade,
  instrument,
  onCloseTrade,
}: {
  trade: Trade;
  instrument: Instrument | undefined;
  onCloseTrade: (trade: Trade) => void;
}) {
  const [amending, setAmending] = useState(false);
  const [asked, setAsked] = useState(false);
  const symbols = instrument === undefined ? [] : symbolsFor(instrument);
  const off = useNoFreshPrice(symbols);
  return (
    <>
      <NoFreshPrice symbols={symbols} />
      <Group grow preventGrowOverflow={false}>
        {trade.copied_from === null && (
          <Button
            variant="default"
            aria-haspopup="dialog"
            onClick={() => {
              setAsked(true);
              setAmending(true);
            }}
          >
            {protectionWords.title}
          </Button>
        )}
        {trade.closing === null && (
          <Button disabled={off} onClick={() => onCloseTrade(trade)}>
            {words.closeConfirm}
          </Button>
        )}
      </Group>
      {trade.closing !== null && (
        <Suspense fallback={null}>
          <PendingClose trade={trade} closing={trade.closing} />
        </Suspense>
      )}
      {trade.copied_from !== null && <p className={classes.note}>{messages.trade.mirrored}</p>}
      {asked && (
        <Suspense fallback={null}>
          <AmendTradeDialog
            trade={amending ? trade : null}
            instrument={instrument}
            onClose={() => setAmending(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function Explanation({ id }: { id: string }) {
  const [asked, setAsked] = useState(false);
  const query = useQuery({ ...queries.priceExplanation(id), enabled: asked });
  return (
    <section aria-label={words.why}>
      <Button variant="light" aria-expanded={asked} onClick={() => setAsked(!asked)}>
        {words.why}
      </Button>
      {asked && (
        <Stack gap="md" mt="md">
          <p className={classes.note}>{words.whyText}</p>
          {query.data === undefined && query.error === null && <Skeleton height={160} />}
          {query.data === undefined && query.error !== null && (
            <ErrorState error={query.error} onRetry={() => void query.refetch()} />
          )}
          {query.data?.fills.map((fill, index) => (
            <FillFacts key={fill.id} fill={fill} opening={index === 0} />
          ))}
          {query.data?.splits.map((split) => (
            <SplitFacts key={split.corporate_action_id} split={split} />
          ))}
          {query.data?.nights.map((night) => (
            <NightFacts key={night.day} night={night} />
          ))}
        </Stack>
      )}
    </section>
  );
}

function FillFacts({ fill, opening }: { fill: Fill; opening: boolean }) {
  return (
    <div className={classes.fill}>
      <h3 className={classes.fillTitle}>
        {opening ? words.fillOpened : words.fillClosed}: {fill.side === 'buy' ? words.buy : words.sell}{' '}
        {formatLots(fill.lots)} @ {formatPrice(fill.price)}
      </h3>
      <dl className={classes.figures}>
        <Fact name={words.rule}>{fill.rule}</Fact>
        <QuoteFacts quote={fill.quote} title={words.quote} />
        {fill.conversion !== null && <QuoteFacts quote={fill.conversion} title={words.conversion} />}
        {fill.realized_pl !== null && (
          <Fact name={words.columns.profit}>
            <Amount value={fill.realized_pl} trend />
          </Fact>
        )}
      </dl>
      <p className={classes.formulaTitle}>{words.formula}</p>
      <Code block className={classes.formula ?? ''}>
        {fill.formula}
      </Code>
    </div>
  );
}

/** What a split of the share made of the trade. No money moved by it. */
function SplitFacts({ split }: { split: Split }) {
  const { new_rate: forOne, old_rate: old, effective_at: from } = split;
  return (
    <div className={classes.fill}>
      <h3 className={classes.fillTitle}>{words.splitOf(`${forOne}-for-${old}`, formatExact(from))}</h3>
      <dl className={classes.figures}>
        <Fact name={words.columns.lots}>
          {words.splitChange(formatLots(split.lots_before), formatLots(split.lots))}
        </Fact>
        <Fact name={words.columns.entry}>
          {words.splitChange(formatPrice(split.entry_price_before), formatPrice(split.entry_price))}
        </Fact>
        <Fact name={words.source}>
          {split.source}, {formatExact(split.source_time)}
        </Fact>
      </dl>
      <p className={classes.formulaTitle}>{words.formula}</p>
      <Code block className={classes.formula ?? ''}>
        {split.formula}
      </Code>
    </div>
  );
}

/** One charge of overnight financing. */
function NightFacts({ night }: { night: Night }) {
  return (
    <div className={classes.fill}>
      <h3 className={classes.fillTitle}>{words.nightOf(formatDate(`${night.day}T12:00:00Z`), night.nights)}</h3>
      <dl className={classes.figures}>
        <Fact name={words.nightRate}>{words.percentYear(night.percent_year)}</Fact>
        <Fact name={words.nightTaken}>
          <Amount value={night.amount} />
        </Fact>
        <QuoteFacts quote={night.quote} title={words.quote} />
        {night.conversion !== null && <QuoteFacts quote={night.conversion} title={words.conversion} />}
      </dl>
      <p className={classes.formulaTitle}>{words.formula}</p>
      <Code block className={classes.formula ?? ''}>
        {night.formula}
      </Code>
    </div>
  );
}

function QuoteFacts({ quote, title }: { quote: ExplainedQuote; title: string }) {
  return (
    <>
      <Fact name={title}>
        {quote.symbol} <span className={classes.id}>{quote.id}</span>
      </Fact>
      <Fact name={words.clientQuote}>
        {formatPrice(quote.bid)} / {formatPrice(quote.ask)}
      </Fact>
      <Fact name={words.feedQuote}>
        {formatPrice(quote.feed_bid)} / {formatPrice(quote.feed_ask)}
      </Fact>
      <Fact name={words.markup}>{formatPrice(quote.markup)}</Fact>
      <Fact name={words.source}>{quote.source}</Fact>
      <Fact name={words.quoteTime}>{formatExact(quote.source_time)}</Fact>
      <Fact name={words.received}>{formatExact(quote.received_time)}</Fact>
    </>
  );
}
