import { Skeleton, Tabs } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { dashboardWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTurns } from '../../lib/later.ts';
import { later } from '../../lib/part.ts';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/title.ts';
import { Panel } from '../../ui/panel.tsx';
import { TradesTable } from '../trades/index.ts';
import { BalanceCard } from './balance-card.tsx';
import classes from './dashboard.module.css';
import { EquityPanel } from './equity-panel.tsx';
import { InactiveNotice } from './inactive-notice.tsx';
import { MarketPanel, MarketPlaceholder } from './market-panel.tsx';
import { SignalBar } from './signal-bar.tsx';
import { TopUpCard } from './top-up-card.tsx';

/** Most people are not staff. */
const StaffNotice = later(() => import('../../app/staff-notice.tsx'));

/** What Home shows below its first view, in one file of its own. */
const parts = () => import('./home-parts.ts');
const Allocation = later(async () => ({ default: (await parts()).Allocation }));
const FirstSteps = later(async () => ({ default: (await parts()).FirstSteps }));
const PositionsList = later(async () => ({ default: (await parts()).PositionsList }));
const Waiting = later(async () => ({ default: (await parts()).Waiting }));

const TRADES_A_PAGE = 5;
/** Of the card that adds paper money, in pixels. */
const TOP_UP_HEIGHT = 193;
/** Of the list while it is empty, in pixels. */
const TRADES_HEIGHT = 260;

/** Home: what the client has, what it is worth now, and the way to everything else. */
export default function DashboardPage({ me }: { me: Me }) {
  useTitle(words.title);
  const turn = useTurns(4);
  if (me.status !== 'active') {
    return (
      <>
        <h1 className={classes.hidden}>{words.title}</h1>
        <InactiveNotice me={me} />
        <Trades first="active" />
      </>
    );
  }
  return (
    <>
      <h1 className={classes.hidden}>{words.title}</h1>
      <div className={classes.grid}>
        {me.role === 'client' && (
          <>
            <BalanceCard guest={me.guest !== null} />
            <EquityPanel />
          </>
        )}
        <div className={classes.left}>
          {me.role === 'admin' ? (
            <Suspense fallback={<Skeleton height={TRADES_HEIGHT} radius="lg" />}>
              <StaffNotice me={me} />
            </Suspense>
          ) : (
            <>
              {me.mode === 'demo' &&
                me.guest === null &&
                (turn >= 1 ? <TopUpCard /> : <Skeleton height={TOP_UP_HEIGHT} radius="lg" />)}
              {turn >= 1 && (
                <Suspense fallback={null}>
                  {me.mode === 'demo' && me.guest === null && <FirstSteps />}
                  <Waiting />
                  <Allocation />
                </Suspense>
              )}
              <SignalBar />
            </>
          )}
        </div>
        <div className={classes.right}>
          {me.role === 'client' && turn >= 1 && (
            <Suspense fallback={null}>
              <PositionsList />
            </Suspense>
          )}
          {turn >= 2 ? <MarketPanel watch={turn >= 3} /> : <MarketPlaceholder />}
        </div>
        {me.role === 'client' && (
          <div className={classes.trades}>
            {turn >= 4 ? <Trades first="closed" /> : <Skeleton height={TRADES_HEIGHT} radius="lg" />}
          </div>
        )}
      </div>
    </>
  );
}

type Tab = 'active' | 'closed';

/** The one that is shown first, unless it is empty and the other one is not. */
function fullerOf(first: Tab, rows: Record<Tab, number | undefined>): Tab {
  const other = first === 'active' ? 'closed' : 'active';
  return rows[first] === 0 && (rows[other] ?? 0) > 0 ? other : first;
}

/** Until somebody chooses, the tab that has something to show is open; from the first trade on nothing moves away under their hands. */
function Trades({ first }: { first: Tab }) {
  const [chosen, setTab] = useState<string | null>(null);
  const open = useQuery(queries.trades('active')).data?.length;
  const closed = useQuery(queries.trades('closed')).data?.length;
  const [found, setFound] = useState<Tab | null>(null);
  const fuller = fullerOf(first, { active: open, closed });
  if (found === null && open !== undefined && closed !== undefined && open + closed > 0) setFound(fuller);
  const tab = chosen ?? found ?? fuller;
  return (
    <Panel title={words.trades} flush>
      <Tabs value={tab} onChange={setTab}>
        <Tabs.List px={12}>
          <Tabs.Tab value="closed">{words.closed}</Tabs.Tab>
          <Tabs.Tab value="active">{words.active}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="closed">
          {tab === 'closed' && (
            <TradesTable
              state="closed"
              label={words.closed}
              pageSize={TRADES_A_PAGE}
              empty={{ title: words.noClosed, text: words.noClosedText }}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="active">
          {tab === 'active' && (
            <TradesTable
              state="active"
              label={words.active}
              pageSize={TRADES_A_PAGE}
              empty={{ title: words.noActive, text: words.noActiveText }}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </Panel>
  );
}
