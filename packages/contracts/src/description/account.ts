import type { accountRoutes } from '../routes/account.ts';
import type { alertsRoutes } from '../routes/alerts.ts';
import type { auditRoutes } from '../routes/audit.ts';
import type { identityRoutes } from '../routes/identity.ts';
import type { knowledgeRoutes } from '../routes/knowledge.ts';
import type { notificationsRoutes } from '../routes/notifications.ts';
import type { protectionRoutes } from '../routes/protection.ts';
import type { WordsOf } from './words.ts';

const ID = '0199f2c4-7a1e-7c3b-9d52-6f0e8b1a2c34';

export const accountWords: WordsOf<typeof accountRoutes> = {
  'GET /me': {
    id: 'getMe',
    tag: 'Account',
    summary: 'See who is signed in',
    description: 'The profile, its role and status, and whether anything must be done before the account can be used.',
  },
  'POST /me/picture': {
    id: 'setPicture',
    tag: 'Account',
    summary: 'Upload a profile picture',
    description: 'Takes a JPEG, PNG or WebP of at most 8 MB and 25 megapixels. The image is stored re-encoded.',
  },
  'DELETE /me/picture': {
    id: 'removePicture',
    tag: 'Account',
    summary: 'Remove the profile picture',
    description: 'The default image is shown from then on.',
  },
  'GET /me/account': {
    id: 'getAccount',
    tag: 'Account',
    summary: 'See balances and margin',
    description:
      'All figures come from one snapshot of the books, in US dollars. Unrealised figures use the prices of `as_of`.',
  },
  'GET /me/entries': {
    id: 'listEntries',
    tag: 'Account',
    summary: 'List ledger entries',
    description: 'Every journal entry that touched this account with its postings, newest first.',
  },
  'GET /me/entries/:number/receipt': {
    id: 'getEntryReceipt',
    tag: 'Account',
    summary: 'Get an entry’s receipt',
    description:
      'What proves that an entry of this account is in the transparency log: SHA-256 of `type`, `nonce` and `canonical` is its line of the log, and `proof` leads from there to the root that `checkpoint` signs (RFC 6962). An entry that is not in the log yet has the `log_status` `waiting`; it is within a minute. How to check one: docs/verify.md.',
  },
  'GET /me/liabilities/proof': {
    id: 'getLiabilityProof',
    tag: 'Account',
    summary: 'Get the proof that your balance was counted',
    description:
      'Once a UTC day every client’s balance, and apart from it every debt, is counted into a Merkle-sum tree whose root is in the transparency log. This is what leads from this account’s leaves to that root: of the last day, or of a `day` of the last 35. `proof` is null for an account that hasn’t been counted yet; a `day` without a proof is not found. How to check one: docs/verify.md.',
  },
  'GET /me/statements': {
    id: 'getStatement',
    tag: 'Account',
    summary: 'Read the statement',
    description:
      'Entries in words with the balance after each, newest first, and totals by month. Days are UTC days. Filters narrow the lines, not the balances.',
  },
  'GET /me/statements.csv': {
    id: 'exportStatement',
    tag: 'Account',
    summary: 'Export the statement as CSV',
    description: 'The same lines as `GET /me/statements`, as a file. Amounts are plain decimals in the named currency.',
  },
  'GET /me/statements/periods': {
    id: 'listStatementPeriods',
    tag: 'Account',
    summary: 'List the periods that have a statement',
    description:
      'Every month, quarter and year (UTC) from the account’s first entry to now, newest first, with the figures of the whole account. The CSV of a period is `GET /me/statements.csv` with its `from` and `to`.',
  },
  'GET /me/statements/:period': {
    id: 'getStatementDocument',
    tag: 'Account',
    summary: 'Get a period’s statement',
    description:
      'The figures of one month, quarter or year, oldest entry first. Once the period has ended its bytes never change, and their SHA-256 is the fingerprint on the PDF.',
  },
  'GET /me/statements/:period/document.pdf': {
    id: 'getStatementPdf',
    tag: 'Account',
    summary: 'Download a period’s statement as PDF',
    description:
      'The same figures as `GET /me/statements/{period}`, with the words of each entry, as a tagged PDF. It carries the fingerprint of the JSON, and the checkpoint of the transparency log that covers its last entry.',
  },
  'GET /me/archives': {
    id: 'listArchives',
    tag: 'Account',
    summary: 'List archives',
    description:
      'Archives of this account, newest first: one in the making, and the last that is kept. The file of one that is `ready` is at `GET /me/archives/{id}/file`.',
  },
  'POST /me/archives': {
    id: 'askArchive',
    tag: 'Account',
    summary: 'Ask for an archive',
    description:
      'Everything of this account in one zip, made in the background and kept for 7 days: docs/spec/archive.md has the format. Needs a password or code of the last 5 minutes (`POST /auth/step-up`). One at a time.',
  },
  'POST /me/close': {
    id: 'closeAccount',
    tag: 'Account',
    summary: 'Close the account for good',
    description:
      'Erases personal data and keeps the ledger’s entries. Refused with `user.not_empty` while money, trades or requests are left.',
    example: { password: 'tide and timber 41' },
  },
  'GET /me/mailbox': {
    id: 'listMailbox',
    tag: 'Account',
    summary: 'Read captured email',
    description: 'In demo mode no email leaves the server. What would have been sent to this account is here.',
  },
};

