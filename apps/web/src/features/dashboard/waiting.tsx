import { homeWords as words } from '@clearbook/contracts/words/home';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { formatMoney } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { homeQueries } from './home-queries.ts';
import { Panel } from '../../ui/panel.tsx';
import classes from './dashboard.module.css';

type Item = { key: string; to: string; text: string };

/** What has not happened yet: orders, money on its way, documents. Nothing where nothing waits. */
export function Waiting() {
  const orders = useQuery(homeQueries.workingOrders()).data?.data.length ?? 0;
  const deposits = useQuery(queries.newestDeposits()).data?.data ?? [];
  const withdrawals = useQuery(homeQueries.newestWithdrawals()).data?.data ?? [];
  const identity = useQuery(queries.identity()).data?.status;
  const items: Item[] = [
    ...(orders > 0 ? [{ key: 'orders', to: '/trades', text: words.orders(orders) }] : []),
    ...deposits.flatMap(({ id, status, amount }): Item[] => {
      if (status === 'awaiting_payment')
        return [{ key: id, to: `/deposit?id=${id}`, text: words.depositToPay(formatMoney(amount)) }];
      return status === 'pending'
        ? [{ key: id, to: '/deposit-history', text: words.depositPending(formatMoney(amount)) }]
        : [];
    }),
    ...withdrawals.flatMap(({ id, status, amount }): Item[] => {
      if (status === 'awaiting_code')
        return [{ key: id, to: `/select-withdrawal?id=${id}`, text: words.withdrawalCode(formatMoney(amount)) }];
      return status === 'pending'
        ? [{ key: id, to: `/withdrawals?open=${id}`, text: words.withdrawalPending(formatMoney(amount)) }]
        : [];
    }),
    ...(identity === 'pending' ? [{ key: 'identity', to: '/identity', text: words.identityPending }] : []),
    ...(identity === 'declined' ? [{ key: 'identity', to: '/identity', text: words.identityDeclined }] : []),
  ];
  if (items.length === 0) return null;
  return (
    <Panel title={words.waiting} flush>
      <ul className={classes.waitingList}>
        {items.map(({ key, to, text }) => (
          <li key={key}>
            <Link to={to} className={classes.waitingItem}>
              <span>{text}</span>
              <ChevronRight size={16} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
