import type { Me } from '@clearbook/contracts';
import type { PasskeyAssertion } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { passkeyWords as words } from '@clearbook/contracts/words/passkeys';
import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { signWithPasskey } from '../../lib/passkeys.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import CodeStep from './code-step.tsx';

/**
 * Signs in with whichever passkey the person picks in the browser's own dialog, which opens by itself. Where two-factor is on and the passkey
 * made sure of nobody, the code is asked for. Fetched only by those who need it.
 */
export default function PasskeyStep({ onDone, onBack }: { onDone: (me: Me) => void; onBack: () => void }) {
  const [credential, setCredential] = useState<PasskeyAssertion | null>(null);
  const [missing, setMissing] = useState<string | null>(null);
  const begin = useSubmit('POST /auth/passkey/options');
  const signIn = useSubmit('POST /auth/passkey/sign-in', {
    failed: messages.login.failed,
    onSuccess: onDone,
    onProblem: ({ code }) => {
      // What was signed counts once: another try signs anew.
      if (code !== 'auth.second_factor_required' && code !== 'auth.code_wrong' && code !== 'auth.code_late')
        setCredential(null);
    },
  });
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setMissing(null);
    signIn.clear();
    setAsking(true);
    try {
      const options = await begin.submit({ body: {} });
      if (options === undefined) return;
      const signed = await signWithPasskey(options);
      setCredential(signed);
      await signIn.submit({ body: { credential: signed } });
    } catch (error) {
      setMissing(error instanceof Error ? error.message : messages.passkey.cancelled);
    } finally {
      setAsking(false);
    }
  };
  const latest = useRef(ask);
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    void latest.current();
  }, []);

  const { problem } = signIn;
  if (credential !== null && problem !== null)
    return (
      <CodeStep
        pending={signIn.pending}
        problem={problem}
        onCode={(code) => void signIn.submit({ body: { credential, code } })}
        onBack={onBack}
      />
    );
  const refused = missing ?? problem?.detail ?? begin.problem?.detail;
  return (
    <Stack gap="md">
      <Text role="status">{asking ? words.asking : words.ask}</Text>
      <FormErrorSummary>{asking ? null : refused}</FormErrorSummary>
      <Button size="md" fullWidth disabled={asking} onClick={() => void ask()} data-autofocus>
        {words.again}
      </Button>
      <Anchor component="button" type="button" size="sm" onClick={onBack}>
        {words.usePassword}
      </Anchor>
    </Stack>
  );
}
