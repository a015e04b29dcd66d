import { command, follow, module } from '../../kernel/module.ts';
import { decideDeclineVerification, verificationOf } from './decline-verification.ts';
import { DOCUMENTED_FUNDS, STANDINGS, VERIFICATION_DOCUMENTS, VERIFICATIONS } from './model.ts';
import { IDENTITY_REFUSALS } from './refusals.ts';

export const identity = module({
  name: 'identity',
  uses: [],
  tables: [VERIFICATIONS, VERIFICATION_DOCUMENTS, DOCUMENTED_FUNDS],
  follows: [
    // The next command of the batch is decided on it.
    follow(VERIFICATIONS, (state, _before, { userId, state: is }) => {
      const standing = state.of(STANDINGS).get(userId);
      if (standing !== undefined) state.of(STANDINGS).set(userId, { ...standing, verified: is === 'approved' });
    }),
    follow(DOCUMENTED_FUNDS, (state, _before, { clientId, documented }) => {
      const standing = state.of(STANDINGS).get(clientId);
      if (standing !== undefined) state.of(STANDINGS).set(clientId, { ...standing, documented });
    }),
  ],
  refusals: IDENTITY_REFUSALS,
  locks: [DOCUMENTED_FUNDS],
  readings: { STANDINGS, VERIFICATIONS },
  commands: {
    decline_verification: command(decideDeclineVerification, {
      reads: ({ clientId }) => verificationOf(clientId),
    }),
  },
});
