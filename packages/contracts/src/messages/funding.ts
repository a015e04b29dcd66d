/* Money coming in and going out. */

export const topUp = {
  tooLarge: 'You can add at most $100,000.00 of paper money at a time',
  tooOften: 'You can add paper money three times a day. Try again tomorrow.',
  done: 'Paper money added',
} as const;

export const deposit = {
  amountRequired: 'Input an amount',
  methodRequired: 'Please choose a payment method',
  proofRequired: 'Please upload your proof of payment',
  expired: 'Expired Payment Link',
  awaiting: 'Awaiting Payment',
  /** The specification's sentence, and what is true until somebody has decided. */
  done: 'Deposit Successful. We have your proof. Your balance goes up once our team has approved the payment.',
  notFound: 'Deposit not found',
  proofTwice: 'We already have a proof of payment for this deposit.',
  alreadyDecided: 'This deposit has already been decided.',
  loanHasNoProof: 'Loans don’t need a proof of payment.',
  notPending: 'This deposit has no proof of payment yet.',
  reasonRequired: 'Enter a reason. The client will see it',
  receiptRequired: 'Enter the payment that arrived, so it’s credited only once',
  outputCredited: 'This payment has already been credited. Each payment can be credited once.',
  noWallet: 'This method isn’t available yet. Choose another method or contact support.',
  receivedAtRequired: 'Enter when the payment arrived',
  receivedInFuture: 'This is in the future. Enter when the payment arrived.',
  receivedTooEarly: (created: string) =>
    `The client asked for this deposit on ${created}. A payment that arrived before then isn’t for it.`,
  txidFormat: 'Enter the transaction ID: 64 characters, each 0–9 or a–f',
  txidFormatEthereum: 'Enter the transaction ID: 0x and 64 characters, each 0–9 or a–f',
  creditTooLarge: (credited: string, most: string) =>
    `This would credit ${credited}, and one deposit credits at most ${most}. Check the amount received.`,
  creditUnconfirmed: (credited: string, expected: string) =>
    `This credits ${credited}, and ${expected} was expected. Enter ${credited} to confirm it.`,
  tooLarge: (most: string) => `One deposit is at most ${most}. You can make several.`,
  tooMany: (most: string) =>
    `You have ${most} open deposits, the most at a time. Finish one, or start another when one has expired or we’ve decided it.`,
  rateUnknown:
    'Part of this payment isn’t covered by the locked rate, and no current price is available. Nothing changed; try again in a minute.',
  priceUnavailable:
    'We can’t calculate the amount to pay because the price service isn’t responding. Try again in a minute.',
  /** What raises the limit is said last. */
  level: (level: string, period: string, of: { limit: string; used: string; left: string; until: string }) => {
    const sum = `You can deposit ${of.left} more ${period === 'day' ? 'today' : 'this month'} (UTC): your limit is ${of.limit} a ${period}, and ${of.used} of it is used. It resets on ${of.until} UTC.`;
    if (level === 'expired') return `${sum} Your identity document has expired. Send a new one to raise it.`;
    if (level === 'email') return `${sum} Verify your identity to raise it.`;
    return level === 'identity' ? `${sum} Show us where your money comes from to raise it.` : sum;
  },
  suspended: 'Your account is suspended, so you can’t make new deposits. You can still close trades and withdraw.',
} as const;

