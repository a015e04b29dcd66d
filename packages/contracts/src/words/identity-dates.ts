/** When an approved identity document expires and is looked at again, for its owner and for staff. */
export const identityDateWords = {
  expires: 'Document expires',
  review: 'Next review',
  never: 'No expiry date',
  notRecorded: 'Not recorded',
  expired: (date: string) => `Expired: valid until ${date}`,
  due: (date: string) => `Due since ${date}`,
  client: {
    valid: (date: string) => `Your document is valid until ${date}.`,
    never: 'Your document has no expiry date.',
    expiring: (date: string) => `Your document is valid until ${date}. You can send a new one now.`,
    expired: (date: string) => `Your document was valid until ${date}. Please send a new one.`,
    notRecorded: 'Expiry date: not recorded.',
    waiting: 'We’re checking your new document. Until we’re done, you stay verified.',
    declined:
      'Your new document wasn’t accepted. See the reason below and upload another photo. Until then, you stay verified.',
    send: 'Send a new document',
    sendText: 'Choose the front and the back of your new document. You stay verified while we check it.',
  },
  staff: {
    filters: {
      expired: 'Expired',
      expiring: 'Expires within 30 days',
      review_due: 'Review due',
      no_dates: 'No date recorded',
    },
    which: 'Expiry',
    choices: { on: 'The document has an expiry date', never: 'The document has no expiry date' },
    expiry: 'Expires on',
    expiryHint: 'The last day on which the document is valid',
    review: 'Review on',
    reviewHint: 'Leave empty for the usual day: when the document expires, or in two years if it never does.',
    stands: {
      pending:
        'This client is verified and has sent a new document. They stay verified while it waits, and if you decline it.',
      declined: 'The new document was declined. The earlier approval still stands; you can take it back.',
    },
    record: 'Record dates',
    correct: 'Correct dates',
    title: 'When does the document expire?',
    text: (email: string) => `${email} sees the new date and your reason.`,
    failed: 'Couldn’t record the dates',
  },
} as const;
