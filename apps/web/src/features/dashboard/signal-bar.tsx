import { dashboardWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './dashboard.module.css';

export function SignalBar() {
  const { data } = useQuery(queries.account());
  const percent = data?.signal_strength ?? 0;
  return (
    <Panel>
      <div className={classes.signal}>
        <span id="signal-strength">{words.signalStrength}</span>
        <span>{data === undefined ? '' : `${percent}%`}</span>
      </div>
      <progress className={classes.bar} max={100} value={percent} aria-labelledby="signal-strength" />
    </Panel>
  );
}
