import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Instrument, Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useRef, useState, type RefObject } from 'react';
import { useSearchParams } from 'react-router';
import { later } from '../../lib/part.ts';
import { AlertButton } from '../alerts/index.ts';
import { focusChoice, usePageKeys } from '../../app/shortcuts.ts';
import { STORED } from '../../app/storage-names.ts';
import { queries } from '../../lib/queries.ts';
import { stored, store } from '../../lib/stored.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { Amount } from '../../ui/amount.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TradeChart } from './chart/index.ts';
import { KEY_PLACES } from './key-places.ts';
import { AboutAsset, AssetPicker, FIND_ID, MarketFilter, MarketList, NO_FILTER, useWatchlist } from './list/index.ts';
import { PositionsPanel } from './positions/index.ts';
import { type Draft, OneClickSwitch, sideId, suggestionIn, Ticket, TicketTitle, useOneClick } from './ticket/index.ts';
import classes from './ticket/ticket.module.css';
import { useTradingMessages } from './use-trading-messages.ts';

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

const AT_ONCE = { getInitialValueInEffect: false };

/**
 * /trades, labelled Market: choose an asset, see its price, place a trade, close it. The address may name the asset and fill in the
 * ticket (?symbol=BTC&side=buy&lots=0.05, or ?signal=…); nothing is placed before a button is pressed.
 */
export default function TradesPage({ me }: { me: Me }) {
  const { list, error, refetch } = useInstruments();
  const desk = useMediaQuery('(min-width: 1240px)', false, AT_ONCE);
  const phone = useMediaQuery('(max-width: 640px)', false, AT_ONCE);
  const Workspace = phone ? PhoneWorkspace : desk ? DeskWorkspace : ColumnWorkspace;
  // What was typed outlives the arrangement: a phone that is turned, or a sheet that was closed for a look at the chart.
  const draft = useRef<Draft | null>(null);
  const [search, setSearch] = useSearchParams();
  const instrument = list === undefined ? undefined : chosen(list, search.get('symbol'));
  const [filter, setFilter] = useState(NO_FILTER);
  const watchlist = useWatchlist();
  const [{ guard: quickly }] = useOneClick();
  useTradingMessages();
  const choose = useCallback(
    (symbol: string) => {
      store(STORED.symbol, symbol);
      setSearch({ symbol }, { replace: true });
    },
    [setSearch],
  );
  useTradingKeys(instrument, watchlist.toggle);

  return (
    <>
      <PageHeader title={words.title} actions={me.role === 'client' ? <Balance /> : undefined} />
      <Suspense fallback={null}>
        <MarketNotice />
      </Suspense>
      {list === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {list === undefined && error === null && <Skeleton height={620} radius="lg" aria-busy />}
      {list !== undefined && instrument !== undefined && (
        <Suspense fallback={<Skeleton height={620} radius="lg" aria-busy />}>
          <Workspace
            symbol={instrument.symbol}
            deals={me.role === 'client'}
            beginsWithTicket={search.has('side') || search.has('lots') || search.has('signal')}
            parts={{
              picker: <Picker list={list} instrument={instrument} onChoose={choose} />,
              filter: <MarketFilter value={filter} onChange={setFilter} />,
              market: (
                <MarketList
                  list={list}
                  chosen={instrument}
                  filter={filter}
                  watched={watchlist.symbols}
                  onChoose={choose}
                  onWatch={watchlist.toggle}
                />
              ),
              chart: (className) => <TradeChart className={className} instrument={instrument} />,
              ticketTitle: <TicketTitle instrument={instrument} />,
              ticket: (onPlaced) => (
                <TicketPart
                  me={me}
                  instrument={instrument}
                  search={search}
                  draft={draft}
                  onPlaced={() => {
                    choose(instrument.symbol);
                    onPlaced();
                  }}
                />
              ),
              oneClick: me.role === 'client' && <OneClickSwitch />,
              quick: quickly !== null && me.status === 'active' && me.role === 'client' && (
                <Suspense fallback={null}>
                  <OneClickBar instrument={instrument} />
                </Suspense>
              ),
              positions: <PositionsPanel />,
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type PickerProps = { list: Instrument[]; instrument: Instrument; onChoose: (symbol: string) => void };

/** The asset, and what there is to know and to ask about it. */
function Picker({ list, instrument, onChoose }: PickerProps) {
  return (
    <>
      <AssetPicker list={list} instrument={instrument} onChoose={onChoose} />
      <AboutAsset instrument={instrument}>
        <AlertButton instrument={instrument} />
      </AboutAsset>
    </>
  );
}

/** N leads to the ticket, B and S to its sides, I to the chart's interval, O to positions and orders, / to the search of assets; W stars the focused asset, or the one that is open. */
function useTradingKeys(instrument: Instrument | undefined, onWatch: (symbol: string) => void): void {
  usePageKeys({
    b: () => document.getElementById(sideId('buy'))?.focus(),
    s: () => document.getElementById(sideId('sell'))?.focus(),
    n: () => focusChoice(KEY_PLACES.order),
    i: () => focusChoice(KEY_PLACES.interval),
    o: () => focusChoice(KEY_PLACES.book),
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
  onPlaced: () => void;
};

function TicketPart({ me, instrument, search, draft, onPlaced }: TicketProps) {
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
        key={`${instrument.symbol} ${suggestion.side ?? ''} ${suggestion.lots ?? ''}`}
        instrument={instrument}
        suggestion={suggestion}
        draft={draft}
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
        onPlaced={onPlaced}
      />
    </Suspense>
  );
}

/** What the address says, what was traded last, or the first asset whose market is open. */
function chosen(list: Instrument[], wanted: string | null): Instrument | undefined {
  const named = list.find((instrument) => instrument.symbol === wanted);
  const last = list.find((instrument) => instrument.symbol === stored(STORED.symbol));
  return named ?? last ?? list.find((instrument) => instrument.open) ?? list[0];
}

/** Staff hold no money and place no trades: neither a balance nor a way to trade is theirs. */
function Balance() {
  const { data } = useQuery(queries.account());
  return (
    <dl className={classes.balance}>
      <div>
        <dt>{words.balance}</dt>
        <dd>
          {data === undefined ? <Skeleton width={110} height={20} /> : <Amount value={data.total_balance} live />}
        </dd>
      </div>
      <div>
        <dt>{words.available}</dt>
        <dd>{data === undefined ? <Skeleton width={110} height={20} /> : <Amount value={data.available} live />}</dd>
      </div>
    </dl>
  );
}
