import type { Performance } from '@clearbook/contracts/performance';
import { homeWords } from '@clearbook/contracts/words/home';
import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { percentChange } from '../../lib/change.ts';
import { formatDayEnded, formatPrice } from '../../lib/format.ts';
import { Amount } from '../../ui/amount.tsx';
import { Change } from '../../ui/change.tsx';
import classes from './performance.module.css';
import { toTrades } from './to-trades.ts';
import type { FilterAt } from './use-performance-filters.ts';

type Money = Performance['net'];
type Figure = {
  name: keyof typeof words.names;
  value: ReactNode;
  sample: string;
  /** How many trades are behind it, and what narrows the list to them. */
  behind?: { count: number; outcome: '' | 'wins' | 'losses' };
  more?: string | undefined;
};

/** Each figure with its formula, how much it is from, and the way to the trades behind it. */
export function FigureCards({ data, at }: { data: Performance | undefined; at: FilterAt }) {
  const shown = data === undefined ? undefined : figuresOf(data);
  return (
    <section aria-label={words.figures} className={classes.cards}>
      {shown === undefined
        ? Object.keys(words.names).map((name) => <Skeleton key={name} height={132} radius="lg" />)
        : shown.map((figure) => <Card key={figure.name} figure={figure} at={at} />)}
    </section>
  );
}

function Card({ figure: { name, value, sample, behind, more }, at }: { figure: Figure; at: FilterAt }) {
  const see = () => {
    if (behind !== undefined && behind.outcome !== '') at.set({ outcome: behind.outcome });
    toTrades();
  };
  return (
    <div className={classes.card}>
      <h2 className={classes.cardName}>{words.names[name]}</h2>
      <p className={classes.cardValue}>{value ?? <span className={classes.unknown}>{words.unknown}</span>}</p>
      <p className={classes.cardSample}>
        {more !== undefined && <>{more} · </>}
        {behind === undefined || behind.count === 0 ? (
          sample
        ) : (
          <button type="button" className={classes.link} onClick={see}>
            {words.see(behind.count)}
          </button>
        )}
      </p>
      <details className={classes.formula}>
        <summary>{words.formula}</summary>
        <p>{words.formulas[name]}</p>
      </details>
    </div>
  );
}

const amount = (money: Money | null): ReactNode => money && <Amount value={money} trend />;
const percent = (text: string | null): ReactNode => text && homeWords.percent(formatPrice(text));

function figuresOf(data: Performance): Figure[] {
  const { account } = data;
  const all = { sample: words.sample(data.trades), behind: { count: data.trades, outcome: '' as const } };
  const wins = { sample: words.sample(data.wins), behind: { count: data.wins, outcome: 'wins' as const } };
  const losses = { sample: words.sample(data.losses), behind: { count: data.losses, outcome: 'losses' as const } };
  const days = { sample: words.ofDays(account.days) };
  const fell =
    account.peak_at === null || account.trough_at === null
      ? undefined
      : words.drawdownWhen(formatDayEnded(account.peak_at), formatDayEnded(account.trough_at));
  return [
    { name: 'net', value: data.trades === 0 ? null : amount(data.net), ...all },
    { name: 'win_rate', value: percent(data.win_rate), ...all },
    { name: 'profit_factor', value: data.profit_factor, ...all },
    { name: 'expectancy', value: amount(data.expectancy), ...all },
    { name: 'average_win', value: amount(data.average_win), ...wins },
    { name: 'average_loss', value: amount(data.average_loss), ...losses },
    {
      name: 'average_r',
      value: data.average_r && words.r(formatPrice(data.average_r)),
      sample: words.sample(data.r_trades),
    },
    {
      name: 'time_weighted',
      value: account.time_weighted && <Change value={percentChange(account.time_weighted)} />,
      ...days,
    },
    { name: 'max_drawdown', value: percent(account.max_drawdown), ...days, more: fell },
  ];
}
