import './styles-rest.ts';
import { Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import type { Me } from '@clearbook/contracts';
import { accessWords } from '@clearbook/contracts/words/access';
import { shellWords as words } from '@clearbook/contracts/words/shell';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { later } from '../lib/part.ts';
import { returnForm } from '../features/access/access.form.ts';
import { PasswordField } from '../features/access/password-field.tsx';
import { beginSession, endSession } from '../features/access/session.ts';
import { invalidateAll } from '../lib/query-client.ts';
import { useDeclaredForm } from '../lib/use-declared-form.ts';
import { Form } from '../ui/form.tsx';
import { FormErrorSummary } from '../ui/form-error-summary.tsx';

const CodeStep = later(() => import('../features/access/code-step.tsx'));

/**
 * A session that ended asks for the password over the page, so that nothing typed on it is lost. It stands there until somebody has
 * logged in, here or as somebody else.
 */
export default function SessionDialog({ me, onDone }: { me: Me; onDone: () => void }) {
  const [needsCode, setNeedsCode] = useState(false);
  const navigate = useNavigate();
  const login = useDeclaredForm(returnForm, me, {
    onProblem: (problem) => {
      if (problem.code === 'auth.second_factor_required') setNeedsCode(true);
    },
    onDone: (reply) => {
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
            onCode={(code) => void login.request({ body: { email: me.email, password: login.values.password, code } })}
            onBack={() => {
              setNeedsCode(false);
              login.clear();
            }}
          />
        </Suspense>
      ) : (
        <Form onSend={login.send}>
          <Stack gap="md">
            <Text size="sm">{words.sessionText}</Text>
            <Text size="sm" fw={600}>
              {me.email}
            </Text>
            <PasswordField
              label={accessWords.password}
              autoComplete="current-password"
              data-autofocus
              {...login.field('password')}
            />
            <FormErrorSummary>{login.problem?.detail}</FormErrorSummary>
            <Button type="submit" disabled={login.pending}>
              {login.pending ? accessWords.loggingIn : accessWords.login}
            </Button>
            <Anchor component="button" type="button" size="sm" onClick={leave}>
              {words.notYou}
            </Anchor>
          </Stack>
        </Form>
      )}
    </Modal>
  );
}
