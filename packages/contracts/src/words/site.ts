/** Words about what takes a password and a second person: where deposits go, and what withdrawals cost. Staff alone download them. */
export const siteWords = {
  stepUp: {
    title: 'Confirm it’s you',
    text: 'Confirm to move money or change access. We won’t ask again for 5 minutes.',
    confirm: 'Confirm',
    usePassword: 'Use your password instead',
    useCode: 'Use a code instead',
    usePasskey: 'Use a passkey',
  },
  upcoming: {
    notice: (from: string, proposed: string, approved: string) =>
      `New deposit addresses take effect on ${from}. ${proposed} proposed them and ${approved} approved them.`,
    see: 'See the addresses',
    heading: 'Upcoming addresses',
    intro: (from: string) =>
      `These addresses take effect on ${from}. Until then, clients send deposits to the current ones below.`,
    from: 'Take effect',
    keep: 'Keep the current addresses',
    keepTitle: 'Keep the current addresses?',
    keepText: 'The new addresses never take effect, and we email all staff. New ones need a new proposal.',
    keepFailed: 'Couldn’t keep the current addresses',
  },
  walletsNotice:
    'Another person has to approve new addresses. They take effect 24 hours later, and we email all staff.',
  feesNotice: 'Another person has to approve a new minimum or percentage, and we email all staff.',
  mailed: 'We email all staff about this change.',
  current: (name: string) => `${name} now`,
  coming: (name: string, from: string) => `${name} from ${from}`,
} as const;
