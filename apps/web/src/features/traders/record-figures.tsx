import type { Trader } from '@clearbook/contracts/copying';
import { copyWords as words } from '@clearbook/contracts/words/copying';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatPrice } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import { Percent } from './percent.tsx';
import classes from './traders.module.css';

/** What the books say about a trader. The whole of it on the trader's page, the first glance on the card. */
export function RecordFigures({ trader, whole = false }: { trader: Trader; whole?: boolean }) {
  const { record } = trader;
  const { figures } = words;
  return (
    <dl className={clsx(classes.figures, whole && classes.wide)}>
      {record !== null && (
        <>
          <Figure name={figures.return} hint={words.hints.return}>
            <Percent value={record.return} trend />
          </Figure>
          <Figure name={figures.drawdown} hint={words.hints.drawdown}>
            <Percent value={record.drawdown} />
          </Figure>
          <Figure name={figures.winRate}>
            <Percent value={record.win_rate} />
          </Figure>
          <Figure name={figures.profitFactor}>
            {record.profit_factor === null ? words.noLosses : formatPrice(record.profit_factor, 2)}
          </Figure>
          <Figure name={figures.months}>{record.months}</Figure>
          {whole && (
            <>
              <Figure name={figures.trades}>{words.winsAndLosses(record.trades, record.wins, record.losses)}</Figure>
              <Figure name={figures.open}>{record.open}</Figure>
              <Figure name={words.figures.gains}>
                <Amount value={record.gains} />
              </Figure>
              <Figure name={words.figures.losts}>
                <Amount value={record.losts} />
              </Figure>
            </>
          )}
        </>
      )}
      <Figure name={figures.copiers}>{trader.copiers}</Figure>
      <Figure name={figures.copiersResult}>
        <Amount value={trader.copiers_result} trend />
      </Figure>
    </dl>
  );
}

export function Figure({ name, hint, children }: { name: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt title={hint}>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
