/**
 * The part of messages.ts that the login page shows. It is a file of its own so that the first page loads no word that it does not
 * need; everybody else reads `messages`.
 */
export const firstMessages = {
  common: {
    badId: 'This is not a valid id.',
    tooLong: (max: number) => `Use at most ${max} characters.`,
    unprintable: 'Remove the invisible or control characters.',
    wholeNumber: (most: number) => `Enter a whole number from 1 to ${most.toLocaleString('en-US')}.`,
    badFilter: 'There is no such filter.',
    badCursor: 'This is not a place in the list: start from its first page.',
    unknownField: (name: string) => `Unknown field: ${name}.`,
    checkFields: 'Please check the marked fields.',
    notSignedIn: 'Please sign in first.',
    notAllowed: 'You are not allowed to do this.',
    notFound: 'Nothing was found here.',
    methodNotAllowed: 'This address does not answer that method.',
    wrongType: 'Send this as JSON (Content-Type: application/json).',
    badBody: 'The request could not be read. Check that it is valid JSON.',
    tooLarge: 'The request is too large.',
    tooMany: 'Too many requests. Wait a moment and try again.',
    keyMissing: 'Send an Idempotency-Key header, so that a retry never does this twice.',
    keyFormat: 'The Idempotency-Key must be 1 to 200 visible ASCII characters.',
    keyReused: 'This Idempotency-Key was already used for a different request.',
    unknownOutcome: 'We do not know yet whether this went through. Send the same request again with the same key.',
    busy: 'The server is busy. Nothing was changed; try again in a moment.',
    storageFull:
      'We can’t save anything right now: our storage is full. Nothing was changed; try again in a few minutes.',
    outdated: 'This server is being replaced by a newer version. Nothing was changed; try again in a moment.',
    filesUnavailable: 'Files can’t be saved or shown right now. Nothing was changed; try again in a few minutes.',
    failed: 'Something went wrong on our side. Nothing was changed. Try again later.',
    unreachable: 'The server cannot be reached. Check your connection and try again; what you typed is kept.',
    originRefused: 'This request did not come from this site.',
  },
  login: {
    heading: 'Login into your account',
    emailRequired: 'Email is required',
    emailInvalid: 'Invalid email format',
    passwordRequired: 'Password is required',
    failed: 'Login failed. Please check your credentials.',
    closed: 'This account is closed.',
  },
  account: {
    inactive: 'Your account is currently inactive, Please message any of our support agent to activate your account.',
    demo: 'Demo Account',
    live: 'Live Account',
    demoBanner: 'Demo: paper money. Nothing here is worth real money, and no real money should be sent.',
    /** The same where there is room for one line. */
    demoBannerShort: 'Demo: paper money, nothing real.',
    simulated: 'Simulated prices',
    simulatedForTests: 'Simulated prices (test seed)',
    replayed: 'Recorded prices, replayed',
    demoSendNothing: 'Paper money: send nothing',
  },
} as const;
