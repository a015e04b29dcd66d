import { createDepositBody } from '@clearbook/contracts/funding';
import type { DepositMethod } from '@clearbook/contracts/funding';
import { messages } from '@clearbook/contracts/messages';
import { uploadRefusal } from '@clearbook/contracts/uploads';
import { pick } from 'zod/mini';
import { formOf, type FormRules, uploadOf } from '../../lib/form.ts';

/** Step 1 sends nothing: its amount goes with the method. `Of` is what was typed before a reload. */
export const amountFields: FormRules<{ amount: string }, string> = {
  schema: pick(createDepositBody, { amount: true }),
  initial: (amount) => ({ amount }),
  body: ({ amount }) => ({ amount: amount.trim() }),
};

type MethodOf = { amount: string; method: DepositMethod | null };

/** Step 2 creates the deposit and locks the rate. */
export const methodForm = formOf({
  route: 'POST /deposits',
  schema: createDepositBody,
  initial: ({ method }: MethodOf) => ({ method }),
  body: ({ method }, { amount }) => ({ amount, method: method ?? undefined }),
  topics: ['deposits'],
});

/** Step 3: the proof of payment. `Of` is the deposit's id. */
export const proofForm = uploadOf({
  route: 'POST /deposits/:id/proof',
  id: (id: string) => id,
  initial: () => ({ file: null as File | null }),
  files: ({ file }) => ({ file }),
  check: ({ file }) => {
    const refusal = uploadRefusal(file, messages.deposit.proofRequired);
    return refusal === null ? {} : { file: refusal };
  },
  // Said above the button: with the reason, or with what became of the upload.
  complaints: () => [],
  topics: ['deposits'],
  failed: messages.upload.failed,
});
