import { ActionIcon, Button, Skeleton } from '@mantine/core';
import type { Account } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { dashboardWords as words } from '@clearbook/contracts/words/trading';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownToLine, CandlestickChart, Eye, EyeOff, ReceiptText, Users } from 'lucide-react';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { STORED } from '../../app/storage-names.ts';
import { isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useStored } from '../../lib/stored.ts';
import { Amount } from '../../ui/amount.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './dashboard.module.css';
import { LiveEquity } from './live-equity.tsx';

/** The client's money at a glance. The eye hides every amount on this card, and the choice is kept in this browser. */
export function BalanceCard({ guest }: { guest: boolean }) {
  const account = useQuery(queries.account());
  const [visible, setVisible] = useStored(STORED.visible, 'true');
  const shown = visible !== 'false';
  if (account.data === undefined && account.error !== null) {
    return (
      <Panel>
        <ErrorState error={account.error} onRetry={() => void account.refetch()} />
      </Panel>
    );
  }
  const data = account.data;
  const amount = (of: (account: Account) => string, trend = false): ReactNode => {
    if (data === undefined) return <Skeleton width="60%" height="1em" />;
    return shown ? <Amount value={of(data)} trend={trend} live /> : words.hidden;
  };
  return (
    <Panel>
      <div className={classes.balanceHead}>
        <h2 className={classes.caption}>{words.totalBalance}</h2>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="dimmed"
          size={36}
          aria-label={shown ? words.hideBalance : words.showBalance}
          onClick={() => setVisible(shown ? 'false' : 'true')}
        >
          {shown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        </ActionIcon>
        {data !== undefined && (
          <span className={classes.mode}>{data.mode === 'demo' ? messages.account.demo : messages.account.live}</span>
        )}
      </div>
      <div className={classes.total}>{amount((of) => of.total_balance.amount)}</div>
      {data !== undefined && !isZero(data.borrowed.amount) && (
        <p className={classes.borrowed}>
          {words.borrowed}: {amount((of) => of.borrowed.amount)}
        </p>
      )}
      <dl className={classes.pair}>
        <div>
          <dt>{words.depositBalance}</dt>
          <dd>{amount((of) => of.deposit_balance.amount)}</dd>
        </div>
        <div>
          <dt>{words.profitBalance}</dt>
          <dd>{amount((of) => of.profit_balance.amount, true)}</dd>
        </div>
      </dl>
      <dl className={classes.small}>
        <div>
          <dt>{words.available}</dt>
          <dd>{amount((of) => of.available.amount)}</dd>
        </div>
        <div>
          <dt>{words.inTrades}</dt>
          <dd>{amount((of) => of.margin.amount)}</dd>
        </div>
        <div>
          <dt>{words.withdrawing}</dt>
          <dd>{amount((of) => of.withdrawing.amount)}</dd>
        </div>
        <div>
          <dt>{words.equity}</dt>
          <dd>
            {data === undefined ? (
              <Skeleton width="60%" height="1em" />
            ) : shown ? (
              <LiveEquity account={data} />
            ) : (
              words.hidden
            )}
          </dd>
        </div>
      </dl>
      <Shortcuts account={data} guest={guest} />
    </Panel>
  );
}

/** In demo mode an empty account begins with paper money: then a deposit isn't the first thing to do. A guest came to trade. */
function Shortcuts({ account, guest }: { account: Account | undefined; guest: boolean }) {
  const empty = account !== undefined && account.mode === 'demo' && isZero(account.total_balance.amount);
  const deposits = !guest && !empty;
  return (
    <div className={classes.shortcuts}>
      <Button
        component={Link}
        to="/deposit"
        variant={deposits ? 'filled' : 'default'}
        leftSection={<ArrowDownToLine size={16} aria-hidden />}
      >
        {words.deposit}
      </Button>
      <Button component={Link} to="/copy-trader" variant="default" leftSection={<Users size={16} aria-hidden />}>
        {words.copyTraders}
      </Button>
      <Button
        component={Link}
        to="/trades"
        variant={guest ? 'filled' : 'default'}
        leftSection={<CandlestickChart size={16} aria-hidden />}
      >
        {words.market}
      </Button>
      <Button component={Link} to="/statement" variant="default" leftSection={<ReceiptText size={16} aria-hidden />}>
        {words.statement}
      </Button>
    </div>
  );
}
