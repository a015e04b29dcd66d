import { dashboardWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../lib/queries.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './dashboard.module.css';

/** The share of the instruments for which the client sees signals. */
export function SignalBar() {
  const { data } = useQuery(queries.account());
  const percent = data?.signal_strength ?? 0;
  return (
    <Panel>
      <div className={classes.signal}>
        <h2 id="signal-strength" className={classes.signalName}>
          {words.signalStrength}
        </h2>
        <span className={classes.signalPercent}>{data === undefined ? '' : `${percent}%`}</span>
      </div>
      <progress className={classes.bar} max={100} value={percent} aria-labelledby="signal-strength" />
      <p className={classes.signalText}>
        <Link to="/signal" className={classes.link}>
          {words.signals}
        </Link>
      </p>
    </Panel>
  );
}
