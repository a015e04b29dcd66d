import { firstMessages } from '../first-messages.ts';

/* Said on every screen and by every route. */

export const common = {
  ...firstMessages.common,
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
  tooManySockets: (most: number) => `You have ${most} live connections open, the maximum. Close one first.`,
  keyMissing: 'Send an Idempotency-Key header so a retry never does this twice.',
  keyFormat: 'The Idempotency-Key must be 1 to 200 visible ASCII characters.',
  keyReused: 'This Idempotency-Key was already used for a different request.',
  unknownOutcome: 'We don’t know yet whether this went through. Send the same request again with the same key.',
  busy: 'The server is busy. Nothing changed; try again in a moment.',
  storageFull: 'We can’t save anything right now: our storage is full. Nothing changed; try again in a few minutes.',
  outdated: 'This server is being replaced by a newer version. Nothing changed; try again in a moment.',
  filesUnavailable: 'Files can’t be saved or shown right now. Nothing changed; try again in a few minutes.',
  originRefused: 'This request didn’t come from this site.',
} as const;

/** For a value that no sentence of its own is written for. */
export const value = {
  required: 'This field is missing.',
  text: 'Send text here.',
  number: 'Send a number here.',
  boolean: 'Send true or false here.',
  list: 'Send a list here.',
  object: 'Send an object with named fields here.',
  oneOf: (values: readonly string[]) => `Choose one of: ${values.join(', ')}.`,
  time: 'Use a time in UTC, such as 2026-11-23T09:30:00Z.',
  date: 'Use a day, such as 2026-11-23.',
  format: 'This value has the wrong format.',
  most: (most: string) => `Use at most ${most}.`,
  least: (least: string) => `Use at least ${least}.`,
  other: 'This field doesn’t accept that value.',
} as const;

export const amount = {
  required: 'Please enter an amount',
  format: 'Enter dollars and cents with digits and one point, such as 1234.50',
  positive: 'The amount must be greater than zero',
  tooLarge: 'The largest amount you can enter is $999,999,999.99',
} as const;

export const account = {
  ...firstMessages.account,
  inactive: 'Your account is currently inactive, Please message any of our support agent to activate your account.',
  demo: 'Demo Account',
  live: 'Live Account',
  simulated: 'Simulated prices',
  simulatedForTests: 'Simulated prices (test seed)',
  replayed: 'Recorded prices, replayed',
  demoSendNothing: 'Paper money: send nothing',
} as const;

export const statement = {
  day: 'Enter a date such as 2026-11-21',
  period: 'Choose a month such as 2026-11, a quarter such as 2026-Q4 or a year such as 2026',
  paper: 'Choose a4 or letter',
  notThere: 'There’s no statement for this period',
  tooLong: (most: string) =>
    `This period has more than ${most} entries, the most one document lists. Choose a shorter period, or download the CSV.`,
  printing: 'Your other PDFs are still being prepared. Try again in a few seconds.',
} as const;

export const unsubscribe = {
  badLink: 'This link doesn’t work. Log in and open Notifications to choose what we email you.',
} as const;
