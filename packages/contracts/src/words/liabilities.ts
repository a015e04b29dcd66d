/** Words of the page on which clients see that their balance was counted. */
export const liabilityWords = {
  title: 'Proof of balance',
  short: 'Check that your balance is counted in what we owe',
  intro:
    'Once a day we add up what we owe all clients and put the total in a public log. This page checks in your browser that your balance is part of that total.',
  loading: 'Checking your balance…',
  none: 'Not counted yet',
  noneText:
    'We count all balances once a day (UTC), as soon as at least ten clients have money here. Your balance appears here after the next count.',
  waiting: 'Counted, not signed yet',
  waitingText: (amount: string, day: string) =>
    `Your balance of ${amount} was counted on ${day}. The log hasn’t been signed since then, which takes about a minute. This page updates on its own.`,
  verified: (amount: string, day: string) => `Your balance was counted: ${amount} on ${day}.`,
  verifiedText: (total: string, at: string) =>
    `Your browser just checked it: your balance is part of the ${total} that we owed all clients on ${at}, and the public log has that total.`,
  failed: 'Your balance doesn’t match the count',
  missing: (amount: string, day: string) =>
    `Your entries say you had ${amount} on ${day}, but that amount isn’t in the total we published.`,
  refused: (why: string) => `Your browser couldn’t verify the count. ${why}`,
  otherRoot:
    'The total we show you isn’t the one we show everybody on the transparency page. Both are saved in the files below.',
  whatNow:
    'Your money and your entries haven’t changed. Save the proof and the published figures below, download everything from your account, and write to us with all three. They show anyone what we counted and what your entries say.',
  complaints: 'Write to',
  demo: 'A demo has no operator. In live mode the operator’s complaints address appears here.',
  facts: 'What was counted',
  balance: 'Your balance',
  balanceHint: 'Cash, margin and withdrawals in progress',
  debt: 'Your loan',
  debtHint: 'Counted separately and never taken off a balance',
  at: 'Counted at',
  upTo: 'Up to entry',
  upToHint: 'Compare it with your statement',
  witnesses: 'Log signed by',
  signedBy: (log: string, witnesses: number) =>
    witnesses === 0 ? log : `${log} and ${witnesses === 1 ? '1 witness' : `${witnesses} witnesses`}`,
  statement: 'Open your statement',
  transparency: 'See all published figures',
  details: 'Hashes and places',
  root: 'Root of that day (SHA-256, base64)',
  place: (part: number, of: number) => `Part ${part} of ${of}: amount and place in the tree`,
  part: (amount: string, place: number) => `${amount} at ${place.toLocaleString('en')}`,
  nonce: 'Your nonce. Anyone who has it can find your balance in the tree, so keep it to yourself',
  checkpoint: 'Size and root of the log',
  proof: 'Your proof as a file',
  published: 'The published figures as a file',
} as const;
