import { ActionIcon, Button, Skeleton } from '@mantine/core';
import type { Order, Trade } from '@clearbook/contracts';
import { actionWords } from '@clearbook/contracts/words/actions';
import { cancelAllWords, orderWords, positionWords as words } from '@clearbook/contracts/words/orders';
import { marketListWords } from '@clearbook/contracts/words/market-list';
import { tradeWords } from '@clearbook/contracts/words/trading';
import { MAX_OPEN_TRADES } from '@clearbook/domain/trading';
import { useQuery } from '@tanstack/react-query';
import { Rows3, Rows4 } from 'lucide-react';
import { Suspense, useCallback, useState } from 'react';
import { later } from '../../../lib/part.ts';
import { isUnanswered } from '../../../lib/is-unanswered.ts';
import { centsText } from '../../../lib/decimal.ts';
import { NO_VALUE } from '../../../lib/format.ts';
import { OWN_ROWS_MAX, queries } from '../../../lib/queries.ts';
import { useInstruments } from '../../../lib/use-instruments.ts';
import { Amount } from '../../../ui/amount.tsx';
import { Panel } from '../../../ui/panel.tsx';
import type { OrderState } from './orders-table.tsx';
import { Level } from './position-cells.tsx';
import { OfPrices } from '../../../ui/price-age.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { KEY_PLACES } from '../key-places.ts';
import { ActionsAhead } from './actions-ahead.tsx';
import classes from './positions.module.css';
import { PositionsTable } from './positions-table.tsx';
import { tradingQueries } from '../trading-queries.ts';
import { useDensity } from '../use-density.ts';
import { useLiveBook } from './use-live-book.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePositionKeys } from './use-position-keys.ts';

const OrdersTable = later(() => import('./orders-table.tsx'));
const NetTable = later(() => import('./net-table.tsx'));
const ClosedTable = later(() => import('./closed-table.tsx'));
const AmendTradeDialog = later(() => import('./amend-trade-dialog.tsx'));
const AmendOrderDialog = later(() => import('./amend-order-dialog.tsx'));
const CancelAllDialog = later(() => import('./cancel-all-dialog.tsx'));
const ActionsDialog = later(() => import('./actions-dialog.tsx'));
const MarginCallDialog = later(() => import('./margin-call-dialog.tsx'));
const ColumnMenu = later(() => import('./column-menu.tsx'));
const CloseAllDialog = later(() => import('./close-all-dialog.tsx'));
const CloseDialog = later(async () => ({ default: (await import('./close-dialog.tsx')).CloseDialog }));
const TradeDrawer = later(async () => ({ default: (await import('./trade-drawer.tsx')).TradeDrawer }));

const ORDER_STATES = ['working', 'ended'] as const;
const VIEWS = ['positions', 'net', 'orders', 'closed'] as const;
type View = (typeof VIEWS)[number];
/** Numbers of the tabs: more than this reads "99+". */
const COUNTED_MOST = 99;

/** The panel is called what its table is. */
function titleOf(view: View, state: OrderState): string {
  if (view === 'orders') return orderWords[state];
  if (view === 'net') return actionWords.netTitle;
  return view === 'closed' ? words.closedTrades : tradeWords.openPositions;
}

