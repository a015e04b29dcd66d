import { Alert, Button, Stack } from '@mantine/core';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { useState } from 'react';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { changePasswordForm } from './access.form.ts';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';

export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const [done, setDone] = useState(false);
  const [signedOut, setSignedOut] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const change = useDeclaredForm(changePasswordForm, undefined, {
    onSignedOut: () => setSignedOut(true),
    onDone: () => {
      change.form.reset();
      setDone(true);
      onDone();
    },
    onProblem: ({ fields }) => {
      if (fields.some(({ name }) => name === 'code')) setNeedsCode(true);
    },
  });
  const send = change.check((values) => {
    setDone(false);
    setSignedOut(false);
    change.submit(values);
  });
  return (
    <Form onSend={send}>
      <Stack gap="md">
        <PasswordField
          label={words.currentPassword}
          autoComplete="current-password"
          {...change.field('current_password')}
        />
        <PasswordField
          label={words.newPassword}
          description={words.passwordHint}
          autoComplete="new-password"
          {...change.field('new_password')}
        />
        <PasswordField label={words.confirmPassword} autoComplete="new-password" {...change.field('confirm')} />
        {needsCode && <CodeField {...change.field('code')} />}
        <FormErrorSummary>{signedOut ? messages.password.notAuthenticated : change.problem?.detail}</FormErrorSummary>
        {done && (
          <Alert color="gain" role="status" p="xs" styles={{ message: { color: 'var(--success)', fontWeight: 500 } }}>
            {messages.password.updated}
          </Alert>
        )}
        <div>
          <Button type="submit" disabled={change.pending}>
            {change.pending ? words.loading : words.changeButton}
          </Button>
        </div>
      </Stack>
    </Form>
  );
}