export const auditWords: WordsOf<typeof auditRoutes> = {
  'GET /me/audit': {
    id: 'listStaffActivity',
    tag: 'Account',
    summary: 'See what staff did about this account',
    description: 'Staff actions on this account, views of its documents included, newest first.',
  },
  'GET /admin/audit.csv': {
    id: 'exportAudit',
    tag: 'Staff: clients',
    summary: 'Export the audit log as CSV',
    description: 'The rows that the search and filter match.',
  },
  'GET /admin/audit': {
    id: 'listAudit',
    tag: 'Staff: clients',
    summary: 'List the audit log',
    description: 'What staff did, to whom, and why, newest first.',
  },
};

export const identityWords: WordsOf<typeof identityRoutes> = {
  'GET /identity': {
    id: 'getIdentity',
    tag: 'Identity',
    summary: 'See the state of the identity check',
    description: 'Both documents, what was decided about each, and why.',
  },
  'POST /identity': {
    id: 'submitIdentity',
    tag: 'Identity',
    summary: 'Submit identity documents',
    description:
      'Takes the front and back as images. After a decline only the declined side is needed. In live mode personal details come first.',
  },
  'GET /identity/details': {
    id: 'getPersonalDetails',
    tag: 'Identity',
    summary: 'See your personal details',
    description: 'What you said about yourself last; null where you haven’t yet.',
  },
  'PUT /identity/details': {
    id: 'changePersonalDetails',
    tag: 'Identity',
    summary: 'Fill in or change your personal details',
    description:
      'Live mode asks for them before the documents. They can change at any time; what they were before is kept with its times.',
    example: {
      date_of_birth: '1990-04-23',
      residence: 'DE',
      nationality: 'NL',
      street: 'Lindenallee 7',
      city: 'Hamburg',
      postal_code: '20259',
      tax_number: '12345678901',
      source_of_funds: 'salary',
      source_detail: null,
    },
  },
  'GET /identity/source-of-funds': {
    id: 'getSourceOfFundsDocuments',
    tag: 'Identity',
    summary: 'See the documents you sent that show where your money comes from',
    description: 'Newest first. They stay on record; `left` says how many more you can send.',
  },
  'POST /identity/source-of-funds': {
    id: 'submitSourceOfFundsDocuments',
    tag: 'Identity',
    summary: 'Send documents that show where your money comes from',
    description:
      'Live mode only, after your personal details and identity documents. Takes up to five images, each in the field of its kind. Sending changes no limit by itself, and a withdrawal never asks for it.',
  },
  'GET /admin/verifications.csv': {
    id: 'exportVerifications',
    tag: 'Staff: clients',
    summary: 'Export identity checks as CSV',
    description: 'The rows that the search and filter match.',
  },
  'GET /admin/verifications': {
    id: 'listVerifications',
    tag: 'Staff: clients',
    summary: 'List identity checks',
    description: 'One row per client who submitted documents.',
  },
  'GET /admin/verifications/:id': {
    id: 'getVerification',
    tag: 'Staff: clients',
    summary: 'Open an identity check',
    description: 'The documents are files of `GET /files/{id}`; every view is logged and shown to the client.',
  },
  'GET /admin/verifications/:id/details': {
    id: 'getVerificationDetails',
    tag: 'Staff: clients',
    summary: 'See a client’s personal details',
    description: 'Every version, newest first. Each reading is in the audit log, and the client sees it.',
  },
  'GET /admin/verifications/:id/source-of-funds': {
    id: 'getClientSourceOfFundsDocuments',
    tag: 'Staff: clients',
    summary: 'See which documents a client sent that show where their money comes from',
    description:
      'Newest first. The pictures are files of `GET /files/{id}`; every view is logged and shown to the client.',
  },
  'POST /admin/verifications/:id/source-of-funds/review': {
    id: 'reviewSourceOfFundsDocuments',
    tag: 'Staff: clients',
    summary: 'Mark a client’s documents as reviewed',
    description:
      'Name the `newest` document you saw: it and all before it leave the queue. The client sees it; no limit changes.',
    example: { newest: ID },
  },
  'POST /admin/verifications/:id/decision': {
    id: 'decideVerification',
    tag: 'Staff: clients',
    summary: 'Approve or decline identity documents',
    description:
      'Name the `submission` you saw, and the decision is refused if the client has sent something newer since.',
    example: { decision: 'reject', reason: 'The photo is too dark to read.', documents: ['front'] },
    also: { 202: 'Taking an approval back takes a second person in live mode. Nothing changed yet.' },
  },
  'PUT /admin/verifications/:id/dates': {
    id: 'recordIdentityDates',
    tag: 'Staff: clients',
    summary: 'Record or correct when an identity document expires',
    description:
      'For an approved identity. Here `expires_on` can be in the past. Earlier dates are kept; the audit log and the client’s activity show the change.',
    example: { expires_on: '2031-04-30', review_on: '2028-11-27', reason: 'The year was mistyped' },
  },
  'POST /admin/users/:id/source-of-funds': {
    id: 'documentSourceOfFunds',
    tag: 'Staff: clients',
    summary: 'Propose that a source of funds is documented, or no longer',
    description:
      'Live mode only. Another person decides the proposal; the client’s deposit limits change with the approval.',
    example: { documented: true, reason: 'Salary statements of 2026 and the sale of a flat, on file' },
  },
};

