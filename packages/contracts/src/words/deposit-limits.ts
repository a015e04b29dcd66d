/** Words of what a client can deposit at their level, for clients and for staff. */
export const depositLimitWords = {
  title: 'Deposit limits',
  levels: { email: 'Email confirmed', identity: 'Identity verified', funds: 'Source of funds documented' },
  level: 'Your level',
  day: 'Today (UTC)',
  month: 'This month (UTC)',
  noLimit: 'No limit',
  left: (left: string, limit: string) => `${left} left of ${limit}`,
  raise: {
    email: 'Verified clients can deposit more.',
    expired: 'Your identity document has expired. Once we’ve approved a new one, you can deposit more.',
    identity: 'To raise these limits, send us documents that show where your money comes from.',
    funds: 'This is the highest level.',
  },
  verify: 'Verify my identity',
  sendNew: 'Send a new document',
  sendFunds: 'Send documents',
  withdrawals: 'Withdrawals have no limit, and we always credit a payment that arrives.',
  failed: 'Couldn’t load your deposit limits',
  staff: {
    level: 'Level',
    all: 'All levels',
    each: (day: string, month: string) => `${day} a day, ${month} a month`,
    document: 'Document source of funds',
    takeBack: 'No longer documented',
    documentTitle: 'Mark source of funds as documented?',
    takeBackTitle: 'Mark source of funds as no longer documented?',
    documentText:
      'Once another person approves, the client’s deposit limits go up, and we email them. Keep any documents you got elsewhere on file.',
    takeBackText: 'Once another person approves, the client’s deposit limits go down. We email them your reason.',
    documentedAlready:
      'This client’s source of funds has been marked as documented in the meantime, so there’s nothing left to propose.',
    takenBackAlready:
      'This client’s source of funds has been marked as no longer documented in the meantime, so there’s nothing left to propose.',
    propose: 'Propose',
    proposed: 'Proposed. Another person has to approve it.',
    failed: 'Couldn’t propose this',
  },
} as const;
