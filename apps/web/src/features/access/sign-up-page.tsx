import { Button, Stack, TextInput } from '@mantine/core';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { Link, useNavigate } from 'react-router';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { signUpForm } from './access.form.ts';
import { PasswordField } from './password-field.tsx';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import type { CameFrom } from './session.ts';

export default function SignUpPage() {
  const navigate = useNavigate();
  const signUp = useDeclaredForm(signUpForm, undefined, {
    onDone: (reply) => void navigate('/', { state: { message: reply.message } satisfies CameFrom }),
  });

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
          <Button type="submit" size="md" fullWidth disabled={signUp.pending}>
            {signUp.pending ? words.loading : words.signUp}
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
