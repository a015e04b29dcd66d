import { Skeleton } from '@mantine/core';
import type { Instrument, Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { dashboardWords, tradeWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { STORED } from '../../app/storage-names.ts';
import { queries } from '../../lib/queries.ts';
import { stored, store } from '../../lib/stored.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { Amount } from '../../ui/amount.tsx';
import { ChartPanel } from '../../ui/chart-panel.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AssetPicker } from './asset-picker.tsx';
import { MarketList } from './market-list.tsx';
import { Ticket } from './ticket.tsx';
import { TradesTable } from './trades-table.tsx';
import classes from './trades.module.css';

/** Only those who come from a signal need it. */
const SignalTicket = lazy(() => import('./signal-ticket.tsx'));

const POSITIONS_A_PAGE = 10;

/** /trades, labelled Market: choose an asset, see its price, place a trade, close it. */
export default function TradesPage({ me }: { me: Me }) {
  const { list, error, refetch } = useInstruments();
  const [search, setSearch] = useSearchParams();
  const instrument = list === undefined ? undefined : chosen(list, search.get('symbol'));
  const signalId = search.get('signal');
  const choose = (symbol: string) => {
    store(STORED.symbol, symbol);
    setSearch({ symbol }, { replace: true });
  };

  return (
    <>
      <PageHeader title={words.title} actions={<Balance />} />
      {list === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {list === undefined && error === null && <Skeleton height={420} radius="lg" />}
      {list !== undefined && instrument !== undefined && (
        <div className={classes.workspace}>
          <Panel className={classes.listArea} flush title={words.asset}>
            <AssetPicker list={list} instrument={instrument} onChoose={choose} />
            <MarketList
              list={list.filter((other) => other.class === instrument.class)}
              chosen={instrument.symbol}
              onChoose={choose}
            />
          </Panel>
          <ChartPanel className={classes.chartArea} instrument={instrument} />
          <Panel className={classes.ticketArea} title={words.ticket}>
            {me.status === 'active' && signalId !== null ? (
              <Suspense fallback={<Skeleton height={320} />}>
                <SignalTicket
                  key={`${instrument.symbol} ${signalId}`}
                  instrument={instrument}
                  signalId={signalId}
                  onPlaced={() => choose(instrument.symbol)}
                />
              </Suspense>
            ) : me.status === 'active' ? (
              <Ticket key={instrument.symbol} instrument={instrument} />
            ) : (
              <p>{messages.trade.suspended}</p>
            )}
          </Panel>
          <Panel className={classes.positionsArea} title={words.openPositions} flush>
            <TradesTable
              state="active"
              label={words.openPositions}
              pageSize={POSITIONS_A_PAGE}
              empty={{ title: dashboardWords.noActive, text: dashboardWords.noActiveText }}
            />
          </Panel>
        </div>
      )}
    </>
  );
}

/** What the address says, what was traded last, or the first asset whose market is open. */
function chosen(list: Instrument[], wanted: string | null): Instrument | undefined {
  const named = list.find((instrument) => instrument.symbol === wanted);
  const last = list.find((instrument) => instrument.symbol === stored(STORED.symbol));
  return named ?? last ?? list.find((instrument) => instrument.open) ?? list[0];
}

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
