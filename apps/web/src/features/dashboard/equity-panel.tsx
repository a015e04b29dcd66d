import type { Equity, EquityRange } from '@clearbook/contracts/performance';
import { dashboardWords } from '@clearbook/contracts/words/trading';
import { equityWords as words } from '@clearbook/contracts/words/home';
import { Skeleton } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { STORED } from '../../app/storage-names.ts';
import { percentChange } from '../../lib/change.ts';
import { queries } from '../../lib/queries.ts';
import { useStored } from '../../lib/stored.ts';
import { Amount } from '../../ui/amount.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RollingAmount } from '../../ui/rolling-amount.tsx';
import { EquityCurve } from './equity-curve.tsx';
import classes from './equity.module.css';

const RANGES = ['1d', '1w', '1m', '3m', '1y', 'all'] as const;

/** What the account is worth, what today brought, and how it got there. The eye of the balance card hides the amounts here too. */
export function EquityPanel() {
  const [range, setRange] = useState<EquityRange>('1m');
  const [visible] = useStored(STORED.visible, 'true');
  const shown = visible !== 'false';
  const equity = useQuery({ ...queries.equity(range), placeholderData: keepPreviousData });
  return (
    <Panel title={words.title} className={classes.panel} actions={<RangeChoice range={range} onChoose={setRange} />}>
      {equity.data === undefined && equity.error !== null ? (
        <ErrorState error={equity.error} onRetry={() => void equity.refetch()} />
      ) : (
        <>
          <Figures equity={equity.data} shown={shown} />
          {equity.data === undefined ? (
            <Skeleton height={196} mt={12} radius="md" />
          ) : equity.data.points.length < 2 ? (
            <EmptyState title={words.empty} text={words.emptyText} />
          ) : (
            <EquityCurve equity={equity.data} shown={shown} />
          )}
          <p className={classes.note}>{words.text}</p>
        </>
      )}
    </Panel>
  );
}

type RangeProps = { range: EquityRange; onChoose: (range: EquityRange) => void };

function RangeChoice({ range, onChoose }: RangeProps) {
  return (
    <div role="group" aria-label={words.range} className={classes.ranges}>
      {RANGES.map((one) => (
        <button
          key={one}
          type="button"
          className={classes.range}
          aria-pressed={one === range}
          aria-label={words.rangeNames[one]}
          onClick={() => onChoose(one)}
        >
          {words.ranges[one]}
        </button>
      ))}
    </div>
  );
}

function Figures({ equity, shown }: { equity: Equity | undefined; shown: boolean }) {
  const value = (): ReactNode => {
    if (equity === undefined) return <Skeleton width={160} height="1em" />;
    if (!shown) return dashboardWords.hidden;
    return equity.value === null ? words.missingNow : <RollingAmount value={equity.value} />;
  };
  return (
    <div className={classes.figures}>
      <p className={equity?.value === null ? classes.missing : classes.value}>{value()}</p>
      <dl className={classes.changes}>
        <ChangeOver label={words.today} hint={words.todaySince} of={equity?.today} shown={shown} />
        <ChangeOver label={words.over[equity?.range ?? '1m']} of={equity?.over_range} shown={shown} />
      </dl>
    </div>
  );
}

type ChangeProps = { label: string; hint?: string; of: Equity['today'] | undefined; shown: boolean };

function ChangeOver({ label, hint, of, shown }: ChangeProps) {
  return (
    <div>
      <dt title={hint}>{label}</dt>
      <dd>
        {of === undefined ? (
          <Skeleton width={110} height="1em" />
        ) : (
          <>
            {of.change === null ? null : shown ? <Amount value={of.change} trend /> : dashboardWords.hidden}
            {of.percent !== null && (
              <>
                {' '}
                <span className={classes.percent}>({percentChange(of.percent).text})</span>
              </>
            )}
            {of.change === null && words.missing}
          </>
        )}
      </dd>
    </div>
  );
}
