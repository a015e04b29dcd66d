import { Alert, Button, Stack, TextInput } from '@mantine/core';
import { messages } from '@clearbook/contracts/messages';
import { accessWords as words } from '@clearbook/contracts/words/access';
import { guestWords } from '@clearbook/contracts/words/guest';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { STORED } from '../../app/storage-names.ts';
import { api } from '../../lib/api.ts';
import { type DeclaredForm, useDeclaredForm } from '../../lib/use-declared-form.ts';
import { queries } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { useStored } from '../../lib/stored.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { guestSignUpForm, signUpForm } from './access.form.ts';
import { PasswordField } from './password-field.tsx';
import { PublicFrame } from './public-frame.tsx';
import frame from './public-frame.module.css';
import { beginSession, type CameFrom } from './session.ts';

/** Who comes as a guest signs up as one: the same client goes on. */
export default function SignUpPage() {
  const [signedIn] = useStored(STORED.signedIn, '');
  const me = useQuery({ ...queries.me(), enabled: signedIn !== '', retry: false });
  if (signedIn !== '' && me.isPending)
    return (
      <PublicFrame heading={messages.signUp.heading} title={words.signUpTitle}>
        {null}
      </PublicFrame>
    );
  const asGuest = me.error === null && me.data !== undefined && me.data.guest !== null;
  return asGuest ? <GuestSignUp /> : <NewSignUp />;
}

function NewSignUp() {
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
  return <SignUpFields form={signUp} pending={entering} />;
}

/** A guest keeps trades and money; where the address was taken, they stay a guest and read what everybody reads. */
function GuestSignUp() {
  const navigate = useNavigate();
  const [said, setSaid] = useState<string | null>(null);
  const signUp = useDeclaredForm(guestSignUpForm, undefined, { onDone: (reply) => void enter(reply.message) });
  const enter = async (message: string) => {
    const me = await queryClient.fetchQuery({ ...queries.me(), staleTime: 0 }).catch(() => undefined);
    if (me === undefined || me.guest !== null) return setSaid(message);
    beginSession(me);
    toast.success(words.signedUp);
    void navigate('/');
  };
  return <SignUpFields form={signUp} text={guestWords.signUpText} said={said} />;
}

type Fields = DeclaredForm<typeof signUpForm> | DeclaredForm<typeof guestSignUpForm>;

function SignUpFields({
  form: signUp,
  text,
  said = null,
  pending = false,
}: {
  form: Pick<Fields, 'send' | 'field' | 'problem' | 'pending'>;
  text?: string;
  said?: string | null;
  pending?: boolean;
}) {
  const busy = signUp.pending || pending;

  return (
    <PublicFrame heading={messages.signUp.heading} title={words.signUpTitle} {...(text !== undefined && { text })}>
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
          {said !== null && signUp.problem === null && (
            <Alert color="gain" role="status" p="xs">
              {said}
            </Alert>
          )}
          <FormErrorSummary>{signUp.problem?.detail}</FormErrorSummary>
          <Button type="submit" size="md" fullWidth disabled={busy}>
            {busy ? words.loading : words.signUp}
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
