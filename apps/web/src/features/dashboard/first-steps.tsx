import { homeWords as words } from '@clearbook/contracts/words/home';
import { useQuery } from '@tanstack/react-query';
import { Check, Circle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './dashboard.module.css';

/** The first minute in demo mode: three steps, each ticked off by what the account shows; gone once all are done. */
export function FirstSteps() {
  const account = useQuery(queries.account()).data;
  const open = useQuery(queries.trades('active')).data;
  const closed = useQuery(queries.trades('closed')).data;
  if (account === undefined || open === undefined || closed === undefined) return null;
  const trades = [...open, ...closed];
  const traded = trades.length > 0;
  const funded = traded || !isZero(account.deposit_balance.amount) || !isZero(account.total_balance.amount);
  const isProtected = trades.some((trade) => trade.stop_loss !== null || trade.trailing_distance !== null);
  if (funded && traded && isProtected) return null;
  return (
    <Panel title={words.steps}>
      <p className={classes.topUpText}>{words.stepsText}</p>
      <ol className={classes.steps}>
        <Step done={funded}>{words.fund}</Step>
        <Step done={traded}>{funded && !traded ? <Link to="/trades">{words.trade}</Link> : words.trade}</Step>
        <Step done={isProtected}>
          {traded && !isProtected ? <Link to="/trades">{words.protect}</Link> : words.protect}
        </Step>
      </ol>
    </Panel>
  );
}

function Step({ done, children }: { done: boolean; children: ReactNode }) {
  return (
    <li data-done={done}>
      {done ? (
        <Check size={18} role="img" aria-label={words.done} />
      ) : (
        <Circle size={18} role="img" aria-label={words.toDo} />
      )}
      <span>{children}</span>
    </li>
  );
}
