import { Alert, Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { changePasswordBody } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { useState } from 'react';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';

type Values = { current_password: string; new_password: string; confirm: string; code: string };

const EMPTY: Values = { current_password: '', new_password: '', confirm: '', code: '' };
const rules = rulesOf(changePasswordBody);

function validate({ confirm, code, ...body }: Values) {
  const errors = rules({ ...body, ...(code !== '' && { code }) });
  return confirm === body.new_password ? errors : { ...errors, confirm: messages.password.mismatch };
}

export function ChangePasswordForm({ onDone }: { onDone: () => void }) {
  const form = useForm<Values>({ mode: 'controlled', initialValues: EMPTY, validate });
  const [done, setDone] = useState(false);
  const [signedOut, setSignedOut] = useState(false);
  const [needsCode, setNeedsCode] = useState(false);
  const change = useSubmit('POST /auth/password', {
    form,
    failed: messages.password.failed,
    topics: ['me'],
    onSignedOut: () => setSignedOut(true),
    onSuccess: () => {
      form.reset();
      setDone(true);
      onDone();
    },
    onProblem: (problem) => {
      if (problem.fields.some(({ name }) => name === 'code')) setNeedsCode(true);
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  const send = ({ confirm: _, code, ...body }: Values) => {
    setDone(false);
    setSignedOut(false);
    void change.submit({ body: { ...body, ...(code !== '' && { code }) } });
  };
  return (
    <form noValidate onSubmit={form.onSubmit(send, focusFirstError)}>
      <Stack gap="md">
        <PasswordField
          label={words.currentPassword}
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <PasswordField
          label={words.newPassword}
          description={words.passwordHint}
          autoComplete="new-password"
          {...form.getInputProps('new_password')}
        />
        <PasswordField label={words.confirmPassword} autoComplete="new-password" {...form.getInputProps('confirm')} />
        {needsCode && <CodeField {...form.getInputProps('code')} />}
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
    </form>
  );
}
