import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { resetConfirmForm, resetRequestForm } from './access.form.ts';
import { PasswordField } from './password-field.tsx';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import type { CameFrom } from './session.ts';
import { useLinkToken } from './use-link-token.ts';

/** Asks for a reset link, or, when the address carries a token, for the new password. */
export default function ResetPage() {
  const { token, forget } = useLinkToken();
  return token === null ? <RequestForm /> : <ConfirmForm token={token} onAgain={forget} />;
}

function RequestForm() {
  const [sent, setSent] = useState(false);
  const request = useDeclaredForm(resetRequestForm, undefined, { onDone: () => setSent(true) });
  const send = request.check((values) => {
    setSent(false);
    request.submit(values);
  });
  return (
    <PublicFrame heading={messages.reset.heading} title={messages.reset.heading} text={words.resetText}>
      <Form onSend={send}>
        <Stack gap="md">
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...request.field('email')}
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
      </Form>
    </PublicFrame>
  );
}

function ConfirmForm({ token, onAgain }: { token: string; onAgain: () => void }) {
  const navigate = useNavigate();
  const save = useDeclaredForm(resetConfirmForm, token, {
    onDone: () => void navigate('/', { state: { message: messages.reset.done } satisfies CameFrom }),
  });
  const [saidOf, setSaidOf] = useState(token);
  // What was said of one link is not said of the next; what was typed stays.
  if (saidOf !== token) {
    setSaidOf(token);
    save.clear();
    save.form.clearFieldError('token');
  }
  const badToken = save.errors['token'] ?? save.problem?.fields.find((field) => field.name === 'token')?.message;
  return (
    <PublicFrame heading={words.newPasswordTitle} title={words.newPasswordTitle}>
      <Form onSend={save.send}>
        <Stack gap="md">
          <PasswordField
            label={words.newPassword}
            description={words.passwordHint}
            autoComplete="new-password"
            {...save.field('password')}
          />
          <PasswordField label={words.confirmPassword} autoComplete="new-password" {...save.field('confirm')} />
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
      </Form>
    </PublicFrame>
  );
}