/** Positions, working orders and closed trades, with what they make of the account. What is asked of one of them lies over the page. */
export function PositionsPanel() {
  const trades = useQuery(queries.trades('active'));
  const orders = useQuery(tradingQueries.workingOrders());
  const aheadIsUnknown = isUnanswered(useQuery(tradingQueries.corporateActions()));
  const { bySymbol } = useInstruments();
  const [chosen, setView] = useState<View | null>(null);
  const [orderState, setOrderState] = useState<OrderState>('working');
  const over = useOverlay();
  const counts = { positions: trades.data?.length, orders: orders.data?.data.length };
  // What has something to show is open at first. From then on only the person changes it: nothing moves away under their hands.
  const [first, setFirst] = useState<View | null>(null);
  if (first === null && counts.positions !== undefined && counts.orders !== undefined)
    setFirst(counts.positions === 0 && counts.orders > 0 ? 'orders' : 'positions');
  const view = chosen ?? first ?? 'positions';
  usePositionKeys(trades.data, over);
  const panel = useKeptFocus(Object.keys(over.shown).length > 0);

  return (
    <Panel
      ref={panel}
      className={classes.panel}
      title={titleOf(view, orderState)}
      flush
      actions={
        <div className={classes.bar}>
          {view === 'orders' ? (
            <WhichOrders state={orderState} onChange={setOrderState} />
          ) : (
            <Strip trades={trades.data} />
          )}
          <SegmentedControl
            id={KEY_PLACES.book}
            size="xs"
            aria-label={words.view}
            value={view}
            onChange={setView}
            data={VIEWS.map((value) => ({ value, label: labelOf(value, counts) }))}
          />
          {view === 'orders' && orderState === 'working' && (
            <AllButton count={counts.orders} onOpen={() => over.cancelAll()}>
              {cancelAllWords.open}
            </AllButton>
          )}
          {view === 'positions' && (
            <AllButton count={counts.positions} onOpen={() => over.closeAll(null)}>
              {words.closeAll}
            </AllButton>
          )}
          {view === 'positions' && <MarginCallButton onOpen={over.levels} />}
          <Looks columns={view === 'positions'} />
        </div>
      }
    >
      <div className={classes.dense}>
        {view === 'positions' && (counts.positions ?? 0) > 0 && <ActionsAhead />}
        {view === 'positions' && (
          <PositionsTable
            // What stands above them comes no later: nothing moves a row under a hand.
            trades={aheadIsUnknown ? undefined : trades.data}
            bySymbol={bySymbol}
            error={trades.error}
            onRetry={() => void trades.refetch()}
            onShow={over.show}
            onClose={over.close}
            onAmend={over.amend}
            onAct={over.act}
          />
        )}
        {view === 'positions' && (counts.positions ?? 0) > 0 && (
          <p className={classes.mostOpen}>{words.mostOpen(MAX_OPEN_TRADES)}</p>
        )}
        <Suspense fallback={<Skeleton width="auto" height={120} m="md" />}>
          {view === 'net' && <NetTable trades={trades.data} bySymbol={bySymbol} onCloseSymbol={over.closeAll} />}
          {view === 'orders' && (
            <OrdersTable state={orderState} bySymbol={bySymbol} onAmend={over.amendOrder} onShow={over.show} />
          )}
          {view === 'closed' && <ClosedTable bySymbol={bySymbol} onShow={over.show} />}
        </Suspense>
      </div>
      <Overlays over={over} trades={trades.data ?? []} orders={orders.data?.data ?? []} />
    </Panel>
  );
}

type AllProps = { count: number | undefined; onOpen: () => void; children: string };

/** Something about every row, where there are any. */
function AllButton({ count, onOpen, children }: AllProps) {
  if (count === undefined || count === 0) return null;
  return (
    <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={onOpen}>
      {children}
    </Button>
  );
}

/** How the rows look: which columns they have, and where there is room for a choice, how close they stand. */
function Looks({ columns }: { columns: boolean }) {
  return (
    <>
      {columns && (
        <Suspense fallback={<Skeleton width={26} height={26} />}>
          <ColumnMenu />
        </Suspense>
      )}
      <DensitySwitch />
    </>
  );
}

function DensitySwitch() {
  const [density, setDensity] = useDensity();
  const compact = density === 'compact';
  return (
    <ActionIcon
      variant="default"
      size={26}
      className={classes.density ?? ''}
      aria-label={marketListWords.compact}
      title={marketListWords.compact}
      aria-pressed={compact}
      onClick={() => setDensity(compact ? 'comfortable' : 'compact')}
    >
      {compact ? <Rows4 size={15} aria-hidden /> : <Rows3 size={15} aria-hidden />}
    </ActionIcon>
  );
}

function MarginCallButton({ onOpen }: { onOpen: () => void }) {
  return (
    <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={onOpen}>
      {actionWords.marginCall}
    </Button>
  );
}

function WhichOrders({ state, onChange }: { state: OrderState; onChange: (state: OrderState) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label={orderWords.which}
      data={ORDER_STATES.map((value) => ({ value, label: orderWords.states[value] }))}
      value={state}
      onChange={onChange}
    />
  );
}

type Shown = {
  close?: Trade;
  show?: string;
  amend?: Trade;
  order?: Order;
  act?: Trade;
  orders?: true;
  levels?: true;
  /** The asset whose trades are to be closed; null for all. */
  all?: { symbol: string | null };
};
type Asked = keyof Shown;

