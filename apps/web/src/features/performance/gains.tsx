import type { RealisedGain, RealisedGains } from '@clearbook/contracts/performance';
import { performanceWords as words } from '@clearbook/contracts/words/performance';
import { Button, NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowDownToLine } from 'lucide-react';
import { useState } from 'react';
import { API_BASE } from '../../lib/api.ts';
import { formatDate, formatLots, isZero } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Price } from '../../ui/price.tsx';
import { DirectionBadge } from '../trades/index.ts';
import { performanceQueries } from './performance-queries.ts';
import classes from './performance.module.css';

/** What closed in a calendar year, a line a part, and the same as files. */
export function Gains() {
  const now = new Date().getUTCFullYear();
  const opened = useQuery(queries.me()).data?.created_at;
  const first = opened === undefined ? now : new Date(opened).getUTCFullYear();
  const [year, setYear] = useState(String(now));
  const gains = useInfiniteQuery(performanceQueries.gains(year));
  const pages = gains.data?.pages;
  return (
    <Panel
      title={words.gains}
      flush
      actions={
        <div className={classes.gainActions}>
          <NativeSelect
            size="xs"
            aria-label={words.year}
            data={Array.from({ length: Math.max(1, now - first + 1) }, (_, i) => String(now - i))}
            value={year}
            onChange={(event) => setYear(event.currentTarget.value)}
          />
          <Download name={`/me/gains.csv?year=${year}`} label={words.csv} />
          <Download name={`/me/gains?year=${year}`} label={words.json} file={`realised-gains-${year}.json`} />
        </div>
      }
    >
      <p className={classes.gainsText}>{words.gainsText}</p>
      {pages?.[0] !== undefined && pages[0].totals.lines > 0 && <Totals gains={pages[0]} />}
      <GainTable rows={pages?.flatMap(({ data }) => data)} error={gains.error} onRetry={() => void gains.refetch()} />
      {gains.hasNextPage && (
        <Button m="md" variant="default" loading={gains.isFetchingNextPage} onClick={() => void gains.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </Panel>
  );
}

function Download({ name, label, file }: { name: string; label: string; file?: string }) {
  return (
    <Button
      component="a"
      size="xs"
      variant="default"
      href={`${API_BASE}${name}`}
      download={file ?? true}
      leftSection={<ArrowDownToLine size={14} aria-hidden />}
    >
      {label}
    </Button>
  );
}

function Totals({ gains: { year, totals } }: { gains: RealisedGains }) {
  return (
    <dl className={classes.totals}>
      <div>
        <dt>{words.total(year, totals.lines)}</dt>
        <dd>
          <Amount value={totals.net} trend />
        </dd>
      </div>
      <div>
        <dt>{words.gainColumns.gross}</dt>
        <dd>
          <Amount value={totals.gross} trend />
        </dd>
      </div>
      <div>
        <dt>{words.gainColumns.financing}</dt>
        <dd>
          <Amount value={totals.financing} />
        </dd>
      </div>
      <div>
        <dt>{words.gainColumns.dividends}</dt>
        <dd>
          <Amount value={totals.dividends} />
        </dd>
      </div>
      {!isZero(totals.loss_covered.amount) && (
        <div>
          <dt>{words.lossCovered}</dt>
          <dd>
            <Amount value={totals.loss_covered} />
          </dd>
        </div>
      )}
    </dl>
  );
}

type TableProps = { rows: readonly RealisedGain[] | undefined; error: unknown; onRetry: () => void };

function GainTable({ rows, error, onRetry }: TableProps) {
  const { bySymbol } = useInstruments();
  const { gainColumns: named } = words;
  const columns: Column<RealisedGain>[] = [
    {
      key: 'asset',
      header: named.asset,
      render: ({ symbol, side }) => (
        <>
          <strong>{bySymbol.get(symbol)?.name ?? symbol}</strong> <DirectionBadge side={side} />
        </>
      ),
    },
    { key: 'lots', header: named.lots, align: 'end', render: ({ lots }) => formatLots(lots) },
    { key: 'opened', header: named.opened, render: ({ opened_at }) => formatDate(opened_at) },
    { key: 'closed', header: named.closed, render: ({ closed_at }) => formatDate(closed_at) },
    {
      key: 'entry',
      header: named.entry,
      align: 'end',
      render: ({ entry_price: price, symbol }) => <Price value={price} digits={bySymbol.get(symbol)?.digits} />,
    },
    {
      key: 'exit',
      header: named.exit,
      align: 'end',
      render: ({ exit_price: price, symbol }) => <Price value={price} digits={bySymbol.get(symbol)?.digits} />,
    },
    { key: 'gross', header: named.gross, align: 'end', render: ({ gross }) => <Amount value={gross} trend /> },
    { key: 'financing', header: named.financing, align: 'end', render: (line) => <Amount value={line.financing} /> },
    { key: 'dividends', header: named.dividends, align: 'end', render: (line) => <Amount value={line.dividends} /> },
    { key: 'net', header: named.net, align: 'end', render: ({ net }) => <Amount value={net} trend /> },
  ];
  return (
    <DataTable
      label={words.gains}
      columns={columns}
      rows={rows}
      rowKey={(line) => `${line.trade_id} ${line.closed_at} ${line.lots} ${line.net.amount}`}
      error={error}
      onRetry={onRetry}
      empty={{ title: words.noGains, text: words.noGainsText }}
    />
  );
}
