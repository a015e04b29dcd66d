import type { DayCloseDetail, Difference } from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { focusFirstError } from '../../lib/form-errors.ts';
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
  const { differences, more, state } = of;
  const can = useCan();
  const open = (state === 'open' || state === 'sent_back') && can('day.close');
  const naming = useNaming(of);
  return (
    <Panel title={words.differences}>
      <Form onSend={naming.send}>
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
          columns={[
            ...COLUMNS,
            {
              key: 'explanation',
              header: words.explanation,
              render: (one) =>
                open ? <Explain of={one} naming={naming} /> : <span className={classes.text}>{one.explanation}</span>,
            },
          ]}
          rows={differences}
          rowKey={({ key }) => key}
          empty={{ title: words.noDifferences }}
        />
        {open ? <Prepare of={of} naming={naming} /> : null}
      </Form>
    </Panel>
  );
}

type Naming = ReturnType<typeof useNaming>;

/** What is typed beside each difference, and what is sent of it. */
function useNaming({ day, differences }: DayCloseDetail) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [asked, setAsked] = useState(false);
  const task = useSubmit('POST /admin/day-closes/:id/prepare', {
    form: { values: typed },
    topics: ['reconciliation'],
    failed: words.prepareFailed,
    onSuccess: () => toast.success(words.preparedToast(day)),
  });
  const saidOf = (key: string) => (typed[key] ?? '').trim();
  const unsaid = differences.some(({ key }) => saidOf(key) === '');
  const { problem } = task;
  return {
    typed,
    saidOf,
    asked,
    pending: task.pending,
    refusal:
      problem === null ? (asked && unsaid ? words.explainAll : null) : (problem.fields[0]?.message ?? problem.detail),
    type: (key: string, value: string) => setTyped((before) => ({ ...before, [key]: value })),
    fill: (text: string) => setTyped(Object.fromEntries(differences.map(({ key }) => [key, text]))),
    send: () => {
      setAsked(true);
      if (unsaid) return focusFirstError();
      const named = differences.map(({ key }) => ({ key, explanation: saidOf(key) }));
      void task.submit({ params: { id: day }, body: { named } });
    },
  };
}

function Explain({ of, naming }: { of: Difference; naming: Naming }) {
  return (
    <TextInput
      className={classes.explain ?? ''}
      aria-label={words.explainOf(words.differenceKinds[of.kind], of.reference || words.methods[of.method])}
      maxLength={300}
      autoComplete="off"
      value={naming.typed[of.key] ?? ''}
      error={naming.asked && naming.saidOf(of.key) === ''}
      onChange={(event) => naming.type(of.key, event.currentTarget.value)}
    />
  );
}

function Prepare({ of: { differences, more }, naming }: { of: DayCloseDetail; naming: Naming }) {
  const first = differences[0];
  const said = first === undefined ? '' : naming.saidOf(first.key);
  return (
    <>
      <FormErrorSummary>{naming.refusal}</FormErrorSummary>
      <Group gap="sm" mt="md">
        <Button type="submit" loading={naming.pending} disabled={more}>
          {words.prepare}
        </Button>
        {differences.length > 1 && said !== '' ? (
          <Button variant="default" onClick={() => naming.fill(said)}>
            {words.fill}
          </Button>
        ) : null}
        <Text size="sm" c="dimmed">
          {words.prepareHint}
        </Text>
      </Group>
    </>
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
