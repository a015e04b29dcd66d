import { messages } from '@clearbook/contracts/messages';
import { siteWords } from '@clearbook/contracts/words/site';
import { Button, Stack } from '@mantine/core';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { signWithPasskey } from '../../lib/passkeys.ts';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';

/** In the dialog that asks who is there: a passkey stands for the password or the code. */
export default function PasskeyConfirm({ onDone }: { onDone: () => void }) {
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState<string | null>(null);
  const begin = useSubmit('POST /auth/step-up/passkey-options');
  const confirm = useSubmit('POST /auth/step-up/passkey', { onSuccess: onDone });
  const ask = async () => {
    setMissing(null);
    confirm.clear();
    setAsking(true);
    try {
      const options = await begin.submit({ body: {} });
      if (options !== undefined) await confirm.submit({ body: { credential: await signWithPasskey(options) } });
    } catch (error) {
      setMissing(error instanceof Error ? error.message : messages.passkey.cancelled);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Stack gap="xs">
      <FormErrorSummary>{missing ?? begin.problem?.detail ?? confirm.problem?.detail}</FormErrorSummary>
      <Button
        variant="default"
        leftSection={<Fingerprint size={18} aria-hidden />}
        loading={asking}
        onClick={() => void ask()}
      >
        {siteWords.stepUp.usePasskey}
      </Button>
    </Stack>
  );
}
