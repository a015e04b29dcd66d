import type { Paper, StatementPeriod } from '@clearbook/contracts/documents';
import { documentsWords as words } from '@clearbook/contracts/words/documents';
import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { API_BASE, ApiProblem, fetchFile, problemText } from '../../lib/api.ts';
import { queries } from '../../lib/queries.ts';
import { useStored } from '../../lib/stored.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { toast } from '../../ui/toast.ts';
import { nameOfPeriod, paperHere } from './periods.ts';
import classes from './documents.module.css';

const KINDS = ['month', 'quarter', 'year'] as const;
const kinds = KINDS.map((kind) => ({ value: kind, label: words.kinds[kind] }));
const papers = (['a4', 'letter'] as const).map((paper) => ({ value: paper, label: words.papers[paper] }));
const PAGE_SIZE = 12;

/** Statements of months, quarters and years, as files. */
export default function DocumentsPage() {
  const [search, setSearch] = useSearchParams();
  const kind = KINDS.find((each) => each === search.get('kind')) ?? 'month';
  const [stored, setPaper] = useStored('paper', paperHere());
  const paper: Paper = stored === 'letter' ? 'letter' : 'a4';
  const periods = useQuery(queries.statementPeriods());
  return (
    <>
      <PageHeader title={words.title} description={words.text} back={{ to: '/statement', label: words.back }} />
      <div className={classes.choices}>
        <SegmentedControl
          aria-label={words.kind}
          data={kinds}
          value={kind}
          onChange={(value) => setSearch({ kind: value }, { replace: true })}
        />
        <SegmentedControl aria-label={words.paper} data={papers} value={paper} onChange={setPaper} />
      </div>
      <Panel flush>
        <DataTable
          key={kind}
          label={words.kinds[kind]}
          columns={columnsFor(paper)}
          rows={periods.data?.periods.filter((each) => each.kind === kind)}
          rowKey={({ period }) => period}
          error={periods.error}
          onRetry={() => void periods.refetch()}
          empty={{ title: words.empty, text: words.emptyText }}
          pageSize={PAGE_SIZE}
        />
      </Panel>
    </>
  );
}

function columnsFor(paper: Paper): readonly Column<StatementPeriod>[] {
  return [
    {
      key: 'period',
      header: words.columns.period,
      render: ({ period, ended }) => (
        <span className={classes.period}>
          <strong>{nameOfPeriod(period)}</strong>
          {ended ? null : <span className={classes.dim}>{words.sofar}</span>}
        </span>
      ),
    },
    {
      key: 'entries',
      header: words.columns.entries,
      align: 'end',
      render: ({ entries }) => entries.toLocaleString('en-US'),
    },
    {
      key: 'closing',
      header: words.columns.closing,
      align: 'end',
      render: ({ closing }) => <Amount value={closing} />,
    },
    { key: 'files', header: words.columns.files, align: 'end', render: (row) => <Files row={row} paper={paper} /> },
  ];
}

function Files({ row: { period, from, to }, paper }: { row: StatementPeriod; paper: Paper }) {
  const name = nameOfPeriod(period);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      saveAs(await fetchFile(`/me/statements/${period}/document.pdf?paper=${paper}`), `statement-${period}.pdf`);
      toast.success(words.ready(name));
    } catch (error) {
      toast.error(error instanceof ApiProblem && error.status > 0 ? error.detail : words.failed(problemText(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={classes.files}>
      <Button
        size="compact-sm"
        variant="default"
        loading={busy}
        leftSection={<FileText size={14} aria-hidden />}
        aria-label={words.download(words.pdf, name)}
        onClick={() => void save()}
      >
        {words.pdf}
      </Button>
      <Anchor
        inherit
        underline="always"
        aria-label={words.download(words.csv, name)}
        href={`${API_BASE}/me/statements.csv?from=${from}&to=${to}`}
        download
      >
        {words.csv}
      </Anchor>
      <Anchor
        inherit
        underline="always"
        aria-label={words.download(words.json, name)}
        href={`${API_BASE}/me/statements/${period}`}
        download={`statement-${period}.json`}
      >
        {words.json}
      </Anchor>
    </span>
  );
}

function saveAs(data: Blob, name: string): void {
  const url = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the file by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
