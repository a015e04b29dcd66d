/** Words of what needs two people, here and where something is proposed. Staff alone download them. */
export const proposalWords = {
  tab: (waiting: number) => (waiting === 0 ? 'Proposals' : `Proposals (${waiting})`),
  title: 'Proposals',
  empty: 'No proposals',
  emptyLive:
    'Adjustments, large deposits, payouts and loans, wallet addresses, withdrawal fees, renewed holds and changes of staff are proposed here. They happen once another person approves them.',
  emptyDemo:
    'In demo mode adjustments and payouts happen right away. Renewed holds and changes of staff are proposed here, for another person to decide.',
  columns: {
    what: 'What',
    about: 'About',
    by: 'Proposed by',
    date: 'Proposed',
    age: 'Waiting',
    status: 'Status',
  },
  act: {
    credit: (amount: string) => `Credit ${amount}`,
    debit: (amount: string, entry: string) => `Debit ${amount}, correcting entry ${entry}`,
    profit: (amount: string, trade: string) => `Add a trade with a profit of ${amount}: ${trade}`,
    loss: (amount: string, trade: string, entry: string) =>
      `Add a trade with a loss of ${amount}, correcting entry ${entry}: ${trade}`,
    addToTrade: (amount: string, symbol: string) => `Add ${amount} manually to the closed ${symbol} trade`,
    payout: (amount: string) => `Approve the withdrawal of ${amount}`,
    placeHold: (ground: string, reference: string, until: string) =>
      `Hold withdrawals until ${until} (${ground}, reference ${reference})`,
    declineVerification: 'Decline the approved identity',
    renewHold: (reference: string, until: string) => `Renew the hold ${reference} until ${until}`,
    returnPayout: (amount: string) => `Return the payout of ${amount} to the client’s balance`,
    deposit: (credited: string, expected: string) =>
      credited === expected
        ? `Credit a deposit of ${credited}`
        : `Credit a deposit with ${credited} (${expected} expected)`,
    loan: (amount: string) => `Approve the loan of ${amount}`,
    releaseLimits: (day: string, client: string) =>
      `Let one person release ${day} a day, ${client} of it to one client`,
    wallets: 'Change the addresses that clients pay to',
    fees: (percent: string, minimum: string) =>
      `Set the withdrawal fee to ${percent}% and the minimum withdrawal to ${minimum}`,
    addStaff: (email: string, role: string) => `Add ${email} as staff with the role ${role}`,
    removeStaff: (email: string) => `Remove access for ${email}`,
    setRole: (email: string, role: string) => `Give ${email} the role ${role}`,
    defineRole: (role: string, permissions: string) => `Let the role ${role} do this: ${permissions}`,
  },
  staff: 'Staff',
  reason: 'Reason',
  client: 'Client',
  reference: 'Payout reference',
  lapses: 'Expires',
  decidedBy: 'Decided by',
  decidedAt: 'Decided',
  answer: 'Answer',
  see: 'See the withdrawal',
  seeDeposit: 'See the deposit',
  seeLoan: 'See the loan',
  look: 'Review',
  approve: 'Approve',
  decline: 'Decline',
  approveTitle: 'Approve this proposal?',
  approveText:
    'This takes effect immediately, under your name. If the ledger’s rules no longer allow it, nothing happens.',
  /** Where it does not take effect right away. */
  approveLater: {
    set_wallets:
      'The addresses take effect 24 hours after you approve them, under your name. Compare every character with its source.',
    set_fees:
      'A higher percentage takes effect 30 days after we tell clients. Everything else takes effect immediately, under your name.',
  },
  declineTitle: 'Decline this proposal?',
  declineText: (email: string) => `Nothing happens, and ${email} sees your reason here.`,
  close: 'Close',
  own: 'You proposed this, or it’s about you, so another person has to decide.',
  over: 'This has been decided or has expired.',
  done: {
    approved: 'Approved and done',
    declined: 'Proposal declined',
    refused: 'Approved, but the ledger’s rules no longer allow it. Nothing changed.',
  },
  failed: 'Couldn’t decide this proposal',
  /** Shown before something is sent that another person will have to decide. */
  notice: 'Another person has to approve this. Nothing happens until then.',
  noticeTrade: 'The trade closes immediately at the live price. Another person has to approve any amount on top.',
  noticePayout: 'This is more than you can release alone today, so another person has to approve it too.',
  proposed: 'Proposed. Another person has to approve it before it happens.',
  waiting: 'This is waiting for another person’s approval.',
  toProposals: 'See the proposals',
  expected: 'Expected',
  arrived: 'Payment arrived',
  received: 'Received',
  txid: 'Transaction ID',
  limits: {
    title: 'What one person can release alone',
    intro:
      'Payouts, returned payouts, deposits and loans, per UTC day. Beyond either limit, or above $10,000.00 in a single amount, another person has to approve.',
    demo: 'In demo mode these limits don’t apply.',
    day: 'Per day',
    client: 'Per day and client',
    used: 'You released alone today',
    dayHint: (most: string) => `Up to ${most}`,
    propose: 'Propose new limits',
    proposed: 'Proposed. Another person has to approve it.',
    failed: 'Couldn’t propose these limits',
    why: 'Why the limits should change',
    history: 'Changes',
    none: 'These limits haven’t been changed yet',
    at: 'Since',
    by: 'Proposed by',
    approvedBy: 'Approved by',
  },
  members: {
    title: 'Staff',
    intro:
      'New staff get an email with a link to choose a password. Another person has to approve every change. On the host, “npm run staff -- add EMAIL” adds someone without approval.',
    list: 'Members of staff',
    you: 'You',
    active: 'Active',
    invited: 'Invited',
    removed: 'No access',
    waits: 'Change proposed',
    email: 'Email address',
    since: 'Since',
    add: 'Propose a new member',
    remove: 'Propose to remove access',
    removeOf: (email: string) => `Propose to remove access: ${email}`,
    removeTitle: 'Propose to remove access?',
    removeText: (email: string) =>
      `Once another person approves, we log ${email} out everywhere and remove their access.`,
    proposed: 'Proposed. Another person has to approve it.',
    failed: 'Couldn’t propose this',
  },
} as const;
