import { command, module, rows } from '../../kernel/module.ts';
import { decideDeclineVerification } from './decline-verification.ts';
import { VERIFICATIONS } from './model.ts';
import { IDENTITY_REFUSALS } from './refusals.ts';

export const identity = module({
  name: 'identity',
  uses: [],
  refusals: IDENTITY_REFUSALS,
  readings: { VERIFICATIONS },
  commands: {
    decline_verification: command(decideDeclineVerification, {
      reads: ({ clientId }) => [rows(VERIFICATIONS, clientId)],
    }),
  },
});
