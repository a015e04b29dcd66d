import type { Performance } from '@clearbook/contracts/performance';
import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { Amount } from '../../ui/amount.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './performance.module.css';

const NAMES = [
  'spread',
  'financing',
  'dividends',
  'withdrawal_fees',
  'plans',
  'loan_interest',
  'profit_shares',
] as const;

export function Costs({ costs }: { costs: Performance['costs'] }) {
  return (
    <Panel title={words.costs}>
      <dl className={classes.costs}>
        {NAMES.map((name) => (
          <div key={name}>
            <dt>{words.costNames[name]}</dt>
            <dd>
              <Amount value={costs[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.note}>{words.costsText}</p>
    </Panel>
  );
}
