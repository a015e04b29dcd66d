import type { BankLine, Movement } from '@clearbook/contracts/reconciliation';
import { STATEMENT_METHODS } from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../lib/queries.ts';
import { useAddress } from '../../lib/use-address.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Can, DecisionDialog, ExportButton } from '../manage/index.ts';
import { matchLine, undoMatch } from './decisions.ts';
import classes from './reconciliation.module.css';

/** What is shown where nothing was chosen. */
const FIRST = 'unmatched';
const STATES = Object.keys(words.states) as (keyof typeof words.states)[];

/** Lines of statements, and what each is in the books. Which of them stands in the address. */
export function Lines() {
  const [shown, setShown] = useAddress('lines');
  const [account, setAccount] = useAddress('account');
  const state = STATES.find((name) => name === shown) ?? FIRST;
  const method = STATEMENT_METHODS.find((name) => name === account) ?? '';
  const asked = { ...(state !== 'all' && { state }), ...(method !== '' && { method }) };
  const list = useInfiniteQuery(queries.statementLines(asked));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  return (
    <>
      <DataTable
        label={words.lines}
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        error={list.error}
        onRetry={() => void list.refetch()}
        empty={{ title: words.noLines, text: words.noLinesText }}
        filtered={(state !== 'all' && state !== FIRST) || method !== ''}
        tools={
          <Group gap="sm" wrap="wrap">
            <NativeSelect
              aria-label={words.show}
              value={state}
              data={STATES.map((value) => ({ value, label: words.states[value] }))}
              onChange={(event) => setShown(event.currentTarget.value)}
            />
            <NativeSelect
              aria-label={words.account}
              value={method}
              data={[
                { value: '', label: words.allAccounts },
                ...STATEMENT_METHODS.map((value) => ({ value, label: words.methods[value] })),
              ]}
              onChange={(event) => setAccount(event.currentTarget.value)}
            />
            <ExportButton of={words.lines} file="/admin/statement-lines.csv" query={asked} />
          </Group>
        }
      />
      {list.hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

const COLUMNS: readonly Column<BankLine>[] = [
  { key: 'date', header: words.date, render: ({ day }) => day },
  { key: 'account', header: words.account, render: ({ method }) => words.methods[method] },
  { key: 'amount', header: words.amount, align: 'end', render: ({ amount }) => <Amount value={amount} /> },
  {
    key: 'reference',
    header: words.reference,
    render: ({ reference, txid, file, place }) => (
      <div className={classes.text}>
        {[reference, txid ?? ''].filter((part) => part !== '').join(' ')}
        <Text size="xs" c="dimmed">
          {words.sourceOf(file, place)}
        </Text>
      </div>
    ),
  },
  { key: 'is', header: words.is, render: ({ match }) => <Is of={match} /> },
  { key: 'do', header: words.actions, hiddenHeader: true, render: (line) => <Act of={line} /> },
];

function Is({ of }: { of: BankLine['match'] }) {
  if (of === null) return words.nobody;
  return (
    <div className={classes.text}>
      {words.matchedBy(words.kinds[of.kind], words.how[of.how])}
      {of.by === null || of.reason === null ? null : (
        <Text size="xs" c="dimmed">
          {words.because(of.by, of.reason)}
        </Text>
      )}
    </div>
  );
}

function Act({ of }: { of: BankLine }) {
  const [asking, setAsking] = useState<'match' | 'undo' | null>(null);
  /** Each time anew: what the line could be has changed meanwhile. */
  const [round, setRound] = useState(0);
  const missing = useCandidates(of, asking === 'match');
  const match = () => {
    setRound(round + 1);
    setAsking('match');
  };
  const close = () => setAsking(null);
  const name = of.reference === '' ? of.day : of.reference;
  return (
    <Can permission="reconciliation.match">
      {of.match === null ? (
        <Button size="xs" variant="default" aria-label={words.matchOf(name)} onClick={match}>
          {words.match}
        </Button>
      ) : (
        <Button size="xs" variant="subtle" aria-label={words.undoOf(name)} onClick={() => setAsking('undo')}>
          {words.undo}
        </Button>
      )}
      {asking === 'match' && missing.data === undefined && missing.isError ? (
        <ErrorState error={missing.error} onRetry={() => void missing.refetch()} />
      ) : null}
      {missing.data === undefined || round === 0 ? null : (
        <DecisionDialog
          key={round}
          decision={matchLine}
          of={{ line: of, candidates: sameFirst(of, missing.data.movements) }}
          opened={asking === 'match'}
          onClose={close}
        />
      )}
      <DecisionDialog decision={undoMatch} of={of} opened={asking === 'undo'} onClose={close} />
    </Can>
  );
}

/** What the line could be: records of its account that no line is matched to. */
function useCandidates(of: BankLine, enabled: boolean) {
  const near = { method: of.method, from: daysFrom(of.day, -60), to: daysFrom(of.day, 60) };
  return useQuery({ ...queries.unmatchedMovements(near), enabled });
}

/** The ones of its own amount first. */
function sameFirst(of: BankLine, movements: readonly Movement[]): Movement[] {
  const same = (amount: string) => Number(amount === of.amount.amount);
  return movements.toSorted((a, b) => same(b.amount.amount) - same(a.amount.amount));
}

function daysFrom(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}
