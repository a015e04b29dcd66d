import '@mantine/core/styles/List.layer.css';
import { accountWords } from '@clearbook/contracts/words/account';
import { activityWords } from '@clearbook/contracts/words/activity';
import { Button, List, Stack } from '@mantine/core';
import { useState } from 'react';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Retention } from '../../ui/retention.tsx';
import { PasswordField } from '../access/password-field.tsx';
import { closeAccountForm } from './close.form.ts';

const words = activityWords.close;

/** /account/close: ends the account and erases the person behind it. */
export default function CloseAccountPage() {
  const [asking, setAsking] = useState(false);
  const close = useDeclaredForm(closeAccountForm, undefined, {
    // The session is gone with the account: everything starts afresh at the login.
    onDone: () => location.assign('/'),
    onProblem: () => setAsking(false),
  });
  return (
    <>
      <PageHeader title={words.title} back={{ to: '/account', label: accountWords.title }} />
      <Panel>
        <Form onSend={close.check(() => setAsking(true))}>
          <Stack maw={720}>
            <List spacing="xs" size="sm">
              {words.what.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
            <Retention />
            <PasswordField label={words.password} autoComplete="current-password" {...close.field('password')} />
            <FormErrorSummary>{close.refusal}</FormErrorSummary>
            <Button type="submit" color="loss" variant="outline" style={{ alignSelf: 'start' }}>
              {words.button}
            </Button>
          </Stack>
        </Form>
      </Panel>
      <ConfirmDialog
        opened={asking}
        title={words.confirm}
        confirm={words.button}
        danger
        pending={close.pending}
        onClose={() => setAsking(false)}
        onConfirm={() => close.submit()}
      >
        {words.confirmText}
      </ConfirmDialog>
    </>
  );
}
