import { Skeleton } from '@mantine/core';
import type { SignalOrigin, SignalRecord, SignalTotals } from '@clearbook/contracts/signals';
import { signalRuleWords, signalWords as words } from '@clearbook/contracts/words/signals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, NO_VALUE } from '../../lib/format.ts';
import { useTurns } from '../../lib/later.ts';
import { queries } from '../../lib/queries.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { EndedSignals } from './ended-signals.tsx';
import { Signed } from './result.tsx';
import classes from './record.module.css';

/** What the record takes up while it is empty, in pixels. */
const SHOWN_HEIGHT = 380;
/** The list of ended signals with its filters, in pixels. */
const ENDED_HEIGHT = 340;

/** The record, before anything is offered: totals, rules, every ended signal. The live part first; a backtest apart from it. */
export function SignalRecordPanel({ signedIn = true }: { signedIn?: boolean }) {
  const { data, error, refetch } = useQuery(queries.signalRecord());
  const [asked, setAsked] = useState<SignalOrigin | null>(null);
  const origin =
    asked ??
    (data !== undefined && data.live.totals.ended === 0 && data.backtest.totals.ended > 0 ? 'backtest' : 'live');
  return (
    <Panel title={words.recordTitle}>
      <div className={classes.intro}>
        <div className={classes.text}>
          <p>{words.recordText}</p>
          <p className={classes.promise}>{words.promise}</p>
        </div>
        <SegmentedControl
          aria-label={words.recordTitle}
          value={origin}
          disabled={data === undefined}
          onChange={setAsked}
          data={[
            { value: 'live', label: words.live },
            { value: 'backtest', label: words.backtest },
          ]}
        />
      </div>
      {data !== undefined ? (
        <Shown origin={origin} record={data} signedIn={signedIn} />
      ) : error === null ? (
        <Skeleton height={SHOWN_HEIGHT} />
      ) : (
        <ErrorState error={error} onRetry={() => void refetch()} />
      )}
    </Panel>
  );
}

function Shown({ origin, record, signedIn }: { origin: SignalOrigin; record: SignalRecord; signedIn: boolean }) {
  const shown = record[origin];
  const live = origin === 'live';
  const turn = useTurns(1);
  return (
    <>
      <p className={classes.text}>{live ? words.liveText : words.backtestText}</p>
      {shown.totals.issued === 0 ? (
        <EmptyState
          title={live ? words.noLive : words.noBacktest}
          text={record.until === null ? words.filling : live ? words.noLiveText : words.noBacktestText}
        />
      ) : (
        <>
          <Figures totals={shown.totals} />
          <h3 className={classes.heading}>{words.byRule}</h3>
          <div className={classes.tables}>
            <DataTable
              label={words.byRule}
              columns={RULE_COLUMNS}
              rows={shown.by_rule}
              rowKey={(row) => row.rule}
              empty={{ title: words.noLive }}
            />
          </div>
          <h3 className={classes.heading}>{words.endedTitle}</h3>
          <div className={classes.tables}>
            {turn === 0 ? (
              <Skeleton height={ENDED_HEIGHT} />
            ) : (
              <EndedSignals key={origin} origin={origin} signedIn={signedIn} />
            )}
          </div>
        </>
      )}
      <How until={record.until} />
    </>
  );
}

function Figures({ totals }: { totals: SignalTotals }) {
  return (
    <dl className={classes.figures}>
      <div>
        <dt>{words.figures.ended}</dt>
        <dd>{count(totals.ended)}</dd>
      </div>
      <div>
        <dt>{words.figures.winRate}</dt>
        <dd>{percent(totals.win_rate)}</dd>
      </div>
      <div>
        <dt>{words.figures.average}</dt>
        <dd>{totals.average_r === null ? NO_VALUE : <Signed value={totals.average_r} unit={words.rUnit} />}</dd>
      </div>
      <div>
        <dt>{words.figures.total}</dt>
        <dd>
          <Signed value={totals.total_r} unit={words.rUnit} />
        </dd>
      </div>
      <div>
        <dt>{words.figures.split}</dt>
        <dd>{split(totals)}</dd>
      </div>
      <div>
        <dt>{words.figures.open}</dt>
        <dd>{count(totals.open)}</dd>
      </div>
    </dl>
  );
}

type RuleRow = SignalRecord['live']['by_rule'][number];

const RULE_COLUMNS: readonly Column<RuleRow>[] = [
  {
    key: 'rule',
    header: words.ruleColumns.rule,
    render: ({ rule }) => <span className={classes.name}>{signalRuleWords[rule].name}</span>,
  },
  { key: 'ended', header: words.ruleColumns.ended, align: 'end', render: ({ totals }) => count(totals.ended) },
  { key: 'split', header: words.ruleColumns.split, align: 'end', render: ({ totals }) => split(totals) },
  { key: 'won', header: words.ruleColumns.winRate, align: 'end', render: ({ totals }) => percent(totals.win_rate) },
  {
    key: 'average',
    header: words.ruleColumns.average,
    align: 'end',
    render: ({ totals }) =>
      totals.average_r === null ? NO_VALUE : <Signed value={totals.average_r} unit={words.rUnit} />,
  },
  {
    key: 'total',
    header: words.ruleColumns.total,
    align: 'end',
    render: ({ totals }) => <Signed value={totals.total_r} unit={words.rUnit} />,
  },
];

/** The rules in words, whose formula each is, and how a score comes about. */
function How({ until }: { until: string | null }) {
  return (
    <details className={classes.how}>
      <summary>{words.howComputed}</summary>
      <dl>
        {Object.values(signalRuleWords).map((rule) => (
          <div key={rule.name}>
            <dt>{rule.name}</dt>
            <dd>
              {rule.when} {rule.idea} {words.source}: {rule.source}.
            </dd>
          </div>
        ))}
        <div>
          <dt>{words.pricesTitle}</dt>
          <dd>{words.prices}</dd>
        </div>
        <div>
          <dt>{words.howScored}</dt>
          <dd>
            {words.scoring} {words.rHelp} {until !== null && words.until(formatDateTime(until))}
          </dd>
        </div>
      </dl>
    </details>
  );
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

function percent(value: string | null): string {
  return value === null ? NO_VALUE : `${value}%`;
}

function split(totals: SignalTotals): string {
  return `${count(totals.target)} · ${count(totals.stop)} · ${count(totals.expired)}`;
}
