import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { signUpBody } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { Link, useNavigate } from 'react-router';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PasswordField } from './password-field.tsx';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import type { CameFrom } from './session.ts';

type Values = { username: string; fullname: string; email: string; password: string; confirm: string };

const EMPTY: Values = { username: '', fullname: '', email: '', password: '', confirm: '' };
const rules = rulesOf(signUpBody);

function validate({ confirm, ...body }: Values) {
  const errors = rules(body);
  return confirm === body.password ? errors : { ...errors, confirm: messages.signUp.confirmMismatch };
}

export default function SignUpPage() {
  const navigate = useNavigate();
  const form = useForm<Values>({ mode: 'controlled', initialValues: EMPTY, validate });
  const signUp = useSubmit('POST /auth/sign-up', {
    form,
    onSuccess: (reply) => void navigate('/', { state: { message: reply.message } satisfies CameFrom }),
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  const send = ({ confirm: _, ...body }: Values) => void signUp.submit({ body });

  return (
    <PublicFrame heading={messages.signUp.heading} title={words.signUpTitle}>
      <form noValidate onSubmit={form.onSubmit(send, focusFirstError)}>
        <Stack gap="md">
          <TextInput label={words.username} autoComplete="nickname" {...form.getInputProps('username')} />
          <TextInput label={words.fullname} autoComplete="name" dir="auto" {...form.getInputProps('fullname')} />
          <TextInput
            label={words.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={words.password}
            description={words.passwordHint}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <PasswordField label={words.confirmPassword} autoComplete="new-password" {...form.getInputProps('confirm')} />
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
      </form>
    </PublicFrame>
  );
}
