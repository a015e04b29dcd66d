import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Instrument, Me, Side } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { sizeWords } from '@clearbook/contracts/words/size';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { useSearchParams } from 'react-router';
import { later } from '../../lib/part.ts';
import { AlertButton } from '../alerts/index.ts';
import { focusChoice, usePageKeys } from '../../app/shortcuts.ts';
import { STORED } from '../../app/storage-names.ts';
import { queries } from '../../lib/queries.ts';
import { stored, store } from '../../lib/stored.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { useOffered } from '../../lib/use-restrictions.ts';
import { Amount } from '../../ui/amount.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { type KeptCharts, TradeChart, useCharts } from './chart/index.ts';
import { KEY_PLACES } from './key-places.ts';
import {
  AboutAsset,
  AssetPicker,
  FIND_ID,
  MarketFilter,
  MarketList,
  NO_FILTER,
  SymbolBar,
  useWatchlist,
} from './list/index.ts';
import { PositionsPanel } from './positions/index.ts';
import {
  Dock,
  type Draft,
  OneClickSwitch,
  type Sendings,
  sideId,
  SIZE_ID,
  suggestionIn,
  Ticket,
  TicketTitle,
  useOneClick,
} from './ticket/index.ts';
import classes from './ticket/ticket.module.css';
import { useTradingMessages } from './use-trading-messages.ts';
import { type Parts, SEVERAL_CHARTS } from './workspace.ts';

/** Staff place no trades. */
const StaffNotice = later(() => import('../../app/staff-notice.tsx'));
/** Only those who come from a signal need it. */
const SignalTicket = later(() => import('./ticket/signal-ticket.tsx'));
/** Nobody waits for it. */
const MarketNotice = later(() => import('../../ui/market-notice.tsx'));
/** Only those who have turned it on need it. */
const OneClickBar = later(() => import('./ticket/one-click-bar.tsx'));
/** Each size of screen loads its own arrangement and no other. */
const DeskWorkspace = later(() => import('./desk-workspace.tsx'));
const ColumnWorkspace = later(() => import('./column-workspace.tsx'));
const PhoneWorkspace = later(() => import('./phone-workspace.tsx'));

/** A phone, held upright or turned. */
const PHONE = '(max-width: 640px), (max-width: 1000px) and (max-height: 520px)';
const AT_ONCE = { getInitialValueInEffect: false };

/**
 * /trades, labelled Market: choose an asset, see its price, place a trade, close it. The address may name the asset and fill in the
 * ticket (?symbol=BTC&side=buy&lots=0.05, or ?signal=…); nothing is placed before a button is pressed.
 */
