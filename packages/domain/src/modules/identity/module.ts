import { command, module } from '../../kernel/module.ts';
import { decideDeclineVerification, verificationOf } from './decline-verification.ts';
import { VERIFICATION_DOCUMENTS, VERIFICATIONS } from './model.ts';
import { IDENTITY_REFUSALS } from './refusals.ts';

export const identity = module({
  name: 'identity',
  uses: [],
  tables: [VERIFICATIONS, VERIFICATION_DOCUMENTS],
  refusals: IDENTITY_REFUSALS,
  readings: { VERIFICATIONS },
  commands: {
    decline_verification: command(decideDeclineVerification, {
      reads: ({ clientId }) => verificationOf(clientId),
    }),
  },
});
