import { messages } from '@clearbook/contracts/messages';
import { addPackageBody, type AdminPackage } from '@clearbook/contracts/plans';
import { planWords } from '@clearbook/contracts/words/plans';
import { ActionIcon, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { formatDate } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Amount } from '../../ui/amount.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { RequireAdmin } from '../manage/index.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import classes from './packages.module.css';

const { add: words } = planWords;
const EMPTY = { name: '', price: '', markup: '', leverage: '', features: [] as string[] };
const rules = rulesOf(addPackageBody);
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
  const form = useForm({ mode: 'controlled', initialValues: EMPTY });
  const [feature, setFeature] = useState('');
  const [incomplete, setIncomplete] = useState(false);
  const add = useSubmit('POST /admin/packages', {
    form,
    topics: ['plans'],
    onSuccess: () => {
      toast.success(messages.plans.added);
      form.reset();
      setFeature('');
    },
    onProblem: (problem) => {
      toast.error(messages.plans.addFailed);
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });

  const addFeature = (): string[] => {
    const text = feature.trim();
    if (text === '') return form.values.features;
    const features = [...form.values.features, text];
    form.setFieldValue('features', features);
    setFeature('');
    return features;
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || feature.trim() === '') return;
    event.preventDefault();
    addFeature();
  };
  const submit = () => {
    add.clear();
    // What stands in the input is meant as a feature too.
    const body = { ...form.values, features: addFeature() };
    const errors = rules(body);
    form.setErrors(errors);
    // The one sentence about what is missing stands above the button; each field with a fault of its own says it itself.
    setIncomplete(Object.values(errors).includes(messages.plans.incomplete));
    if (Object.keys(errors).length > 0) focusFirstError();
    else void add.submit({ body });
  };
  const error = (field: string) => {
    const text = form.errors[field];
    return text === messages.plans.incomplete ? true : text;
  };
  const featureError = form.errors['features'] ?? Object.entries(form.errors).find(([name]) => name.startsWith('features.'))?.[1]; // prettier-ignore

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack>
        <TextInput label={words.name} autoComplete="off" {...form.getInputProps('name')} error={error('name')} />
        <DecimalInput label={words.price} leftSection="$" {...form.getInputProps('price')} error={error('price')} />
        <DecimalInput
          label={words.markup}
          description={words.markupHint}
          {...form.getInputProps('markup')}
          error={error('markup')}
        />
        <TextInput
          label={words.leverage}
          description={words.leverageHint}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('leverage')}
          error={error('leverage')}
        />
        <div>
          <div className={classes.feature}>
            <TextInput
              className={classes.grow ?? ''}
              label={words.feature}
              description={words.featureHint}
              autoComplete="off"
              maxLength={120}
              value={feature}
              onChange={(event) => setFeature(event.currentTarget.value)}
              onKeyDown={onEnter}
              error={featureError === messages.plans.incomplete ? true : featureError}
            />
            <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => addFeature()}>
              {words.addFeature}
            </Button>
          </div>
          {form.values.features.length > 0 && (
            <ul className={classes.features} aria-label={words.features}>
              {form.values.features.map((text, i) => (
                <li key={`${i} ${text}`}>
                  <span>{text}</span>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.removeFeature(text)}
                    onClick={() => form.removeListItem('features', i)}
                  >
                    <X size={16} aria-hidden />
                  </ActionIcon>
                </li>
              ))}
            </ul>
          )}
        </div>
        <FormErrorSummary>
          {incomplete ? messages.plans.incomplete : add.problem && `${messages.plans.addFailed}. ${add.problem.detail}`}
        </FormErrorSummary>
        <Button type="submit" loading={add.pending} className={classes.submit ?? ''}>
          {words.submit}
        </Button>
      </Stack>
    </form>
  );
}

const columns: readonly Column<AdminPackage>[] = [
  { key: 'name', header: words.columns.name, render: (row) => row.name },
  { key: 'price', header: words.columns.price, align: 'end', render: (row) => <Amount value={row.price} /> },
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
