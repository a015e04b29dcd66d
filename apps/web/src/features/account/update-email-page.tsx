import type { Me } from '@clearbook/contracts';
import { changeEmailBody } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { Alert, Anchor, Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { Link } from 'react-router';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { DemoOnly } from '../../ui/demo-only.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeField } from '../access/code-field.tsx';
import { PasswordField } from '../access/password-field.tsx';
import classes from './account.module.css';

const words = accountWords.email;
const rules = rulesOf(changeEmailBody);
type Values = { email: string; password: string; code: string };
/** Without two-factor no code is sent. */
const bodyOf = ({ code, ...body }: Values) => ({ ...body, ...(code !== '' && { code }) });

/** /update-email: nothing changes until the new address has answered. */
export default function UpdateEmailPage({ me }: { me: Me }) {
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { email: '', password: '', code: '' },
    validate: (values) => rules(bodyOf(values)),
  });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const change = useSubmit('POST /auth/email', {
    form,
    topics: ['mailbox'],
    onSuccess: (_, request) => {
      setSentTo(request.body?.email ?? '');
      toast.success(messages.email.sent);
      form.reset();
    },
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  const send = (values: Values) => {
    setSentTo(null);
    void change.submit({ body: bodyOf(values) });
  };
  const { problem } = change;
  const inPlace = problem !== null && problem.fields.length > 0;
  return (
    <>
      <PageHeader title={words.title} description={words.intro} back={{ to: '/account', label: accountWords.title }} />
      <Panel className={classes.narrow}>
        <form noValidate onSubmit={form.onSubmit(send, focusFirstError)}>
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
              {...form.getInputProps('email')}
            />
            <PasswordField label={words.password} autoComplete="current-password" {...form.getInputProps('password')} />
            {me.two_factor && <CodeField {...form.getInputProps('code')} />}
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
        </form>
      </Panel>
    </>
  );
}