export const notificationsWords: WordsOf<typeof notificationsRoutes> = {
  'GET /notifications': {
    id: 'listNotifications',
    tag: 'Notifications',
    summary: 'List notifications',
    description: 'Newest first, kept for 365 days. `unread` counts up to 100.',
  },
  'POST /notifications/read': {
    id: 'markNotificationsRead',
    tag: 'Notifications',
    summary: 'Mark notifications as read',
    description: 'Marks one notification, or with `and_older` it and every older one.',
    example: { id: ID, and_older: true },
  },
  'GET /notifications/settings': {
    id: 'getNotificationSettings',
    tag: 'Notifications',
    summary: 'See what is emailed',
    description: 'Only email about your own actions can be switched off.',
  },
  'POST /notifications/unsubscribe': {
    id: 'unsubscribe',
    tag: 'Notifications',
    summary: 'Turn a kind of email off by its link',
    description:
      'Takes the token of the link at the end of such an email, without a session. Only that kind goes off; the app still shows everything. Twice is once.',
    example: {
      token: 'price_alerts.AZn0xx4XfF-5Z6Hc7dvyQA.q3vJ0n5uWmYkT8r2LxZc7bQeHs1aDfGiq3vJ0n5uWmY',
    },
  },
  'PUT /notifications/settings': {
    id: 'setNotificationSettings',
    tag: 'Notifications',
    summary: 'Choose what is emailed',
    description: 'Email about money, security and staff decisions always goes out.',
    example: { own_doings: false },
  },
  'GET /me/push': {
    id: 'getPush',
    tag: 'Notifications',
    summary: 'See whether this session gets push messages',
    description: 'With the key that a browser subscribes with (VAPID).',
  },
  'PUT /me/push': {
    id: 'setPush',
    tag: 'Notifications',
    summary: 'Turn push messages on for this session',
    description:
      'Takes what the browser’s `PushSubscription` says, and replaces what was there. It ends with the session (its idle end leaves it on, without details), with `DELETE /me/push`, or when the push service says that the browser is gone. Without `details` a message says only that something happened; price alerts always say what they are about.',
    example: {
      endpoint: 'https://push.example.com/send/4f1c',
      p256dh: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      details: false,
    },
  },
  'DELETE /me/push': {
    id: 'endPush',
    tag: 'Notifications',
    summary: 'Turn push messages off for this session',
    description: 'Twice is once.',
  },
};