export default function TradesPage({ me }: { me: Me }) {
  const { list: all, error, refetch } = useInstruments();
  const desk = useMediaQuery('(min-width: 1240px)', false, AT_ONCE);
  const phone = useMediaQuery(PHONE, false, AT_ONCE);
  const Workspace = phone ? PhoneWorkspace : desk ? DeskWorkspace : ColumnWorkspace;
  const [search, setSearch] = useSearchParams();
  const offered = useOffered(all);
  const show = useCallback(
    (symbol: string) => {
      store(STORED.symbol, symbol);
      setSearch({ symbol }, { replace: true });
    },
    [setSearch],
  );
  const named = search.get('symbol');
  const charts = useCharts(named, show);
  const several = useMediaQuery(SEVERAL_CHARTS, false, AT_ONCE);
  // Beside others the active chart has an asset of its own, which is kept with it.
  const waits = several && named === null && !charts.ready;
  const wanted = named ?? (several ? charts.asset : null);
  const instrument = all && offered && !waits ? chosen(all, offered, wanted) : undefined;
  const list = useOffered(all, instrument?.symbol);
  useTradingMessages();
  const choose = (symbol: string) => {
    charts.chose(symbol);
    show(symbol);
  };
  const isShown = useIsShown(instrument?.symbol);
  const { parts, onWatch } = useParts({ me, search, charts, choose, isShown });
  useTradingKeys({ list, instrument, onWatch, onChoose: choose });

  return (
    <>
      {me.role === 'client' && !phone && <ToTicket />}
      <PageHeader
        title={words.title}
        quiet={phone || desk}
        actions={me.role === 'client' && !phone && !desk ? <Balance /> : undefined}
      />
      <Suspense fallback={null}>
        <MarketNotice />
      </Suspense>
      {list === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {(list === undefined || waits) && error === null && <Skeleton height={620} radius="lg" aria-busy />}
      {list !== undefined && instrument !== undefined && (
        <Suspense fallback={<Skeleton height={620} radius="lg" aria-busy />}>
          <Workspace
            symbol={instrument.symbol}
            deals={me.role === 'client'}
            filledIn={['side', 'lots', 'price', 'signal'].some((name) => search.has(name)) ? search.toString() : null}
            parts={parts(instrument, list)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Whether the page still shows an asset as an answer about it comes; false as well once the page was left. */
function useIsShown(symbol: string | undefined): (symbol: string) => boolean {
  const shown = useRef<string | undefined>(undefined);
  useEffect(() => {
    shown.current = symbol;
    return () => {
      shown.current = undefined;
    };
  }, [symbol]);
  return useCallback((of) => shown.current === of, []);
}

type PartsOf = {
  me: Me;
  search: URLSearchParams;
  charts: KeptCharts;
  choose: (symbol: string) => void;
  isShown: (symbol: string) => boolean;
};

/** The page's parts, each made once; its arrangement is another's. */
function useParts({ me, search, charts, choose, isShown }: PartsOf) {
  // What was typed outlives the arrangement: a phone that is turned, or a sheet that was closed for a look at the chart.
  const draft = useRef<Draft | null>(null);
  const [sendings] = useState<Sendings>(() => new Map());
  const [filter, setFilter] = useState(NO_FILTER);
  const watchlist = useWatchlist();
  const [{ guard: quickly }] = useOneClick();
  const parts = (of: Instrument, all: Instrument[]): Parts => ({
    picker: (
      <>
        <AssetPicker list={all} instrument={of} onChoose={choose} />
        <AboutAsset instrument={of}>
          <AlertButton instrument={of} />
        </AboutAsset>
      </>
    ),
    filter: <MarketFilter value={filter} onChange={setFilter} />,
    market: (
      <MarketList
        list={all}
        chosen={of}
        filter={filter}
        watched={watchlist.symbols}
        onChoose={choose}
        onWatch={watchlist.toggle}
      />
    ),
    chart: (className, several = false) => (
      <TradeChart className={className} instrument={of} charts={charts.of(of, all)} several={several} />
    ),
    ticketTitle: <TicketTitle instrument={of} />,
    symbolBar: (open, onToggle) => <SymbolBar instrument={of} open={open} onToggle={onToggle} />,
    dock: (onOpen) => <Dock instrument={of} onOpen={onOpen} />,
    account: me.role === 'client' && <Balance />,
    ticket: (onPlaced, side) => (
      <TicketPart
        me={me}
        instrument={of}
        search={search}
        draft={draft}
        sendings={sendings}
        side={side ?? null}
        onPlaced={() => {
          // Whoever has gone on to another asset or page meanwhile stays there.
          if (!isShown(of.symbol)) return;
          choose(of.symbol);
          onPlaced();
        }}
      />
    ),
    oneClick: me.role === 'client' && <OneClickSwitch />,
    quick: quickly !== null && me.status === 'active' && me.role === 'client' && (
      // Its prices trade at a click: they come where nothing else was a moment ago.
      <Suspense fallback={<div className={classes.quickPlace} aria-busy />}>
        <OneClickBar instrument={of} />
      </Suspense>
    ),
    positions: <PositionsPanel />,
  });

  return { parts, onWatch: watchlist.toggle };
}

/** The way past list and chart, for the keyboard: the first stop of the page. */
function ToTicket() {
  return (
    <button type="button" className={classes.toTicket} onClick={() => document.getElementById(SIZE_ID)?.focus()}>
      {sizeWords.toTicket}
    </button>
  );
}

type KeysOf = {
  list: Instrument[] | undefined;
  instrument: Instrument | undefined;
  onWatch: (symbol: string) => void;
  onChoose: (symbol: string) => void;
};

/** N leads to the ticket, A to its size, B and S to its sides, I to the chart's interval, O to positions and orders, / to the search of assets, ] and [ to the next and the former one; W stars the focused asset, or the one that is open. */
function useTradingKeys({ list, instrument, onWatch, onChoose }: KeysOf): void {
  const further = (by: number) => {
    const among = list?.filter((one) => one.class === instrument?.class) ?? [];
    const at = among.findIndex((one) => one.symbol === instrument?.symbol);
    const next = among[(at + by + among.length) % among.length];
    if (at >= 0 && next !== undefined) onChoose(next.symbol);
  };
  usePageKeys({
    b: () => document.getElementById(sideId('buy'))?.focus(),
    s: () => document.getElementById(sideId('sell'))?.focus(),
    n: () => focusChoice(KEY_PLACES.order),
    a: () => document.getElementById(SIZE_ID)?.focus(),
    i: () => focusChoice(KEY_PLACES.interval),
    o: () => focusChoice(KEY_PLACES.book),
    ']': () => further(1),
    '[': () => further(-1),
    '/': () => document.getElementById(FIND_ID)?.focus(),
    w: () => {
      const row = document.activeElement?.closest('[data-market-row]')?.getAttribute('data-market-row');
      const symbol = row ?? instrument?.symbol;
      if (symbol !== undefined) onWatch(symbol);
    },
  });
}

type TicketProps = {
  me: Me;
  instrument: Instrument;
  search: URLSearchParams;
  draft: RefObject<Draft | null>;
  sendings: Sendings;
  side: Side | null;
  onPlaced: () => void;
};

function TicketPart({ me, instrument, search, draft, sendings, side, onPlaced }: TicketProps) {
  const signalId = search.get('signal');
  if (me.role === 'admin')
    return (
      <Suspense fallback={null}>
        <StaffNotice me={me} />
      </Suspense>
    );
  if (me.status !== 'active') return <p>{messages.trade.suspended}</p>;
  if (signalId === null) {
    const suggestion = suggestionIn(search);
    return (
      <Ticket
        key={`${instrument.symbol} ${JSON.stringify(suggestion)}`}
        instrument={instrument}
        suggestion={suggestion}
        side={side}
        draft={draft}
        sendings={sendings}
        onPlaced={onPlaced}
      />
    );
  }
  return (
    <Suspense fallback={<Skeleton height={320} aria-busy />}>
      <SignalTicket
        key={`${instrument.symbol} ${signalId}`}
        instrument={instrument}
        signalId={signalId}
        sendings={sendings}
        onPlaced={onPlaced}
      />
    </Suspense>
  );
}

/** What the address says, what was traded last, or the first asset whose market is open. */
function chosen(all: Instrument[], list: Instrument[], wanted: string | null): Instrument | undefined {
  const named = all.find((instrument) => instrument.symbol === wanted);
  const last = list.find((instrument) => instrument.symbol === stored(STORED.symbol));
  return named ?? last ?? list.find((instrument) => instrument.open) ?? list[0];
}

/** Staff hold no money and place no trades: neither a balance nor a way to trade is theirs. */
function Balance() {
  const { data, error } = useQuery(queries.account());
  const unknown = error === null ? <Skeleton width={84} height={20} /> : '—';
  const figures = [
    [words.balance, data?.total_balance],
    [words.available, data?.available],
    [words.usedMargin, data?.margin],
  ] as const;
  return (
    <dl className={classes.balance}>
      {figures.map(([name, money]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{money === undefined ? unknown : <Amount value={money} live />}</dd>
        </div>
      ))}
    </dl>
  );
}