/** One thing lies over the page at a time. Its file comes when first asked for and stays, so that it can fade out. */
function useOverlay() {
  const [state, setState] = useState<{ shown: Shown; asked: ReadonlySet<Asked> }>({ shown: {}, asked: new Set() });
  const put = useCallback(
    (shown: Shown) =>
      setState(({ asked }) => ({ shown, asked: new Set([...asked, ...(Object.keys(shown) as Asked[])]) })),
    [],
  );
  return {
    ...state,
    cancelAll: useCallback(() => put({ orders: true }), [put]),
    closeAll: useCallback((symbol: string | null) => put({ all: { symbol } }), [put]),
    levels: useCallback(() => put({ levels: true }), [put]),
    act: useCallback((trade: Trade) => put({ act: trade }), [put]),
    close: useCallback((trade: Trade) => put({ close: trade }), [put]),
    show: useCallback((id: string) => put({ show: id }), [put]),
    amend: useCallback((trade: Trade) => put({ amend: trade }), [put]),
    amendOrder: useCallback((order: Order) => put({ order }), [put]),
    dismiss: useCallback(() => put({}), [put]),
  };
}

type OverlaysProps = { over: ReturnType<typeof useOverlay>; trades: Trade[]; orders: Order[] };

/** What lies over the page: each in a file of its own. */
function Overlays({ over, trades, orders }: OverlaysProps) {
  const { bySymbol } = useInstruments();
  return (
    <Suspense fallback={null}>
      {over.asked.has('close') && (
        <CloseDialog
          trade={over.shown.close ?? null}
          instrument={over.shown.close && bySymbol.get(over.shown.close.symbol)}
          onClose={over.dismiss}
        />
      )}
      {over.asked.has('show') && (
        <TradeDrawer id={over.shown.show ?? null} onClose={over.dismiss} onCloseTrade={over.close} />
      )}
      {over.asked.has('amend') && (
        <AmendTradeDialog
          trade={over.shown.amend ?? null}
          instrument={over.shown.amend && bySymbol.get(over.shown.amend.symbol)}
          onClose={over.dismiss}
        />
      )}
      {over.asked.has('order') && (
        <AmendOrderDialog
          order={over.shown.order ?? null}
          instrument={over.shown.order && bySymbol.get(over.shown.order.symbol)}
          onClose={over.dismiss}
        />
      )}
      {over.asked.has('orders') && (
        <CancelAllDialog
          opened={over.shown.orders === true}
          orders={orders}
          bySymbol={bySymbol}
          onClose={over.dismiss}
        />
      )}
      {over.asked.has('all') && (
        <CloseAllDialog
          opened={over.shown.all !== undefined}
          trades={trades}
          bySymbol={bySymbol}
          symbol={over.shown.all?.symbol ?? null}
          onClose={over.dismiss}
        />
      )}
      {over.asked.has('levels') && <MarginCallDialog opened={over.shown.levels === true} onClose={over.dismiss} />}
      {over.asked.has('act') && (
        <ActionsDialog
          trade={over.shown.act ?? null}
          instrument={over.shown.act && bySymbol.get(over.shown.act.symbol)}
          onClose={over.dismiss}
        />
      )}
    </Suspense>
  );
}

/** What the open trades make of the account, at each quote. Only this strip draws again. */
function Strip({ trades }: { trades: readonly Trade[] | undefined }) {
  const { bySymbol } = useInstruments();
  const { data: account } = useQuery(queries.account());
  // Above the limit of rows not every trade is here: the server's own figures show then.
  const whole = trades !== undefined && trades.length < OWN_ROWS_MAX;
  const live = useLiveBook(whole ? trades : undefined, bySymbol);
  if (trades === undefined || trades.length === 0 || account === undefined) return null;
  return (
    <dl className={classes.strip}>
      <div>
        <dt>{words.unrealised}</dt>
        <dd>
          <OfPrices symbols={live?.symbols ?? []}>
            <Amount value={live === null ? account.unrealized_pl : centsText(live.unrealised)} trend />
          </OfPrices>
        </dd>
      </div>
      <div>
        <dt>{words.equity}</dt>
        <dd>
          <OfPrices symbols={live?.symbols ?? []}>
            <Amount value={live === null ? account.equity : centsText(live.equity)} />
          </OfPrices>
        </dd>
      </div>
      <div>
        <dt>{words.lowestLevel}</dt>
        <dd>
          {live !== null ? (
            <OfPrices symbols={live.symbols}>
              <Level level={live.lowest} />
            </OfPrices>
          ) : account.margin_level === null ? (
            NO_VALUE
          ) : (
            `${account.margin_level}%`
          )}
        </dd>
      </div>
    </dl>
  );
}

type Counts = { positions: number | undefined; orders: number | undefined };

function labelOf(view: View, counts: Counts): string {
  if (view === 'net') return actionWords.net;
  return view === 'closed' ? words.closed : words[view](countText(counts[view]));
}

function countText(count: number | undefined): string {
  if (count === undefined || count === 0) return '';
  return count > COUNTED_MOST ? `${COUNTED_MOST}+` : String(count);
}
