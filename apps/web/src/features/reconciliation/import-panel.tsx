import {
  type ImportedFile,
  readFault,
  STATEMENT_METHODS,
  type StatementFault,
  type StatementMethod,
} from '@clearbook/contracts/reconciliation';
import { reconciliationWords as words } from '@clearbook/contracts/words/reconciliation';
import { Alert, Button, FileInput, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { focusFirstError } from '../../lib/form-errors.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';

/** The file and its account stay chosen until another one is, so that a corrected file goes in with one press more. */
export function ImportPanel() {
  const [method, setMethod] = useState<StatementMethod>('bank');
  const [file, setFile] = useState<File | null>(null);
  const [missing, setMissing] = useState(false);
  const [result, setResult] = useState<ImportedFile | null>(null);
  const task = useSubmit('POST /admin/statement-files/:id', {
    form: { values: file },
    topics: ['reconciliation'],
    failed: words.importFailed,
    onSuccess: setResult,
    onProblem: () => setResult(null),
  });
  const send = () => {
    setMissing(file === null);
    if (file === null) return focusFirstError();
    const form = new FormData();
    form.set('file', file);
    void task.submit({ params: { id: method }, form });
  };
  const { problem } = task;
  const faults = problem?.code === 'statement.faults' ? problem.fields.map(readFault) : [];
  const refusal = problem === null || faults.length > 0 ? null : (problem.fields[0]?.message ?? problem.detail);
  return (
    <Form onSend={send}>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start" wrap="wrap">
          <NativeSelect
            label={words.account}
            value={method}
            data={STATEMENT_METHODS.map((value) => ({ value, label: words.methods[value] }))}
            onChange={(event) => {
              setMethod(event.currentTarget.value as StatementMethod);
              setResult(null);
              task.clear();
            }}
          />
          <FileInput
            label={words.file}
            placeholder={words.choose}
            accept=".csv,.xml,text/csv,text/xml,application/xml"
            value={file}
            error={missing && file === null ? words.fileRequired : null}
            miw={220}
            maw="100%"
            onChange={(chosen) => {
              setFile(chosen);
              setResult(null);
              task.clear();
            }}
          />
        </Group>
        <Text size="sm" c="dimmed">
          {words.fileHint}
        </Text>
        <div>
          <Button type="submit" loading={task.pending}>
            {words.import}
          </Button>
        </div>
        <FormErrorSummary>{refusal}</FormErrorSummary>
        {problem !== null && faults.length > 0 ? <Faults of={faults} detail={problem.detail} /> : null}
        {result === null ? null : <Result of={result} />}
      </Stack>
    </Form>
  );
}

/** Which line, which column, and what to do: it stays until another file is chosen. */
function Faults({ of, detail }: { of: readonly StatementFault[]; detail: string }) {
  return (
    <Stack gap="xs">
      <Alert color="loss" role="alert">
        {detail}
      </Alert>
      <DataTable
        label={words.faults}
        columns={FAULTS}
        rows={of}
        rowKey={({ line, column, message }) => `${line} ${column} ${message}`}
        empty={{ title: words.faults }}
      />
    </Stack>
  );
}

function Result({ of: { file, again, added } }: { of: ImportedFile }) {
  return (
    <Alert color="gain" role="status">
      {again ? words.again(file.name, formatDateTime(file.at)) : words.imported(added, file.known, file.matched)}
    </Alert>
  );
}

const FAULTS: readonly Column<StatementFault>[] = [
  { key: 'line', header: words.line, render: ({ line }) => (line === 0 ? words.wholeFile : line.toLocaleString('en')) },
  { key: 'column', header: words.column, render: ({ column }) => (column === '' ? words.wholeLine : column) },
  { key: 'fix', header: words.fix, render: ({ message }) => message },
];
