import type { Me } from '@clearbook/contracts';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { DemoOnly } from '../../ui/demo-only.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeField } from '../access/code-field.tsx';
import { PasswordField } from '../access/password-field.tsx';
import { emailForm } from './account.form.ts';
import classes from './account.module.css';

const words = accountWords.email;

/** /update-email: nothing changes until the new address has answered. */
export default function UpdateEmailPage({ me }: { me: Me }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const change = useDeclaredForm(emailForm, undefined, {
    onDone: (_, request) => {
      setSentTo(request.body?.email ?? '');
      toast.success(messages.email.sent);
      change.form.reset();
    },
  });
  const send = change.check((values) => {
    setSentTo(null);
    change.submit(values);
  });
  const { problem } = change;
  const intro = me.role === 'client' ? `${words.intro} ${accountWords.thenHeld}` : words.intro;
  const inPlace = problem !== null && problem.fields.length > 0;
  return (
    <>
      <PageHeader title={words.title} description={intro} back={{ to: '/account', label: accountWords.title }} />
      <Panel className={classes.narrow}>
        <Form onSend={send}>
          <Stack>
            <div>
              <Text size="sm" c="dimmed">
                {words.now}
              </Text>
              <Text className={classes.typed}>{me.email}</Text>
            </div>
            <TextInput
              label={words.email}
              type="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              {...change.field('email')}
            />
            <PasswordField label={words.password} autoComplete="current-password" {...change.field('password')} />
            {me.two_factor && <CodeField {...change.field('code')} />}
            <FormErrorSummary>
              {problem === null ? null : inPlace ? problem.detail : `${messages.email.failed} ${problem.detail}`}
            </FormErrorSummary>
            {sentTo !== null && (
              <Alert
                color="gain"
                role="status"
                p="xs"
                styles={{ message: { color: 'var(--success)', fontWeight: 500 } }}
              >
                {messages.email.sent} {messages.email.sentMore}{' '}
                <DemoOnly>
                  {words.demo}{' '}
                  <Anchor component={Link} to="/mailbox" inherit underline="always">
                    {words.demoLink}
                  </Anchor>
                  .
                </DemoOnly>
              </Alert>
            )}
            <div>
              <Button type="submit" loading={change.pending}>
                {words.submit}
              </Button>
            </div>
          </Stack>
        </Form>
      </Panel>
    </>
  );
}
