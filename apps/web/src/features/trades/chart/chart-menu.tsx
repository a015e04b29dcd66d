import { Menu } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import { panelWords } from '@clearbook/contracts/words/chart-panels';
import { uiWords } from '@clearbook/contracts/words/ui';
import { useQuery } from '@tanstack/react-query';
import { AlarmClock, Copy, Timer } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatPrice } from '../../../lib/format.ts';
import { later } from '../../../lib/part.ts';
import { queries } from '../../../lib/queries.ts';
import { latestQuotes } from '../../../lib/quotes.ts';
import { toast } from '../../../ui/toast.ts';
import { KnowledgeFirstItem, useKnowledgeFirst } from '../../knowledge/index.ts';
import classes from './chart.module.css';
import { type OrderAt, ordersAt } from './orders-at.ts';

const AlertDialog = later(() => import('../../alerts/alert-dialog.tsx'));

/** `times`: how often it was asked for while one was open. */
export type MenuAt = { readonly x: number; readonly y: number; readonly price: string; readonly times: number };
type Props = { instrument: Instrument; at: MenuAt; onClose: () => void };

/** What can be done at the price that was pointed at. An order is filled into the ticket, and placed there. */
export default function ChartMenu({ instrument, at, onClose }: Props) {
  const { symbol, name, digits } = instrument;
  const [opened, setOpened] = useState(true);
  const [alerting, setAlerting] = useState(false);
  const [, setSearch] = useSearchParams();
  const { data: me } = useQuery(queries.me());
  const asked = useKnowledgeFirst() !== null;
  const price = formatPrice(at.price, digits);
  const orders = me?.role === 'client' ? ordersAt(at.price, latestQuotes([symbol])[symbol]) : [];
  const fill = ({ side, type }: OrderAt) => setSearch({ symbol, side, type, price: at.price }, { replace: true });
  const copy = () =>
    navigator.clipboard.writeText(at.price).then(
      () => toast.success(uiWords.copiedOf(price)),
      () => toast.error(uiWords.copyFailed),
    );
  return (
    <>
      <Menu
        opened={opened}
        onClose={() => setOpened(false)}
        onExitTransitionEnd={() => !alerting && onClose()}
        position="bottom-start"
        offset={2}
        withinPortal={false}
        returnFocus={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target>
          <button
            type="button"
            tabIndex={-1}
            aria-label={panelWords.menu(name, price)}
            className={classes.menuSpot}
            style={{ left: at.x, top: at.y }}
          />
        </Menu.Target>
        <Menu.Dropdown>
          {orders.length > 0 && <KnowledgeFirstItem />}
          {orders.map((order) => (
            <Menu.Item
              key={order.side}
              leftSection={<Timer size={15} aria-hidden />}
              disabled={asked}
              onClick={() => fill(order)}
            >
              {panelWords.orderAt[order.side][order.type](price)}
            </Menu.Item>
          ))}
          {me?.role === 'client' && (
            <Menu.Item leftSection={<AlarmClock size={15} aria-hidden />} onClick={() => setAlerting(true)}>
              {panelWords.alertAt(price)}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<Copy size={15} aria-hidden />} onClick={() => void copy()}>
            {panelWords.copyPrice(price)}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {alerting && (
        <Suspense fallback={null}>
          <AlertDialog list={[instrument]} about={{ alert: null, symbol, price: at.price }} opened onClose={onClose} />
        </Suspense>
      )}
    </>
  );
}
