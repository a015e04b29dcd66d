import { Button, Stack, TextInput } from '@mantine/core';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../lib/api.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { queries } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { signUpForm } from './access.form.ts';
import { PasswordField } from './password-field.tsx';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import { beginSession, type CameFrom } from './session.ts';

export default function SignUpPage() {
  const navigate = useNavigate();
  const [entering, setEntering] = useState(false);
  const signUp = useDeclaredForm(signUpForm, undefined, {
    onDone: (reply, { body }) => void enter(reply.message, body),
  });
  /** Where a new account is open right away, its owner is in. The login page takes over where this password opens nothing. */
  const enter = async (message: string, typed: { email: string; password: string } | undefined) => {
    const mode = queryClient.getQueryData(queries.publicSettings().queryKey)?.mode;
    if (mode === 'demo' && typed !== undefined) {
      setEntering(true);
      const body = { email: typed.email, password: typed.password };
      const me = await api('POST /auth/sign-in', { body }).catch(() => null);
      if (me !== null) {
        beginSession(me);
        toast.success(words.signedUp);
      }
    }
    void navigate('/', { state: { message } satisfies CameFrom });
  };

  return (
    <PublicFrame heading={messages.signUp.heading} title={words.signUpTitle}>
      <Form onSend={signUp.send}>
        <Stack gap="md">
          <TextInput label={words.username} autoComplete="nickname" {...signUp.field('username')} />
          <TextInput label={words.fullname} autoComplete="name" dir="auto" {...signUp.field('fullname')} />
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...signUp.field('email')}
          />
          <PasswordField
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            {...signUp.field('password')}
          />
          <PasswordField label={words.confirmPassword} autoComplete="new-password" {...signUp.field('confirm')} />
          <FormErrorSummary>{signUp.problem?.detail}</FormErrorSummary>
          <Button type="submit" size="md" fullWidth disabled={signUp.pending || entering}>
            {signUp.pending || entering ? words.loading : words.signUp}
          </Button>
          <div className={frame.links}>
            <span>
              {words.haveAccount} <Link to="/">{words.login}</Link>
            </span>
          </div>
        </Stack>
      </Form>
    </PublicFrame>
  );
}
