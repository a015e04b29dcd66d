import { confirmTwoFactorBody, enrolBody } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordField } from '../access/password-field.tsx';
import classes from './account.module.css';

const words = accountWords.twoFactor;
type Enrolment = { secret: string; uri: string };
type OnCodes = { onCodes: (codes: readonly string[]) => void };

/** Password, then a key for the authenticator, then the first code, which shows that the key arrived. `quiet`: nothing else is told yet. */
export function TwoFactorEnrolment({ onCodes, quiet = false }: OnCodes & { quiet?: boolean }) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  return enrolment === null ? (
    <AskPassword onBegun={setEnrolment} />
  ) : (
    <FirstCode enrolment={enrolment} onCodes={onCodes} quiet={quiet} />
  );
}

function AskPassword({ onBegun }: { onBegun: (enrolment: Enrolment) => void }) {
  const form = useForm({ mode: 'controlled', initialValues: { password: '' }, validate: rulesOf(enrolBody) });
  const begin = useSubmit('POST /auth/two-factor/enrol', {
    form,
    onSuccess: onBegun,
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  return (
    <Panel title={words.setUp}>
      <form noValidate onSubmit={form.onSubmit((body) => void begin.submit({ body }), focusFirstError)}>
        <Stack className={classes.narrow}>
          <PasswordField label={words.password} autoComplete="current-password" {...form.getInputProps('password')} />
          <FormErrorSummary>{begin.problem?.detail}</FormErrorSummary>
          <div>
            <Button type="submit" loading={begin.pending}>
              {words.next}
            </Button>
          </div>
        </Stack>
      </form>
    </Panel>
  );
}

function FirstCode({ enrolment, onCodes, quiet }: OnCodes & { enrolment: Enrolment; quiet: boolean }) {
  const form = useForm({ mode: 'controlled', initialValues: { code: '' }, validate: rulesOf(confirmTwoFactorBody) });
  const confirm = useSubmit('POST /auth/two-factor/confirm', {
    form,
    // Where nothing else is open yet, that is read again once the codes are kept.
    topics: quiet ? [] : ['me', 'sessions', 'mailbox'],
    onSuccess: (reply) => {
      toast.success(messages.secondFactor.on);
      onCodes(reply.recovery_codes);
    },
    onProblem: (problem) => {
      if (showFieldProblems(form, problem)) focusFirstError();
    },
  });
  return (
    <Panel title={words.scan}>
      <form noValidate onSubmit={form.onSubmit((body) => void confirm.submit({ body }), focusFirstError)}>
        <div className={classes.enrol}>
          <QrCode text={enrolment.uri} label={words.qr} />
          <Stack className={classes.enrolWords}>
            <Text>{words.scanText}</Text>
            <div>
              <Text size="sm" c="dimmed">
                {words.key}
              </Text>
              <Text className={classes.secret}>{enrolment.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</Text>
            </div>
            <div>
              <CopyButton value={enrolment.secret} label={words.copyKey} done={uiWords.copied} />
            </div>
            <TextInput
              label={words.code}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              classNames={{ input: classes.codeInput ?? '' }}
              {...form.getInputProps('code')}
            />
            <FormErrorSummary>{confirm.problem?.detail}</FormErrorSummary>
            <div>
              <Button type="submit" loading={confirm.pending}>
                {words.turnOn}
              </Button>
            </div>
          </Stack>
        </div>
      </form>
    </Panel>
  );
}
