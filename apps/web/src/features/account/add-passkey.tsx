import type { Me } from '@clearbook/contracts';
import { PASSKEY_NAME_MAX_LENGTH, type PasskeyCreation } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { passkeyWords as words } from '@clearbook/contracts/words/passkeys';
import { uiWords } from '@clearbook/contracts/words/ui';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { makePasskey } from '../../lib/passkeys.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeField } from '../access/code-field.tsx';
import { PasswordField } from '../access/password-field.tsx';
import { beginPasskeyForm } from './passkeys.form.ts';

type Props = { me: Me; opened: boolean; onClose: () => void };
type Begun = { options: PasskeyCreation; name: string };

/** A name and the password, the browser's own dialog, and the passkey is kept. */
export function AddPasskey({ opened, onClose, ...props }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={words.add}>
      <Steps {...props} onClose={onClose} />
    </Dialog>
  );
}

function Steps({ me, onClose }: Omit<Props, 'opened'>) {
  const [begun, setBegun] = useState<Begun | null>(null);
  if (begun === null) return <First me={me} onBegun={setBegun} onClose={onClose} />;
  return <OnDevice {...begun} onAnew={() => setBegun(null)} onClose={onClose} />;
}

function First({ me, onBegun, onClose }: { me: Me; onBegun: (begun: Begun) => void; onClose: () => void }) {
  const begin = useDeclaredForm(beginPasskeyForm, undefined, {
    onDone: (options) => onBegun({ options, name: begin.values.name }),
  });
  return (
    <DialogForm act={words.next} pending={begin.pending} refusal={begin.refusal} onSend={begin.send} onClose={onClose}>
      <Text size="sm">{me.role === 'client' ? words.addTextClient : words.addText}</Text>
      <TextInput
        label={words.name}
        description={words.nameHint}
        maxLength={PASSKEY_NAME_MAX_LENGTH}
        data-autofocus
        {...begin.field('name')}
      />
      <PasswordField label={words.password} autoComplete="current-password" {...begin.field('password')} />
      {me.two_factor && <CodeField {...begin.field('code')} />}
    </DialogForm>
  );
}

type OnDeviceProps = Begun & { onAnew: () => void; onClose: () => void };

/** What was begun counts for some minutes: somebody who left the browser's dialog goes on without typing anything again. */
function OnDevice({ options, name, onAnew, onClose }: OnDeviceProps) {
  const [waiting, setWaiting] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const keep = useSubmit('POST /me/passkeys', {
    topics: ['sessions', 'withdrawals', 'mailbox'],
    onSuccess: () => {
      toast.success(messages.passkey.added);
      onClose();
    },
    onProblem: ({ code }) => code === 'auth.passkey_refused' && onAnew(),
  });
  const ask = async () => {
    setMissing(null);
    setWaiting(true);
    try {
      await keep.submit({ body: { name, credential: await makePasskey(options) } });
    } catch (error) {
      setMissing(error instanceof Error ? error.message : messages.passkey.notAdded);
    } finally {
      setWaiting(false);
    }
  };
  const begin = useRef(ask);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void begin.current();
  }, []);
  return (
    <Stack gap="md">
      <Text role="status">{words.waiting}</Text>
      <FormErrorSummary>{missing ?? keep.problem?.detail}</FormErrorSummary>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {uiWords.cancel}
        </Button>
        <Button loading={waiting || keep.pending} onClick={() => void ask()}>
          {words.tryAgain}
        </Button>
      </Group>
    </Stack>
  );
}
