import './styles-rest.ts';
import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Me } from '@clearbook/contracts';
import { signInBody } from '@clearbook/contracts/access';
import { accessWords } from '@clearbook/contracts/words/access';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { later } from '../lib/part.ts';
import { PasswordField } from '../features/access/password-field.tsx';
import { beginSession, endSession } from '../features/access/session.ts';
import { rulesOf } from '../lib/form.ts';
import { invalidateAll } from '../lib/query-client.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { FormErrorSummary } from '../ui/form-error-summary.tsx';

const CodeStep = later(() => import('../features/access/code-step.tsx'));

/**
 * A session that ended asks for the password over the page, so that nothing typed on it is lost. It stands there until somebody has
 * logged in, here or as somebody else.
 */
export default function SessionDialog({ me, onDone }: { me: Me; onDone: () => void }) {
  const [needsCode, setNeedsCode] = useState(false);
  const navigate = useNavigate();
  const rules = rulesOf(signInBody);
  const form = useForm({
    mode: 'controlled',
    initialValues: { password: '' },
    validate: ({ password }) => rules({ email: me.email, password }),
  });
  const login = useSubmit('POST /auth/sign-in', {
    form,
    onProblem: (problem) => {
      if (problem.code === 'auth.second_factor_required') setNeedsCode(true);
    },
    onSuccess: (reply) => {
      beginSession(reply);
      onDone();
      invalidateAll();
    },
  });
  const leave = () => {
    onDone();
    void navigate('/');
    endSession();
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={words.sessionTitle}
    >
      {needsCode ? (
        <Suspense fallback={null}>
          <CodeStep
            pending={login.pending}
            problem={login.problem}
            onCode={(code) =>
              void login.submit({ body: { email: me.email, password: form.getValues().password, code } })
            }
            onBack={() => {
              setNeedsCode(false);
              login.clear();
            }}
          />
        </Suspense>
      ) : (
        <form
          noValidate
          onSubmit={form.onSubmit(({ password }) => void login.submit({ body: { email: me.email, password } }))}
        >
          <Stack gap="md">
            <Text size="sm">{words.sessionText}</Text>
            <Text size="sm" fw={600}>
              {me.email}
            </Text>
            <PasswordField
              label={accessWords.password}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('password')}
            />
            <FormErrorSummary>{login.problem?.detail}</FormErrorSummary>
            <Button type="submit" disabled={login.pending}>
              {login.pending ? accessWords.loggingIn : accessWords.login}
            </Button>
            <Anchor component="button" type="button" size="sm" onClick={leave}>
              {words.notYou}
            </Anchor>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
