import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordField } from '../access/password-field.tsx';
import { enrolForm, firstCodeForm } from './account.form.ts';
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
  const begin = useDeclaredForm(enrolForm, undefined, { onDone: onBegun });
  return (
    <Panel title={words.setUp}>
      <Form onSend={begin.send}>
        <Stack className={classes.narrow}>
          <PasswordField label={words.password} autoComplete="current-password" {...begin.field('password')} />
          <FormErrorSummary>{begin.problem?.detail}</FormErrorSummary>
          <div>
            <Button type="submit" loading={begin.pending}>
              {words.next}
            </Button>
          </div>
        </Stack>
      </Form>
    </Panel>
  );
}

function FirstCode({ enrolment, onCodes, quiet }: OnCodes & { enrolment: Enrolment; quiet: boolean }) {
  // Where nothing else is open yet, the rest is read again once the codes are kept.
  const declared = quiet ? { ...firstCodeForm, topics: [] } : firstCodeForm;
  const confirm = useDeclaredForm(declared, undefined, {
    onDone: (reply) => {
      toast.success(messages.secondFactor.on);
      onCodes(reply.recovery_codes);
    },
  });
  return (
    <Panel title={words.scan}>
      <Form onSend={confirm.send}>
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
              {...confirm.field('code')}
            />
            <FormErrorSummary>{confirm.problem?.detail}</FormErrorSummary>
            <div>
              <Button type="submit" loading={confirm.pending}>
                {words.turnOn}
              </Button>
            </div>
          </Stack>
        </div>
      </Form>
    </Panel>
  );
}
