import type { Instrument, PriceAlert } from '@clearbook/contracts';
import { alertWords as words } from '@clearbook/contracts/words/alerts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { problemText } from '../../lib/problem.ts';
import { queries } from '../../lib/queries.ts';
import { useInstruments } from '../../lib/use-instruments.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import AlertDialog, { type About } from './alert-dialog.tsx';
import { type Acts, activeColumns, pastColumns } from './columns.tsx';
import classes from './alerts.module.css';

/** /alerts: prices that a client waits for, and those that came. The address may fill in a new one (?symbol=BTC&price=118000). */
export default function AlertsPage() {
  const alerts = useQuery(queries.alerts());
  const { list, bySymbol } = useInstruments();
  const { about, opened, open, close } = useAsked(list, bySymbol);
  const remove = useSubmit('DELETE /alerts/:id', {
    topics: ['alerts'],
    onSuccess: () => toast.success(words.removed),
    onProblem: (problem) => toast.error(problemText(problem)),
  });
  const acts = {
    bySymbol,
    onChange: (alert: PriceAlert) => open({ alert, symbol: alert.symbol, price: '' }),
    onRemove: (alert: PriceAlert) => void remove.submit({ params: { id: alert.id } }),
  };
  const create = () => open({ alert: null, symbol: firstOf(list), price: '' });
  const active = alerts.data?.alerts.filter(({ state }) => state === 'active');
  const past = alerts.data?.alerts.filter(({ state }) => state !== 'active');
  const button = (
    <Button leftSection={<Plus size={16} aria-hidden />} disabled={list === undefined} onClick={create}>
      {words.create}
    </Button>
  );
  return (
    <>
      <PageHeader title={words.title} description={words.intro} actions={active?.length === 0 ? undefined : button} />
      <div className={classes.page}>
        <Panel
          flush
          title={words.active}
          actions={
            alerts.data === undefined || active === undefined ? undefined : (
              <span className={classes.count}>{words.activeCount(active.length, alerts.data.most_active)}</span>
            )
          }
        >
          <DataTable
            label={words.active}
            columns={activeColumns(acts)}
            rows={active}
            rowKey={({ id }) => id}
            error={alerts.error}
            onRetry={() => void alerts.refetch()}
            empty={{ title: words.empty, text: words.emptyText, action: button }}
          />
        </Panel>
        {past !== undefined && <Past rows={past} acts={acts} />}
      </div>
      {about !== null && list !== undefined && (
        <AlertDialog key={about.number} list={list} about={about} opened={opened} onClose={close} />
      )}
    </>
  );
}

/** Which alert the dialog is about, and whether it is open. */
function useAsked(list: readonly Instrument[] | undefined, bySymbol: ReadonlyMap<string, Instrument>) {
  const [search, setSearch] = useSearchParams();
  const [about, setAbout] = useState<(About & { number: number }) | null>(null);
  const [opened, setOpened] = useState(false);
  const open = (next: About) => {
    setAbout((last) => ({ ...next, number: (last?.number ?? 0) + 1 }));
    setOpened(true);
  };
  const named = search.get('symbol');
  // What an address names is asked for once.
  const [asked, setAsked] = useState<string | null>(null);
  const { key } = useLocation();
  if (named !== null && list !== undefined && asked !== key) {
    setAsked(key);
    if (bySymbol.has(named)) open({ alert: null, symbol: named, price: search.get('price') ?? '' });
  }
  const close = () => {
    setOpened(false);
    if (named !== null) setSearch({}, { replace: true });
  };
  return { about, opened, open, close };
}

function Past({ rows, acts }: { rows: readonly PriceAlert[]; acts: Acts }) {
  return (
    <Panel flush title={words.past}>
      {rows.length === 0 ? (
        <p className={classes.none}>{words.pastEmpty}</p>
      ) : (
        <DataTable
          label={words.past}
          columns={pastColumns(acts)}
          rows={rows}
          rowKey={({ id }) => id}
          pageSize={20}
          empty={{ title: words.pastEmpty }}
        />
      )}
    </Panel>
  );
}

function firstOf(list: readonly Instrument[] | undefined): string {
  return (list?.find(({ open }) => open) ?? list?.[0])?.symbol ?? '';
}
