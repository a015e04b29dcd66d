import { bothProofsBody, type TwoFactor } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { focusFirstError, rulesOf, showFieldProblems } from '../../lib/form.ts';
import { useSubmit, type Submit } from '../../lib/use-submit.ts';
import type { ApiProblem } from '../../lib/problem.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordField } from '../access/password-field.tsx';
import classes from './account.module.css';

const words = accountWords.twoFactor;
const FEW_CODES = 3;
type Values = { password: string; code: string };

/** The second factor is on: how many recovery codes are left, new ones, and turning it off. */
export function TwoFactorOn({ state, onCodes }: { state: TwoFactor; onCodes: (codes: readonly string[]) => void }) {
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null);
  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: { password: '', code: '' },
    validate: rulesOf(bothProofsBody),
  });
  const close = () => {
    setAsking(null);
    form.reset();
    renew.clear();
    off.clear();
  };
  const onProblem = (problem: ApiProblem) => {
    if (showFieldProblems(form, problem)) focusFirstError();
  };
  const renew = useSubmit('POST /auth/two-factor/recovery-codes', {
    form,
    topics: ['me', 'mailbox'],
    onSuccess: (reply) => {
      close();
      toast.success(messages.secondFactor.newCodes);
      onCodes(reply.recovery_codes);
    },
    onProblem,
  });
  const off = useSubmit('POST /auth/two-factor/off', {
    form,
    topics: ['me', 'sessions', 'mailbox'],
    onSuccess: () => {
      close();
      toast.success(messages.secondFactor.off);
    },
    onProblem,
  });
  const fields = (act: Pick<Submit<'POST /auth/two-factor/off'>, 'pending' | 'problem'>, submit: ReactNode) => (
    <>
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        data-autofocus
        {...form.getInputProps('password')}
      />
      <TextInput
        label={words.anyCode}
        autoComplete="one-time-code"
        maxLength={20}
        autoCapitalize="none"
        spellCheck={false}
        classNames={{ input: classes.codeInput ?? '' }}
        {...form.getInputProps('code')}
      />
      <FormErrorSummary>{act.problem?.detail}</FormErrorSummary>
      <Group justify="flex-end">
        <Button variant="default" onClick={close} disabled={act.pending}>
          {uiWords.cancel}
        </Button>
        {submit}
      </Group>
    </>
  );

  return (
    <Panel title={words.on}>
      <Stack>
        <Text>{state.since === null ? null : words.since(formatDateTime(state.since))}</Text>
        <Text>
          {words.codesLeft(state.recovery_codes_left)}. {state.recovery_codes_left <= FEW_CODES ? words.fewCodes : null}
        </Text>
        <Group>
          <Button variant="default" onClick={() => setAsking('codes')}>
            {words.newCodes}
          </Button>
          {state.mandatory ? (
            <Text size="sm" c="dimmed">
              {words.mandatory}
            </Text>
          ) : (
            <Button variant="outline" color="loss" onClick={() => setAsking('off')}>
              {words.turnOff}
            </Button>
          )}
        </Group>
      </Stack>
      <Modal
        opened={asking === 'codes'}
        onClose={close}
        title={words.newCodes}
        closeButtonProps={{ 'aria-label': uiWords.close }}
      >
        <form noValidate onSubmit={form.onSubmit((body) => void renew.submit({ body }), focusFirstError)}>
          <Stack>
            <Text>{words.newCodesText}</Text>
            {fields(
              renew,
              <Button type="submit" loading={renew.pending}>
                {words.makeCodes}
              </Button>,
            )}
          </Stack>
        </form>
      </Modal>
      <Modal
        opened={asking === 'off'}
        onClose={close}
        title={words.turnOffTitle}
        closeButtonProps={{ 'aria-label': uiWords.close }}
      >
        <form noValidate onSubmit={form.onSubmit((body) => void off.submit({ body }), focusFirstError)}>
          <Stack>
            <Text>{words.turnOffText}</Text>
            {fields(
              off,
              <Button type="submit" color="loss" loading={off.pending}>
                {words.turnOff}
              </Button>,
            )}
          </Stack>
        </form>
      </Modal>
    </Panel>
  );
}
