import type { DayCloseDetail, Difference } from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSubmit } from '../../lib/use-submit.ts';
import { Amount } from '../../ui/amount.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { useCan } from '../manage/index.ts';
import classes from './reconciliation.module.css';

/** What has to be explained before a day can be closed. What was typed stays, also when a difference comes or goes. */
export function Differences({ of }: { of: DayCloseDetail }) {
  const { day, differences, more, state } = of;
  const can = useCan();
  const open = (state === 'open' || state === 'sent_back') && can('day.close');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState(false);
  const task = useSubmit('POST /admin/day-closes/:id/prepare', {
    form: { values: typed },
    topics: ['reconciliation'],
    failed: words.prepareFailed,
    onSuccess: () => toast.success(words.preparedToast(day)),
  });
  const saidOf = (key: string) => (typed[key] ?? '').trim();
  const unsaid = differences.filter(({ key }) => saidOf(key) === '');
  const send = () => {
    setAsked(true);
    if (unsaid.length > 0) return;
    void task.submit({
      params: { id: day },
      body: { named: differences.map(({ key }) => ({ key, explanation: saidOf(key) })) },
    });
  };
  const first = differences[0];
  const columns: readonly Column<Difference>[] = [
    ...COLUMNS,
    {
      key: 'explanation',
      header: words.explanation,
      render: (one) =>
        open ? (
          <TextInput
            className={classes.explain ?? ''}
            aria-label={words.explainOf(words.differenceKinds[one.kind], one.reference || words.methods[one.method])}
            maxLength={300}
            autoComplete="off"
            value={typed[one.key] ?? ''}
            error={asked && saidOf(one.key) === ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setTyped((before) => ({ ...before, [one.key]: value }));
            }}
          />
        ) : (
          <span className={classes.text}>{one.explanation}</span>
        ),
    },
  ];
  return (
    <Panel title={words.differences}>
      <Form onSend={send}>
        {differences.length > 0 && open ? (
          <Text size="sm" c="dimmed" mb="sm">
            {words.differencesText}
          </Text>
        ) : null}
        {more ? (
          <Alert color="loss" mb="sm">
            {words.tooMany}
          </Alert>
        ) : null}
        <DataTable
          label={words.differences}
          columns={columns}
          rows={differences}
          rowKey={({ key }) => key}
          empty={{ title: words.noDifferences }}
        />
        {open ? (
          <>
            <FormErrorSummary>
              {task.problem === null
                ? asked && unsaid.length > 0
                  ? words.explainAll
                  : null
                : (task.problem.fields[0]?.message ?? task.problem.detail)}
            </FormErrorSummary>
            <Group gap="sm" mt="md">
              <Button type="submit" loading={task.pending} disabled={more}>
                {words.prepare}
              </Button>
              {differences.length > 1 && first !== undefined && saidOf(first.key) !== '' ? (
                <Button
                  variant="default"
                  onClick={() => setTyped(Object.fromEntries(differences.map(({ key }) => [key, saidOf(first.key)])))}
                >
                  {words.fill}
                </Button>
              ) : null}
              <Text size="sm" c="dimmed">
                {words.prepareHint}
              </Text>
            </Group>
          </>
        ) : null}
      </Form>
    </Panel>
  );
}

const COLUMNS: readonly Column<Difference>[] = [
  { key: 'what', header: words.what, render: ({ kind }) => words.differenceKinds[kind] },
  { key: 'account', header: words.account, render: ({ method }) => words.methods[method] },
  { key: 'date', header: words.date, render: ({ day }) => day },
  { key: 'amount', header: words.amount, align: 'end', render: ({ amount }) => <Amount value={amount} /> },
  {
    key: 'reference',
    header: words.reference,
    render: ({ reference }) => <span className={classes.text}>{reference}</span>,
  },
];
