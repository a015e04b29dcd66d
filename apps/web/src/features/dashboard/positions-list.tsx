import type { Instrument, Trade } from '@clearbook/contracts';
import { homeWords as words } from '@clearbook/contracts/words/home';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useChangeSince } from '../../lib/change.ts';
import { formatLots, formatSymbol } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { Panel } from '../../ui/panel.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { InstrumentMark } from '../../ui/instrument-mark.tsx';
import { DirectionBadge, LiveProfit } from '../trades/index.ts';
import classes from './dashboard.module.css';
import type { SparklineWire } from '@clearbook/contracts/market';

/** The newest of them; all are on the Market page. */
const MOST = 6;

/** What is open, how the day went for it, and what closing it now would bring. Nothing where nothing is open. */
export function PositionsList() {
  const { data: trades = [] } = useQuery(queries.trades('active'));
  const { bySymbol } = useInstruments();
  const shown = trades.slice(0, MOST);
  const symbols = [...new Set(shown.map(({ symbol }) => symbol))].toSorted();
  const lines = useQuery({ ...queries.sparklines(symbols), enabled: symbols.length > 0 }).data?.data;
  if (trades.length === 0) return null;
  return (
    <Panel
      title={words.positions}
      flush
      actions={
        <Link to="/trades" className={classes.link}>
          {words.positionsAll}
        </Link>
      }
    >
      <ul className={classes.positions}>
        {shown.map((trade) => (
          <li key={trade.id}>
            <Position
              trade={trade}
              instrument={bySymbol.get(trade.symbol)}
              line={lines?.find(({ symbol }) => symbol === trade.symbol)}
            />
          </li>
        ))}
      </ul>
      {trades.length > MOST && <p className={classes.positionsMore}>{words.more(trades.length - MOST)}</p>}
    </Panel>
  );
}

type Props = { trade: Trade; instrument: Instrument | undefined; line: SparklineWire | undefined };

function Position({ trade, instrument, line }: Props) {
  const change = useChangeSince(trade.symbol, line?.since ?? null);
  const values = useMemo(() => line?.closes.map(Number) ?? [], [line]);
  return (
    <div className={classes.position}>
      <InstrumentMark symbol={trade.symbol} size={28} />
      <span className={classes.positionName}>
        <strong>{formatSymbol(trade.symbol, instrument?.class)}</strong>
        <span className={classes.positionSide}>
          <DirectionBadge side={trade.side} /> {words.lots(formatLots(trade.lots_open))}
        </span>
      </span>
      <Sparkline values={values} sign={change?.sign ?? 'even'} />
      <span className={classes.positionProfit}>
        <LiveProfit trade={trade} instrument={instrument} />
      </span>
    </div>
  );
}
