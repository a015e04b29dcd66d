import type { Performance, PerformanceGroup } from '@clearbook/contracts/performance';
import { homeWords } from '@clearbook/contracts/words/home';
import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { formatPrice, NO_VALUE } from '../../lib/format.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { Amount } from '../../ui/amount.tsx';
import { Panel } from '../../ui/panel.tsx';
import classes from './performance.module.css';
import { toTrades } from './to-trades.ts';
import type { FilterAt } from './use-performance-filters.ts';

const GROUPS = ['symbol', 'side', 'hour', 'holding'] as const;
type Group = (typeof GROUPS)[number];

/** The same trades by what they have in common. A row narrows everything to its trades. */
export function Groups({ data, at }: { data: Performance; at: FilterAt }) {
  const { bySymbol } = useInstruments();
  const nameOf: Record<Group, (key: string) => string> = {
    symbol: (key) => bySymbol.get(key)?.name ?? key,
    side: (key) => (key === 'buy' ? words.buy : words.sell),
    hour: words.hour,
    holding: (key) => words.holding[key as keyof typeof words.holding],
  };
  return (
    <div className={classes.groups}>
      {GROUPS.map((group) => (
        <Panel key={group} title={words.groups[group]} flush>
          <GroupTable
            label={words.groups[group]}
            rows={data[`by_${group}`]}
            nameOf={nameOf[group]}
            onPick={(key) => {
              at.set({ [group]: key });
              toTrades();
            }}
          />
        </Panel>
      ))}
    </div>
  );
}

type TableProps = {
  label: string;
  rows: readonly PerformanceGroup[];
  nameOf: (key: string) => string;
  onPick: (key: string) => void;
};

function GroupTable({ label, rows, nameOf, onPick }: TableProps) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{words.groupColumns.key}</th>
            <th scope="col">{words.groupColumns.trades}</th>
            <th scope="col">{words.groupColumns.winRate}</th>
            <th scope="col">{words.groupColumns.net}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, trades, win_rate: rate, net }) => (
            <tr key={key}>
              <th scope="row">
                <button
                  type="button"
                  className={classes.link}
                  aria-label={words.narrow(nameOf(key))}
                  onClick={() => onPick(key)}
                >
                  {nameOf(key)}
                </button>
              </th>
              <td>{trades}</td>
              <td>{rate === null ? NO_VALUE : homeWords.percent(formatPrice(rate))}</td>
              <td>
                <Amount value={net} trend />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
