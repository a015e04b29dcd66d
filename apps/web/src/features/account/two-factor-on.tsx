import type { TwoFactor } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { accountWords } from '@clearbook/contracts/words/account';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { type DeclaredForm, useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast.ts';
import { PasswordField } from '../access/password-field.tsx';
import { newCodesForm, turnOffForm } from './account.form.ts';
import classes from './account.module.css';

const words = accountWords.twoFactor;
const FEW_CODES = 3;

/** The second factor is on: how many recovery codes are left, new ones, and turning it off. */
export function TwoFactorOn({ state, onCodes }: { state: TwoFactor; onCodes: (codes: readonly string[]) => void }) {
  const [asking, setAsking] = useState<'codes' | 'off' | null>(null);
  const close = () => {
    setAsking(null);
    for (const each of [renew, off]) {
      each.form.reset();
      each.clear();
    }
  };
  const renew = useDeclaredForm(newCodesForm, undefined, {
    onDone: (reply) => {
      close();
      toast.success(messages.secondFactor.newCodes);
      onCodes(reply.recovery_codes);
    },
  });
  const off = useDeclaredForm(turnOffForm, undefined, {
    onDone: () => {
      close();
      toast.success(messages.secondFactor.off);
    },
  });

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
      <ProofDialog
        opened={asking === 'codes'}
        title={words.newCodes}
        text={words.newCodesText}
        act={words.makeCodes}
        form={renew}
        onClose={close}
      />
      <ProofDialog
        opened={asking === 'off'}
        title={words.turnOffTitle}
        text={words.turnOffText}
        act={words.turnOff}
        danger
        form={off}
        onClose={close}
      />
    </Panel>
  );
}

type ProofProps = {
  opened: boolean;
  title: string;
  text: string;
  act: string;
  danger?: boolean;
  form: Pick<DeclaredForm<typeof turnOffForm>, 'field' | 'pending' | 'problem' | 'send'>;
  onClose: () => void;
};

/** Password and a code, both: whoever has only one of them changes nothing. */
function ProofDialog({ opened, title, text, act, danger = false, form, onClose }: ProofProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      <DialogForm
        act={act}
        danger={danger}
        pending={form.pending}
        refusal={form.problem?.detail}
        onSend={form.send}
        onClose={onClose}
      >
        <Text>{text}</Text>
        <PasswordField
          label={words.password}
          autoComplete="current-password"
          data-autofocus
          {...form.field('password')}
        />
        <TextInput
          label={words.anyCode}
          autoComplete="one-time-code"
          maxLength={20}
          autoCapitalize="none"
          spellCheck={false}
          classNames={{ input: classes.codeInput ?? '' }}
          {...form.field('code')}
        />
      </DialogForm>
    </Dialog>
  );
}
