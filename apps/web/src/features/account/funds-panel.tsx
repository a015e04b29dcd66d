import type { FundsDocument } from '@clearbook/contracts/identity';
import { messages } from '@clearbook/contracts/messages';
import { fundsDocumentWords as words } from '@clearbook/contracts/words/funds-documents';
import { Anchor, Button, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { API_BASE } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { queries } from '../../lib/queries.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { fundsDocumentForm } from './account.form.ts';

const kinds = [
  { value: '', label: words.choose },
  ...Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
];

const columns: readonly Column<FundsDocument>[] = [
  {
    key: 'kind',
    header: words.kind,
    render: ({ kind, file }) => (
      <Anchor href={`${API_BASE}/files/${file}`} target="_blank" rel="noreferrer" inherit>
        {words.kinds[kind]}
      </Anchor>
    ),
  },
  { key: 'sent', header: words.sent, render: ({ submitted_at: at }) => formatDateTime(at) },
  {
    key: 'reviewed',
    header: words.reviewed,
    render: ({ reviewed_at: at }) => (at === null ? words.waiting : formatDateTime(at)),
  },
];

/** Documents that show where the client's money comes from: what was sent, and sending more. */
export function FundsPanel() {
  const query = useQuery(queries.fundsDocuments());
  const { documents = [], left } = query.data ?? {};
  return (
    <Panel title={words.title}>
      {left === undefined ? (
        query.isError ? (
          <ErrorState title={words.failed} error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={160} aria-busy />
        )
      ) : (
        <Stack>
          <Text>{words.intro}</Text>
          <Text size="sm" c="dimmed">
            {words.record}
          </Text>
          <DataTable
            label={words.list}
            columns={columns}
            rows={documents}
            rowKey={({ id }) => id}
            empty={{ title: words.none }}
          />
          {left === 0 ? <Text>{messages.identity.funds.full(0)}</Text> : <SendForm left={left} />}
        </Stack>
      )}
    </Panel>
  );
}

function SendForm({ left }: { left: number }) {
  const [sent, setSent] = useState(0);
  const { form, values, errors, field, send, pending, refusal } = useDeclaredForm(fundsDocumentForm, undefined, {
    onDone: () => {
      toast.success(messages.identity.funds.sent);
      form.reset();
      setSent(sent + 1);
    },
  });
  return (
    <Form onSend={send}>
      <Stack>
        <NativeSelect label={words.kind} data={kinds} {...field('kind')} />
        <ImageInput
          key={sent}
          label={words.file}
          hint={words.hint}
          previewLabel={words.chosen}
          value={values.file}
          error={errors['file']}
          onChange={(file) => {
            form.setFieldValue('file', file);
            if (file !== null) form.validateField('file');
          }}
        />
        <FormErrorSummary>{refusal}</FormErrorSummary>
        <div>
          <Button type="submit" loading={pending}>
            {words.submit}
          </Button>
        </div>
        <Text size="sm" c="dimmed">
          {words.left(left)}
        </Text>
      </Stack>
    </Form>
  );
}
