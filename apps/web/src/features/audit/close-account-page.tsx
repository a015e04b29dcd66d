import { closeAccountBody } from '@clearbook/contracts/access';
import { accountWords } from '@clearbook/contracts/words/account';
import { activityWords } from '@clearbook/contracts/words/activity';
import { Button, List, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PasswordField } from '../access/password-field.tsx';

const words = activityWords.close;

/** /account/close: ends the account and erases the person behind it. */
export default function CloseAccountPage() {
  const [asking, setAsking] = useState(false);
  const form = useForm({ mode: 'controlled', initialValues: { password: '' }, validate: rulesOf(closeAccountBody) });
  const close = useSubmit('POST /me/close', {
    form,
    // The session is gone with the account: everything starts afresh at the login.
    onSuccess: () => location.assign('/'),
    onProblem: (problem) => {
      setAsking(false);
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  return (
    <>
      <PageHeader title={words.title} back={{ to: '/account', label: accountWords.title }} />
      <Panel>
        <form noValidate onSubmit={form.onSubmit(() => setAsking(true), focusFirstError)}>
          <Stack maw={560}>
            <List spacing="xs" size="sm">
              {words.what.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
            <PasswordField label={words.password} autoComplete="current-password" {...form.getInputProps('password')} />
            <FormErrorSummary>
              {close.problem !== null && close.problem.fields.length === 0 ? close.problem.detail : null}
            </FormErrorSummary>
            <Button type="submit" color="loss" variant="outline" style={{ alignSelf: 'start' }}>
              {words.button}
            </Button>
          </Stack>
        </form>
      </Panel>
      <ConfirmDialog
        opened={asking}
        title={words.confirm}
        confirm={words.button}
        danger
        pending={close.pending}
        onClose={() => setAsking(false)}
        onConfirm={() => void close.submit({ body: closeAccountBody.parse(form.values) })}
      >
        {words.confirmText}
      </ConfirmDialog>
    </>
  );
}
