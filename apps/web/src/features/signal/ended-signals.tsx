import { Button, NativeSelect } from '@mantine/core';
import type { Instrument } from '@clearbook/contracts';
import type { Signal, SignalOrigin, SignalRule } from '@clearbook/contracts/signals';
import { signalRuleWords, signalWords as words } from '@clearbook/contracts/words/signals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDateTime, formatSymbol } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { Price } from '../../ui/price.tsx';
import { SymbolName } from '../../ui/symbol-name.tsx';
import { DirectionBadge } from '../trades/index.ts';
import { Outcome, Result } from './result.tsx';
import { SignalDrawer } from './signal-drawer.tsx';

const PAGE_SIZE = 5;
const ALL = '';

/** Every ended signal of one origin, newest first, by the page. Each one's details, with its chart, are for who is signed in. */
export function EndedSignals({ origin, signedIn }: { origin: SignalOrigin; signedIn: boolean }) {
  /** Where each page up to the one shown began. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const [rule, setRule] = useState<SignalRule | null>(null);
  const [symbol, setSymbol] = useState<string | null>(null);
  const [shown, setShown] = useState<string | null>(null);
  const { list, bySymbol } = useInstruments({ enabled: signedIn });
  const ended = useQuery(
    queries.endedSignals({
      limit: PAGE_SIZE,
      ...(cursors.length > 0 && { cursor: cursors.at(-1) }),
      origin,
      ...(rule !== null && { rule }),
      ...(symbol !== null && { symbol }),
    }),
  );
  const page = cursors.length + 1;
  const next = ended.data?.next_cursor;
  const turn = (to: number) => {
    if (to < page) setCursors(cursors.slice(0, -1));
    else if (next && !ended.isPlaceholderData) setCursors([...cursors, next]);
  };
  const narrow = (change: () => void) => {
    change();
    setCursors([]);
  };
  return (
    <>
      <DataTable
        label={words.endedTitle}
        columns={columnsFor(bySymbol, signedIn ? (signal) => setShown(signal.id) : null)}
        rows={ended.data?.data}
        rowKey={(signal) => signal.id}
        error={ended.error}
        onRetry={() => void ended.refetch()}
        empty={{ title: words.noneEnded, text: words.noneEndedText }}
        paging={{
          page,
          pages: Math.max(page, Math.ceil((ended.data?.total ?? 0) / PAGE_SIZE)),
          onPage: turn,
          busy: ended.isPlaceholderData,
        }}
        {...(signedIn && { onRow: (signal: Signal) => setShown(signal.id) })}
        tools={
          <>
            <NativeSelect
              aria-label={words.ruleFilter}
              value={rule ?? ALL}
              onChange={({ currentTarget: { value } }) =>
                narrow(() => setRule(value === ALL ? null : (value as SignalRule)))
              }
              data={[
                { value: ALL, label: words.allRules },
                ...Object.entries(signalRuleWords).map(([value, { name }]) => ({ value, label: name })),
              ]}
            />
            {signedIn && (
              <NativeSelect
                aria-label={words.assetFilter}
                value={symbol ?? ALL}
                onChange={({ currentTarget: { value } }) => narrow(() => setSymbol(value === ALL ? null : value))}
                data={[
                  { value: ALL, label: words.allAssets },
                  ...(list ?? []).map((of) => ({ value: of.symbol, label: formatSymbol(of.symbol, of.class) })),
                ]}
              />
            )}
          </>
        }
      />
      {signedIn && <SignalDrawer id={shown} onClose={() => setShown(null)} />}
    </>
  );
}

function columnsFor(
  instruments: ReadonlyMap<string, Instrument>,
  show: ((signal: Signal) => void) | null,
): readonly Column<Signal>[] {
  const of = (signal: Signal) => instruments.get(signal.symbol);
  return [
    {
      key: 'ended',
      header: words.columns.ended,
      render: ({ result }) => (result === null ? null : formatDateTime(result.ended_at)),
    },
    {
      key: 'asset',
      header: words.columns.asset,
      render: (signal) => <SymbolName symbol={signal.symbol} kind={of(signal)?.class} />,
    },
    { key: 'side', header: words.columns.side, render: (signal) => <DirectionBadge side={signal.side} /> },
    { key: 'rule', header: words.columns.rule, render: (signal) => signalRuleWords[signal.rule].name },
    {
      key: 'fill',
      header: words.fill,
      align: 'end',
      render: (signal) => <Price value={signal.result?.fill_price ?? undefined} digits={of(signal)?.digits} />,
    },
    {
      key: 'exit',
      header: words.exit,
      align: 'end',
      render: (signal) => <Price value={signal.result?.exit_price ?? undefined} digits={of(signal)?.digits} />,
    },
    { key: 'outcome', header: words.columns.outcome, render: (signal) => <Outcome signal={signal} /> },
    { key: 'result', header: words.columns.result, align: 'end', render: (signal) => <Result signal={signal} /> },
    ...(show === null ? [] : [detailsColumn(show)]),
  ];
}

function detailsColumn(show: (signal: Signal) => void): Column<Signal> {
  return {
    key: 'action',
    header: words.columns.action,
    hiddenHeader: true,
    align: 'end',
    render: (signal) => (
      <Button size="compact-sm" variant="subtle" onClick={() => show(signal)}>
        {words.details}
      </Button>
    ),
  };
}
