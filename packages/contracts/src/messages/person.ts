/* Who a client is, what they know and how they are protected. */

export const identity = {
  bothRequired: 'Please upload both Front and Back ID images before submitting.',
  sideRequired: { front: 'Please upload the front of your ID.', back: 'Please upload the back of your ID.' },
  replaceRequired: 'Choose the photo you want to replace.',
  alreadyVerified: 'Your identity is already verified. You don’t need to upload anything.',
  required: 'Verify your identity before your first deposit. You never need this to withdraw.',
  notFound: 'Verification not found',
  reasonRequired: 'Enter a reason. The client will see it',
  documentsUnknown: 'Choose front, back or both',
  dates: {
    expiry: 'Enter the date on which the document expires, or choose that it has none',
    review: 'Enter the date as year, month and day',
    problems: {
      expiry_past: 'The document has expired. Decline it, or check the date.',
      expiry_too_far: 'Check the year: a document expires within 20 years.',
      expiry_too_old: 'Check the year: this is more than 20 years ago.',
      review_past: 'Choose a review date after today.',
      review_too_far: 'Choose a review date within five years.',
      review_after_expiry: 'The review date can’t be after the expiry date.',
    },
    invalid: 'One of the dates isn’t right. Nothing was saved.',
    saved: 'Dates recorded',
  },
  sentAgain: 'The client has uploaded new documents. Review those first.',
  notApproved: 'These documents aren’t approved any more. Nothing was changed.',
  fundsUnchanged: 'That’s how it is already. Nothing was changed.',
  fundsIdentityFirst: 'Approve the client’s identity first.',
  demoHasNoLevels: 'In demo mode nobody has a deposit limit.',
  funds: {
    documentsFirst: 'Send your identity documents first.',
    kind: 'Choose what this document is',
    required: 'Choose a photo or scan of the document',
    full: (left: number) =>
      left === 0
        ? 'You’ve sent as many documents as we can take. If we need more, we’ll contact you.'
        : left === 1
          ? 'You can send only 1 more document.'
          : `You can send only ${left} more documents.`,
    sent: 'Document sent',
    nothingWaits: 'These documents have been reviewed already. Nothing was changed.',
    reviewed: 'Marked as reviewed',
  },
  detailsFirst: 'Fill in your personal details before you send your documents.',
  details: {
    dateOfBirth: 'Enter your date of birth',
    residence: 'Choose the country you live in',
    nationality: 'Choose your nationality',
    street: 'Enter your street and house number',
    city: 'Enter your town or city',
    postalCode: 'Enter your postal code',
    taxNumber: 'Enter your tax number',
    sourceOfFunds: 'Choose where your money comes from',
    sourceDetail: 'Say where your money comes from',
    problems: {
      under_age: 'You must be at least 18 to have an account here.',
      impossible_birth: 'Check the year of your date of birth.',
      tax_number_missing: 'Enter the tax number you have in the country you live in.',
      source_detail_missing: 'Say where your money comes from.',
    },
    invalid: 'Some details are missing. Nothing was saved.',
    saved: 'Details saved',
  },
} as const;

export const upload = {
  done: 'Upload Successful',
  failed: 'Upload Failed',
  notAnImage: 'Upload Failed. Use a JPEG, PNG or WebP image.',
  tooLarge: 'Upload Failed. The image is too large. Use one up to 8 MB and 25 megapixels.',
  required: 'Please select a file first',
  quota: 'You’ve reached the maximum number of files for this account.',
} as const;

export const knowledge = {
  choose: 'Choose an answer',
  answered: 'You’ve already answered these questions.',
  nothingToConfirm: 'There’s nothing to confirm yet.',
  refused: {
    unanswered: 'Answer the questions about trading before your first trade. You’ll find them under Account.',
    waiting: (from: string) =>
      `Your answers call for a day to think it over. You can confirm the warning and trade from ${from} UTC.`,
    confirm: 'Confirm the warning before your first trade. You’ll find it under Account.',
  },
} as const;

export const protection = {
  timeOut: (until: string) =>
    `You’re taking a break from trading until ${until} UTC. Until then you can’t open trades or deposit, but you can close trades and withdraw.`,
  selfExclusion: (until: string) =>
    `You’ve excluded yourself from trading until ${until} UTC. Until then you can’t open trades or deposit, but you can close trades and withdraw.`,
  excluded:
    'Your self-exclusion period is over. Ask to come back under Trading limits, and you can trade again 24 hours later.',
  dailyLoss: (lost: string, limit: string, until: string) =>
    `You’ve lost ${lost} today and your daily loss limit is ${limit}. You can open new trades from ${until} UTC, and close trades at any time.`,
  depositLimit: (period: string, limit: string, left: string, until: string) =>
    `Your deposit limit is ${limit} a ${period}, with ${left} left. It resets at ${until} UTC.`,
  range: (least: string, most: string) => `Choose a limit between ${least} and ${most}, or none`,
  excludedAlready: (until: string) =>
    `You’ve excluded yourself from trading${until === '' ? '' : ` until ${until} UTC`}. You can extend that with another self-exclusion, but a break can’t replace it.`,
  notLonger: (until: string) =>
    until === ''
      ? 'You’ve already excluded yourself. You can extend that but not shorten it.'
      : `Your break already lasts until ${until} UTC. You can extend it but not shorten it.`,
  notOver: (until: string) =>
    until === ''
      ? 'You aren’t excluded from trading.'
      : `Your self-exclusion lasts until ${until} UTC. You can’t end it early.`,
  failed: 'Couldn’t change your limits',
  clientOnBreak: 'This client is taking a break from trading. You can approve the loan when it’s over.',
  lengthRequired: 'Choose how long the break should be',
  nothing: 'Enter at least one limit',
} as const;

export const closing = {
  deleted: 'User deleted successfully',
  failed: 'Failed to delete user',
  /** To whoever closes it: its client, who decides nothing, and staff. */
  notEmpty: 'You can’t close this account yet. It still has',
  money: (amount: string) => `${amount} to withdraw`,
  trades: (count: string) => (count === '1' ? 'an open trade' : `${count} open trades`),
  withdrawals: (amount: string) => `${amount} that’s being withdrawn`,
  deposits: (count: string) =>
    count === '1' ? 'a deposit that isn’t decided yet' : `${count} deposits that aren’t decided yet`,
  applied: () => 'a loan application that isn’t decided yet',
  leads: () => 'a trader that clients copy',
  loan: (amount: string) => `a loan of ${amount} to repay`,
  paying: () => 'a deposit that can still be paid',
  until: (time: string) => `a break from trading until ${time} UTC, which nobody can end early`,
  excluded: () => 'a self-exclusion from trading that hasn’t ended yet',
  shares: (amount: string) => `a profit share of ${amount} that hasn’t arrived yet`,
} as const;

export const archive = {
  inProgress: 'We’re already making your file. We’ll email you when it’s ready.',
} as const;

export const push = {
  unusable: 'Your browser’s push service can’t be used here',
  denied: 'Your browser blocks notifications from this site. Allow them in its settings, then try again.',
  failed: 'We couldn’t turn on notifications in this browser. Try again later.',
} as const;