export const withdrawal = {
  amountRequired: 'Please enter an amount',
  insufficient: 'Insufficient balance!',
  minimum: (minimum: string) => `Minimum withdrawal is ${minimum}`,
  methodRequired: 'Please choose a withdrawal method',
  coinRequired: 'Please choose a coin',
  accountNumberRequired: 'Account number is required',
  accountNumberFormat: 'An account number has 4 to 40 letters and digits',
  bankNameRequired: 'Bank name is required',
  accountNameRequired: 'Account name is required',
  addressRequired: 'Wallet address is required',
  addressFormat: 'Enter a valid wallet address',
  addressChecksum: (coin: string) => `This isn’t a valid ${coin} address. Check it for typing errors`,
  paypalRequired: 'Paypal email is required',
  cashtagRequired: 'CashApp tag is required',
  cashtagFormat: 'A CashApp tag starts with a letter and has at most 30 letters and digits',
  gcashNumberRequired: 'GCash account number is required',
  gcashNumberFormat: 'A GCash account number has 7 to 15 digits',
  gcashNameRequired: 'GCash account name is required',
  feeChanged: (fee: string) => `The fee for this withdrawal is now ${fee}. Check it and confirm again.`,
  codeRequired: 'Enter the code from our email',
  codeFormat: 'The code has six digits',
  codeWrong: 'Invalid withdrawal code. Please try again.',
  /** It would be paid twice. */
  beingPaid: {
    sent: 'Our team has already sent this payment and a second person is confirming it, so you can’t cancel it.',
    taken: (time: string) =>
      `Someone is paying this withdrawal right now, so you can’t cancel it. If it isn’t paid by ${time} UTC, you can cancel it then.`,
    declineFirst:
      'A colleague proposed this payout and says it’s been sent. Decline the proposal before you reject the withdrawal.',
  },
  beingReturned:
    'A colleague proposed to return this payout. Decline the proposal before you mark the payment as traced.',
  codeBlocked: 'Too many wrong codes. We cancelled this withdrawal, and your money is available again.',
  codeLapsed: 'The code has expired. We cancelled this withdrawal, and your money is available again.',
  tooManyCodes: 'We can’t send more codes for this withdrawal. Use the last one, or cancel and start again.',
  codeError: 'Error verifying withdrawal code.',
  fiveWrongCodes: 'Five wrong codes were entered.',
  codeSent: 'We’ve emailed you a new code.',
  notFound: 'withdrawals not found',
  alreadyDecided: 'This withdrawal has already been decided.',
  notAwaitingCode: 'This withdrawal doesn’t need a code.',
  notPending: 'This withdrawal isn’t waiting for a decision.',
  alreadyReported: 'You’ve already told us. Our team is tracing the payment.',
  notReported: 'The client hasn’t reported this withdrawal as not received.',
  notApproved: 'You can only report a withdrawal as not received after it was sent.',
  reasonRequired: 'Enter a reason. The client will see it',
  payoutReferenceRequired: 'Enter the payout reference. The client needs it to trace the payment',
  requested: 'Withdrawal requested',
  failed: 'Failed to process withdrawal',
  somethingWrong: 'Something went wrong. Please try again later.',
  state: {
    awaiting_code: 'Waiting for the code we emailed you. We’re holding the money for you.',
    awaiting_app_code: 'Waiting for the code from your authenticator app. We’re holding the money for you.',
    pending: 'Waiting for our team. We’re holding the money for you.',
    overdue: 'This is taking longer than one working day, so we’ve marked it as overdue.',
    approved: 'Sent. Use the payout reference to trace it.',
    rejected: 'Not sent. The full amount is back in your balance.',
    cancelled: 'Cancelled. The full amount is back in your balance.',
    lapsed: 'The code expired. The full amount is back in your balance.',
    not_received: 'You told us it hasn’t arrived. Our team is tracing the payment.',
    traced: 'Our team has traced the payment. If it still hasn’t arrived, report it as not received again.',
    returned: 'The payment was returned. The full amount is back in your balance.',
  },
} as const;

export const hold = {
  codeRequired: 'Choose a ground for the hold',
  referenceRequired: 'Enter a reference the client can quote',
  endRequired: 'Choose when the hold ends',
  endRange: 'Choose an end between now and 30 days from now',
  notLater: (until: string) => `Choose an end later than the current one, ${until} UTC`,
  secondPerson:
    'A hold on this client ended less than 90 days ago, so another one takes two people. Send it again to propose it.',
  oneAtATime: (reference: string, until: string) =>
    `This client’s withdrawals are already on hold until ${until} UTC (reference ${reference}). Renew that hold, or lift it first.`,
  automatic:
    'A change of email, password, passkey or two-factor placed this hold. It ends by itself after 24 hours and can’t be renewed.',
  notFound: 'Hold not found',
  notRunning: 'This hold has already ended. Nothing changed.',
  reasonRequired: 'Enter a reason. The client will see it',
  noApproval: (ground: string, reference: string, until: string) =>
    `This client’s withdrawals are on hold until ${until} UTC (${ground}, reference ${reference}). You can approve it when the hold ends or is lifted. You can still reject it.`,
  timeline: (ground: string, reference: string, until: string) =>
    `On hold until ${until} UTC at the latest (${ground}, reference ${reference}). We’ll decide it after that. You can still cancel it.`,
} as const;
