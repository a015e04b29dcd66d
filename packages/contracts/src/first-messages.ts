/**
 * The part of messages.ts that the login page shows. It is a file of its own so that the first page loads no word that it does not
 * need; everybody else reads `messages`.
 */
export const firstMessages = {
  common: {
    badId: 'This isn’t a valid id.',
    tooLong: (max: number) => `Use at most ${max} characters.`,
    unprintable: 'Remove the invisible or control characters.',
    wholeNumber: (most: number) => `Enter a whole number from 1 to ${most.toLocaleString('en-US')}.`,
    dayOrTime: 'Enter a day such as 2026-11-21 or a time such as 2026-11-21T14:30:00Z.',
    datesReversed: 'The end date is before the start date.',
    badFilter: 'This filter doesn’t exist.',
    badCursor: 'This cursor isn’t valid. Start from the first page.',
    unknownField: (name: string) => `Unknown field: ${name}.`,
    checkFields: 'Please check the marked fields.',
    notSignedIn: 'Please sign in first.',
    notAllowed: 'You don’t have permission to do this.',
    notIncluded: (permission: string) =>
      `Your role doesn’t include this (${permission}). Ask somebody whose role does, or an owner to change yours.`,
    notFound: 'Nothing was found here.',
    methodNotAllowed: 'This address doesn’t support that method.',
    wrongType: 'Send this as JSON (Content-Type: application/json).',
    wrongTypeFiles: (fields: string) =>
      `Send this as a form with files (Content-Type: multipart/form-data; fields: ${fields}).`,
    badBody: 'We couldn’t read the request. Check that it’s valid JSON.',
    tooLarge: 'The request is too large.',
    tooMany: 'Too many requests. Wait a moment and try again.',
    tooManySockets: (most: number) => `You have ${most} live connections open, the most there can be. Close one first.`,
    keyMissing: 'Send an Idempotency-Key header so a retry never does this twice.',
    keyFormat: 'The Idempotency-Key must be 1 to 200 visible ASCII characters.',
    keyReused: 'This Idempotency-Key was already used for a different request.',
    unknownOutcome: 'We don’t know yet whether this went through. Send the same request again with the same key.',
    busy: 'The server is busy. Nothing changed; try again in a moment.',
    storageFull: 'We can’t save anything right now: our storage is full. Nothing changed; try again in a few minutes.',
    outdated: 'This server is being replaced by a newer version. Nothing changed; try again in a moment.',
    filesUnavailable: 'Files can’t be saved or shown right now. Nothing changed; try again in a few minutes.',
    failed: 'Something went wrong on our side. Nothing changed. Try again later.',
    unreachable: 'We can’t reach the server. Check your connection and try again. We’ve kept what you typed.',
    originRefused: 'This request didn’t come from this site.',
  },
  /** For a value that no sentence of its own is written for. */
  value: {
    required: 'This field is missing.',
    text: 'Send text here.',
    number: 'Send a number here.',
    boolean: 'Send true or false here.',
    list: 'Send a list here.',
    object: 'Send an object with named fields here.',
    oneOf: (values: readonly string[]) => `Choose one of: ${values.join(', ')}.`,
    time: 'Use a time in UTC, such as 2026-11-23T09:30:00Z.',
    date: 'Use a day, such as 2026-11-23.',
    format: 'This is not in the form that this field takes.',
    most: (most: string) => `Use at most ${most}.`,
    least: (least: string) => `Use at least ${least}.`,
    other: 'This field does not take that.',
  },
  login: {
    heading: 'Login into your account',
    emailRequired: 'Email is required',
    emailInvalid: 'Invalid email format',
    passwordRequired: 'Password is required',
    failed: 'Login failed. Please check your credentials.',
    /** After it in live mode, for everybody alike. */
    confirmFirst: 'If you just signed up, open the link in our email first.',
    tooMany: 'Login failed. Please check your credentials. There were too many attempts; wait a moment and try again.',
    closed: 'Login failed. Please check your credentials. This account is closed.',
    staffElsewhere:
      'Login failed. Please check your credentials. Staff can’t log in from this network. Use an approved one.',
  },
  account: {
    inactive: 'Your account is currently inactive, Please message any of our support agent to activate your account.',
    demo: 'Demo Account',
    live: 'Live Account',
    demoBanner: 'Demo: paper money. Nothing here is worth real money, so don’t send any.',
    /** The same where there is room for one line. */
    demoBannerShort: 'Demo: paper money, nothing real.',
    simulated: 'Simulated prices',
    simulatedForTests: 'Simulated prices (test seed)',
    replayed: 'Recorded prices, replayed',
    demoSendNothing: 'Paper money: send nothing',
  },
} as const;