export const alertsWords: WordsOf<typeof alertsRoutes> = {
  'GET /alerts': {
    id: 'listAlerts',
    tag: 'Market',
    summary: 'List price alerts',
    description:
      'Active ones first, then the newest 100 that were triggered or have expired. At most 50 can be active at a time.',
  },
  'POST /alerts': {
    id: 'createAlert',
    tag: 'Market',
    summary: 'Set a price alert',
    description:
      'Tells you once when the mid price reaches a level (`above`, `below`, with `price`) or has moved by a percentage from the price at which the alert was set (`rises`, `falls`, with `percent`). With `repeats` it needs an end and waits an hour between alerts. In the app always, by email unless that is switched off.',
    example: { symbol: 'BTC', kind: 'above', price: '118000' },
  },
  'PUT /alerts/:id': {
    id: 'changeAlert',
    tag: 'Market',
    summary: 'Change a price alert',
    description:
      'Sets it again for the same symbol, also where it was triggered or has expired. Only prices from now on count, and a change in percent is measured from the price now.',
    example: { kind: 'falls', percent: '5' },
  },
  'DELETE /alerts/:id': {
    id: 'removeAlert',
    tag: 'Market',
    summary: 'Remove a price alert',
    description: 'Whether active or past. The notifications it led to stay.',
  },
};

export const knowledgeCheckWords: WordsOf<typeof knowledgeRoutes> = {
  'GET /me/knowledge-check': {
    id: 'getKnowledgeCheck',
    tag: 'Self-protection',
    summary: 'See whether questions stand before your first trade',
    description: 'Live mode asks them once, before the first trade or copy. Closing never asks.',
  },
  'POST /me/knowledge-check': {
    id: 'answerKnowledgeCheck',
    tag: 'Self-protection',
    summary: 'Answer the questions',
    description: 'Once. With too few right answers there’s a warning, and trading can be confirmed 24 hours later.',
    example: {
      leverage: 'position',
      stop_loss: 'usually',
      margin: 'closed',
      overnight: 'nightly',
      risk: 'higher',
      traded: 'never',
      learned: 'no',
    },
  },
  'POST /me/knowledge-check/confirm': {
    id: 'confirmKnowledgeWarning',
    tag: 'Self-protection',
    summary: 'Confirm the warning and trade',
    description: 'From 24 hours after the answers on.',
  },
  'GET /admin/users/:id/knowledge-check': {
    id: 'getClientKnowledgeCheck',
    tag: 'Staff: clients',
    summary: 'See a client’s knowledge check',
    description: 'How far they are, without their answers.',
  },
};

export const protectionWords: WordsOf<typeof protectionRoutes> = {
  'GET /me/protection': {
    id: 'getProtection',
    tag: 'Self-protection',
    summary: 'See limits and breaks',
    description: 'Each limit with how much of it is used and when it resets, in US dollars and UTC.',
  },
  'PUT /me/protection': {
    id: 'setProtection',
    tag: 'Self-protection',
    summary: 'Set limits on losses and deposits',
    description:
      'A tighter limit takes effect immediately, a looser one after 24 hours. Null removes a limit; what is not named stays.',
    example: { daily_loss: '250.00', deposit_month: '2000.00' },
  },
  'POST /me/time-outs': {
    id: 'takeTimeOut',
    tag: 'Self-protection',
    summary: 'Take a break from trading',
    description:
      'Blocks new trades and deposits for the chosen time. Six months and longer is self-exclusion. A break can be made longer, never shorter.',
    example: { length: '7d' },
  },
  'POST /me/time-outs/return': {
    id: 'returnFromExclusion',
    tag: 'Self-protection',
    summary: 'Come back after self-exclusion',
    description: 'Possible once the chosen time is over. Trading opens again 24 hours later.',
  },
  'GET /admin/users/:id/protection': {
    id: 'getClientProtection',
    tag: 'Staff: clients',
    summary: 'See a client’s own limits and breaks',
    description: 'Staff can read them and change none of them.',
  },
};
