import { messages } from '@clearbook/contracts/messages';
import { type AdminPackage } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { RequireAdmin } from '../manage/index.ts';
import { FeaturesField } from './features-field.tsx';
import { packageForm, saidOf, withTyped } from './package.form.ts';
import classes from './packages.module.css';

const { add: words } = planWords;
const PAGE_SIZE = 10;

/** /add-upgrade: staff put another package on offer. */
export default function AddUpgradePage() {
  return (
    <RequireAdmin>
      <PageHeader title={words.title} description={words.intro} back={{ to: '/upgrade', label: words.back }} />
      <div className={classes.stack}>
        <Panel className={classes.form}>
          <AddForm />
        </Panel>
        <OnOffer />
      </div>
    </RequireAdmin>
  );
}

function AddForm() {
  const add = useDeclaredForm(packageForm, undefined, {
    onDone: () => {
      toast.success(messages.plans.added);
      add.form.reset();
    },
    onProblem: () => toast.error(messages.plans.addFailed),
  });
  const { form, values, errors, problem } = add;
  const keep = () => {
    const { features, feature } = form.getValues();
    form.setValues({ features: withTyped(features, feature), feature: '' });
  };
  const input = (name: 'name' | 'price' | 'markup' | 'leverage') => ({
    ...add.field(name),
    error: saidOf(errors, name),
  });
  const incomplete = Object.values(errors).includes(messages.plans.incomplete);

  return (
    <Form
      onSend={(event) => {
        keep();
        add.clear();
        add.send(event);
      }}
    >
      <Stack>
        <TextInput label={words.name} autoComplete="off" {...input('name')} />
        <DecimalInput label={words.price} leftSection="$" {...input('price')} />
        <DecimalInput label={words.markup} description={words.markupHint} {...input('markup')} />
        <TextInput
          label={words.leverage}
          description={words.leverageHint}
          inputMode="numeric"
          autoComplete="off"
          {...input('leverage')}
        />
        <FeaturesField
          features={values.features}
          typed={values.feature}
          error={saidOf(errors, 'features')}
          onType={(feature) => form.setFieldValue('feature', feature)}
          onAdd={keep}
          onRemove={(i) => form.removeListItem('features', i)}
        />
        <FormErrorSummary>
          {incomplete ? messages.plans.incomplete : problem && `${messages.plans.addFailed}. ${problem.detail}`}
        </FormErrorSummary>
        <Button type="submit" loading={add.pending} className={classes.submit ?? ''}>
          {words.submit}
        </Button>
      </Stack>
    </Form>
  );
}

const columns: readonly Column<AdminPackage>[] = [
  { key: 'name', header: words.columns.name, render: (row) => row.name },
  { key: 'price', header: words.columns.price, align: 'end', render: (row) => <Amount value={row.price} /> },
  { key: 'state', header: words.columns.state, render: (row) => words.states[row.state] },
  {
    key: 'markup',
    header: words.columns.markup,
    align: 'end',
    render: (row) => planWords.terms.pips(row.markup),
  },
  {
    key: 'leverage',
    header: words.columns.leverage,
    align: 'end',
    render: (row) => planWords.terms.ratio(row.leverage),
  },
  {
    key: 'features',
    long: true,
    header: words.columns.features,
    render: (row) => <span className={classes.long}>{row.features.join(' · ')}</span>,
  },
  { key: 'buyers', header: words.columns.buyers, align: 'end', render: (row) => row.buyers },
  {
    key: 'added',
    header: words.columns.added,
    render: (row) => (row.added_by === null ? words.builtIn : `${row.added_by}, ${formatDate(row.added_at)}`),
  },
];

function OnOffer() {
  const { data, error, refetch } = useQuery(queries.adminPackages());
  return (
    <Panel title={words.list} flush>
      <Text size="sm" c="dimmed" px="md" pb="sm">
        {words.changed}{' '}
        <Anchor component={Link} to="/all-user?tab=configuration" inherit underline="always">
          {words.configuration}
        </Anchor>
        .
      </Text>
      <DataTable
        label={words.list}
        columns={columns}
        rows={data?.data}
        rowKey={(row) => row.id}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: planWords.upgrade.empty }}
        pageSize={PAGE_SIZE}
      />
    </Panel>
  );
}
