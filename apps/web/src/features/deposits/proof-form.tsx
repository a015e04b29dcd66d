import { messages } from '@clearbook/contracts/messages';
import { uploadRefusal } from '@clearbook/contracts/uploads';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { useSubmit } from '../../lib/use-submit.ts';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { toast } from '../../ui/toast.ts';

type Props = {
  id: string;
  /** Kept outside, so that it outlives the countdown. */
  file: File | null;
  onFile: (file: File | null) => void;
};

/** The proof of payment and the Paid button. What was chosen stays chosen when sending fails, and when the time is up. */
export function ProofForm({ id, file, onFile }: Props) {
  const navigate = useNavigate();
  const send = useSubmit('POST /deposits/:id/proof', {
    failed: messages.upload.failed,
    topics: ['deposits'],
    onSuccess: () => {
      toast.success(messages.deposit.done);
      void navigate('/deposit-history');
    },
  });
  const [error, setError] = useState<string>();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const refusal = uploadRefusal(file, messages.deposit.proofRequired);
    if (refusal !== null || file === null) return setError(refusal ?? undefined);
    const form = new FormData();
    form.set('file', file);
    void send.submit({ params: { id }, form });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <ImageInput
          label={words.pay.proof}
          hint={words.pay.proofHint}
          previewLabel={words.pay.proofAlt}
          value={file}
          error={error}
          onChange={(chosen) => {
            onFile(chosen);
            send.clear();
            setError(
              chosen === null ? undefined : (uploadRefusal(chosen, messages.deposit.proofRequired) ?? undefined),
            );
          }}
        />
        <FormErrorSummary>{send.problem?.detail}</FormErrorSummary>
        <Button type="submit" size="md" loading={send.pending}>
          {words.pay.paid}
        </Button>
      </Stack>
    </form>
  );
}
