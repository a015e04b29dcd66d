import type { fraudRoutes } from '../routes/fraud.ts';
import type { WordsOf } from './words.ts';

export const fraudWords: WordsOf<typeof fraudRoutes> = {
  'GET /admin/deposits/:id/signals': {
    id: 'listDepositSignals',
    tag: 'Staff: money',
    summary: 'See the fraud signals of a deposit',
    description:
      'Worked out from what is on record now, the gravest first. They decide nothing, and clients never see them.',
  },
  'GET /admin/withdrawals/:id/signals': {
    id: 'listWithdrawalSignals',
    tag: 'Staff: money',
    summary: 'See the fraud signals of a withdrawal',
    description:
      'Worked out from what is on record now, the gravest first. They decide nothing, and clients never see them.',
  },
  'GET /admin/verifications/:id/signals': {
    id: 'listVerificationSignals',
    tag: 'Staff: clients',
    summary: 'See the fraud signals of a verification',
    description:
      'Worked out from what is on record now, the gravest first. They decide nothing, and clients never see them.',
  },
  'POST /admin/signal-dismissals': {
    id: 'dismissSignal',
    tag: 'Staff: money',
    summary: 'Dismiss a fraud signal',
    description:
      'With a reason, which stays beside it. It counts for what is on record now: where that changes, the signal is open again. Takes the permission to see what it is about, too.',
    example: {
      what: 'deposit',
      id: '01890000-0000-7000-8000-000000000000',
      kind: 'same_image',
      digest: '0123456789abcdef0123456789abcdef',
      reason: 'Two accounts of one family, both known',
    },
  },
};
