import { messages } from '@clearbook/contracts/messages';
import { depositWords as words } from '@clearbook/contracts/words/deposits';
import { Button, Stack } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useDeclaredForm } from '../../lib/use-declared-form.ts';
import { useHere } from '../../lib/use-here.ts';
import { Form } from '../../ui/form.tsx';
import { FormErrorSummary } from '../../ui/form-error-summary.tsx';
import { ImageInput } from '../../ui/image-input.tsx';
import { toast } from '../../ui/toast.ts';
import { proofForm } from './deposit.form.ts';

type Props = {
  id: string;
  /** Kept outside, so that it outlives the countdown. */
  file: File | null;
  onFile: (file: File | null) => void;
};

/** The proof of payment and the Paid button. What was chosen stays chosen when sending fails, and when the time is up. */
export function ProofForm({ id, file, onFile }: Props) {
  const navigate = useNavigate();
  const here = useHere();
  const proof = useDeclaredForm(proofForm, id, {
    kept: { file },
    onDone: () => {
      toast.success(messages.deposit.done);
      if (here()) void navigate('/deposit-history');
    },
  });

  return (
    <Form onSend={proof.send}>
      <Stack>
        <ImageInput
          label={words.pay.proof}
          hint={words.pay.proofHint}
          previewLabel={words.pay.proofAlt}
          value={file}
          error={proof.errors['file']}
          onChange={(chosen) => {
            onFile(chosen);
            proof.form.setFieldValue('file', chosen);
            // What is chosen is judged right away; nothing chosen is asked for when it is sent.
            if (chosen !== null) proof.form.validateField('file');
          }}
        />
        <FormErrorSummary>{proof.problem?.detail}</FormErrorSummary>
        <Button type="submit" size="md" loading={proof.pending}>
          {words.pay.paid}
        </Button>
      </Stack>
    </Form>
  );
}
