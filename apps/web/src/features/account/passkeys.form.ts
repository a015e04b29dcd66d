import { beginPasskeyBody, renamePasskeyBody } from '@clearbook/contracts/access';
import type { Passkey } from '@clearbook/contracts/access';
import { firstErrors, formOf } from '../../lib/form.ts';

/** The name goes with the passkey, once the device has made it. Without two-factor no code is sent. */
export const beginPasskeyForm = formOf({
  route: 'POST /me/passkeys/options',
  schema: beginPasskeyBody,
  initial: () => ({ name: '', password: '', code: '' }),
  body: ({ password, code }) => ({ password, ...(code !== '' && { code }) }),
  check: ({ name }) => firstErrors(renamePasskeyBody, { name }),
  topics: [],
});

export const renamePasskeyForm = formOf({
  route: 'PATCH /me/passkeys/:id',
  schema: renamePasskeyBody,
  id: ({ id }: Passkey) => id,
  initial: ({ name }: Passkey) => ({ name }),
  body: (values) => values,
  topics: ['sessions'],
});
