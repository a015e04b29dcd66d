import { accessWords } from '@clearbook/contracts/words/access';
import { siteWords } from '@clearbook/contracts/words/site';
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { later } from '../../lib/part.ts';
import { passkeysWork } from '../../lib/passkeys-work.ts';
import { queries } from '../../lib/queries.ts';
import { onStepUp } from '../../lib/step-up.ts';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/form.tsx';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';
import { stepUpForm } from './step-up.form.ts';

const { stepUp: words } = siteWords;

/** A passkey's files come once somebody has one. */
const PasskeyConfirm = later(() => import('./passkey-confirm.tsx'));

/** `codeOnly`: where two-factor is on and the password alone is not enough. Over whatever asked for it, which goes on by itself once the server has taken the password or a code. */
export function StepUpDialog({ text = words.text, codeOnly = false }: { text?: string; codeOnly?: boolean }) {
  const [asked, setAsked] = useState(false);
  const answer = useRef<(done: boolean) => void>(() => undefined);
  useEffect(
    () =>
      onStepUp(
        () =>
          new Promise((resolve) => {
            answer.current = resolve;
            setAsked(true);
          }),
      ),
    [],
  );
  const end = (done: boolean) => {
    setAsked(false);
    answer.current(done);
  };
  return (
    <Dialog
      opened={asked}
      onClose={() => end(false)}
      // What is under it is told of the same key first, while it still waits, and so stays open.
      closeOnEscape={false}
      onKeyDown={({ key }) => key === 'Escape' && end(false)}
      title={words.title}
      centered
      zIndex={300}
    >
      <StepUpForm text={text} codeOnly={codeOnly} onEnd={end} />
    </Dialog>
  );
}

type StepUpProps = { text: string; codeOnly: boolean; onEnd: (done: boolean) => void };

function StepUpForm({ text, codeOnly, onEnd }: StepUpProps) {
  const hasCode = useQuery(queries.me()).data?.two_factor === true;
  const proof = useDeclaredForm(stepUpForm, hasCode ? 'code' : 'password', { onDone: () => onEnd(true) });
  const mine = useQuery({ ...queries.passkeys(), enabled: passkeysWork() }).data?.data ?? [];
  const hasPasskey = mine.some(({ stopped_at: stopped }) => stopped === null);
  const { way } = proof.values;
  const other = () => {
    proof.form.setValues({ way: way === 'code' ? 'password' : 'code', code: '', password: '' });
    proof.form.clearErrors();
    proof.clear();
  };
  return (
    <DialogForm
      act={words.confirm}
      pending={proof.pending}
      refusal={proof.refusal}
      onSend={proof.send}
      onClose={() => onEnd(false)}
    >
      <Text size="sm">{text}</Text>
      {way === 'code' ? (
        <CodeField data-autofocus {...proof.field('code')} />
      ) : (
        <PasswordField
          label={accessWords.password}
          autoComplete="current-password"
          data-autofocus
          {...proof.field('password')}
        />
      )}
      {hasPasskey ? (
        <Suspense fallback={null}>
          <PasskeyConfirm onDone={() => onEnd(true)} />
        </Suspense>
      ) : null}
      {hasCode && !codeOnly ? (
        <Anchor component="button" type="button" size="sm" onClick={other}>
          {way === 'code' ? words.usePassword : words.useCode}
        </Anchor>
      ) : null}
    </DialogForm>
  );
}
