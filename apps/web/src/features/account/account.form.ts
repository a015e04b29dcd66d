import { bothProofsBody, changeEmailBody, confirmTwoFactorBody, enrolBody } from '@clearbook/contracts/access';
import { messages } from '@clearbook/contracts/messages';
import { uploadRefusal } from '@clearbook/contracts/uploads';
import { type FieldErrors, formOf, uploadOf } from '../../lib/form.ts';

/** Nothing changes until the new address has answered. Without two-factor no code is sent. */
export const emailForm = formOf({
  route: 'POST /auth/email',
  schema: changeEmailBody,
  initial: () => ({ email: '', password: '', code: '' }),
  body: ({ code, ...body }) => ({ ...body, ...(code !== '' && { code }) }),
  topics: ['mailbox'],
});

export const enrolForm = formOf({
  route: 'POST /auth/two-factor/enrol',
  schema: enrolBody,
  initial: () => ({ password: '' }),
  body: (values) => values,
  topics: [],
});

export const firstCodeForm = formOf({
  route: 'POST /auth/two-factor/confirm',
  schema: confirmTwoFactorBody,
  initial: () => ({ code: '' }),
  body: (values) => values,
  topics: ['me', 'sessions', 'mailbox'],
});

const proofs = {
  schema: bothProofsBody,
  initial: () => ({ password: '', code: '' }),
  body: (values: object) => values,
};

export const newCodesForm = formOf({
  ...proofs,
  route: 'POST /auth/two-factor/recovery-codes',
  topics: ['me', 'mailbox'],
});

export const turnOffForm = formOf({
  ...proofs,
  route: 'POST /auth/two-factor/off',
  topics: ['me', 'sessions', 'mailbox'],
});

export const SIDES = ['front', 'back'] as const;
export type Side = (typeof SIDES)[number];
type Pictures = Record<Side, File | null>;
/** Which pictures are wanted; `anyOf` where one of them is enough. */
export type PicturesOf = { wanted: readonly Side[]; anyOf: boolean };

/** The two pictures of a document. What is missing is said above the button, what is wrong with one beside it. */
export const identityForm = uploadOf({
  route: 'POST /identity',
  initial: (_: PicturesOf): Pictures => ({ front: null, back: null }),
  files: (values) => values,
  check: (values, of) => {
    const missing = missingOf(values, of);
    if (missing !== null) return { missing };
    const errors: FieldErrors = {};
    for (const side of SIDES) {
      const refusal = values[side] === null ? null : uploadRefusal(values[side], '');
      if (refusal !== null) errors[side] = refusal;
    }
    return errors;
  },
  topics: ['identity', 'me'],
});

function missingOf(values: Pictures, { wanted, anyOf }: PicturesOf): string | null {
  const chosen = wanted.filter((side) => values[side] !== null);
  if (anyOf) return chosen.length > 0 ? null : messages.identity.replaceRequired;
  if (chosen.length === wanted.length && chosen.length > 0) return null;
  const [only] = wanted;
  return wanted.length > 1 || only === undefined
    ? messages.identity.bothRequired
    : messages.identity.sideRequired[only];
}

type FundsDocument = { kind: string; file: File | null };

/** One document that shows where the client's money comes from; its picture goes in the field of its kind. */
export const fundsDocumentForm = uploadOf({
  route: 'POST /identity/source-of-funds',
  initial: (): FundsDocument => ({ kind: '', file: null }),
  files: ({ kind, file }) => ({ [kind]: file }),
  check: ({ kind, file }) => {
    const { kind: kindRequired, required } = messages.identity.funds;
    const refusal = uploadRefusal(file, required);
    return { ...(kind === '' && { kind: kindRequired }), ...(refusal !== null && { file: refusal }) };
  },
  complaints: ({ fields }) => fields.map(({ message }) => ({ name: 'file', message })),
  topics: ['identity'],
});

/** One's own picture, as it was cut. */
export const pictureForm = uploadOf({
  route: 'POST /me/picture',
  initial: () => ({ file: null as File | null }),
  files: ({ file }) => ({ file }),
  check: ({ file }) => {
    const refusal = uploadRefusal(file, messages.upload.required);
    return refusal === null ? {} : { file: refusal };
  },
  // Said above the button, whatever it is about.
  complaints: () => [],
  topics: ['me'],
});
