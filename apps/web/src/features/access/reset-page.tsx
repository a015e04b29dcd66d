import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { resetConfirmBody, resetRequestBody } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PasswordField } from './password-field.tsx';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import type { CameFrom } from './session.ts';

/** Asks for a reset link, or, when the address carries a token, for the new password. */
export default function ResetPage() {
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    // The link of the mail, pasted into a tab that shows this page already: the browser changes the address and loads nothing.
    const read = () => setToken((before) => tokenInAddress() ?? before);
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  useEffect(() => {
    // The token stays out of the address bar, of bookmarks and of the browser's history.
    if (token !== null) history.replaceState(history.state, '', location.pathname);
  }, [token]);
  return token === null ? <RequestForm /> : <ConfirmForm token={token} onAgain={() => setToken(null)} />;
}

function tokenInAddress(): string | null {
  return new URLSearchParams(location.hash.slice(1)).get('token');
}

function RequestForm() {
  const form = useForm({ mode: 'controlled', initialValues: { email: '' }, validate: rulesOf(resetRequestBody) });
  const [sent, setSent] = useState(false);
  const request = useSubmit('POST /auth/reset/request', {
    form,
    failed: messages.reset.failed,
    onSuccess: () => setSent(true),
    onProblem: (problem) => showFieldProblems(form, problem),
  });
  const send = (values: { email: string }) => {
    setSent(false);
    void request.submit({ body: values });
  };
  return (
    <PublicFrame heading={messages.reset.heading} title={messages.reset.heading} text={words.resetText}>
      <form noValidate onSubmit={form.onSubmit(send, focusFirstError)}>
        <Stack gap="md">
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('email')}
          />
          <FormErrorSummary>{request.problem?.detail}</FormErrorSummary>
          {sent && (
            <Alert color="gain" role="status" p="xs" styles={{ message: { color: 'var(--success)', fontWeight: 500 } }}>
              {messages.reset.sent}
            </Alert>
          )}
          <Button type="submit" size="md" fullWidth disabled={request.pending}>
            {request.pending ? words.loading : words.sendLink}
          </Button>
          <div className={frame.links}>
            <Link to="/signup">{words.createAccount}</Link>
            <span>
              {words.rememberedIt} <Link to="/">{words.login}</Link>
            </span>
          </div>
        </Stack>
      </form>
    </PublicFrame>
  );
}

type Values = { password: string; confirm: string };

function ConfirmForm({ token, onAgain }: { token: string; onAgain: () => void }) {
  const navigate = useNavigate();
  const rules = rulesOf(resetConfirmBody);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { password: '', confirm: '' },
    validate: ({ password, confirm }) => {
      const errors = rules({ token, password });
      return confirm === password ? errors : { ...errors, confirm: messages.password.mismatch };
    },
  });
  const save = useSubmit('POST /auth/reset/confirm', {
    form,
    failed: messages.reset.failed,
    onSuccess: () => void navigate('/', { state: { message: messages.reset.done } satisfies CameFrom }),
    onProblem: (problem) => showFieldProblems(form, problem),
  });
  const badToken = form.errors['token'] ?? save.problem?.fields.find((field) => field.name === 'token')?.message;
  return (
    <PublicFrame heading={words.newPasswordTitle} title={words.newPasswordTitle}>
      <form
        noValidate
        onSubmit={form.onSubmit(({ password }) => void save.submit({ body: { token, password } }), focusFirstError)}
      >
        <Stack gap="md">
          <PasswordField
            label={words.newPassword}
            description={words.passwordHint}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordField label={words.confirmPassword} autoComplete="new-password" {...form.getInputProps('confirm')} />
          <FormErrorSummary>{badToken ?? save.problem?.detail}</FormErrorSummary>
          <Button type="submit" size="md" fullWidth disabled={save.pending}>
            {save.pending ? words.loading : words.savePassword}
          </Button>
          <div className={frame.links}>
            <Button variant="subtle" size="compact-sm" onClick={onAgain}>
              {words.anotherLink}
            </Button>
            <Link to="/">{words.login}</Link>
          </div>
        </Stack>
      </form>
    </PublicFrame>
  );
}
