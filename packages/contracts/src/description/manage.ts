import type { holdsRoutes } from '../routes/holds.ts';
import type { siteRoutes } from '../routes/site.ts';
import type { usersRoutes } from '../routes/users.ts';
import type { WordsOf } from './words.ts';

export const holdsWords: WordsOf<typeof holdsRoutes> = {
  'GET /me/holds': {
    id: 'listOwnHolds',
    tag: 'Withdrawals',
    summary: 'See holds on your withdrawals',
    description: 'A hold delays approval until it ends or is lifted. Each names its ground, reference and end.',
  },
  'GET /admin/users/:id/holds': {
    id: 'listHolds',
    tag: 'Staff: clients',
    summary: 'List a client’s holds',
    description: 'Running ones first, then past ones.',
  },
  'POST /admin/users/:id/holds': {
    id: 'placeHold',
    tag: 'Staff: clients',
    summary: 'Place a hold on withdrawals',
    description: 'For at most 30 days. The client is told the ground, the reference and the end.',
    example: { code: 'aml_review', reference: 'AML-2026-118', ends_at: '2026-12-07T09:00:00.000Z' },
    also: { 202: 'A second person has to approve it. `proposal_id` names the proposal.' },
  },
  'POST /admin/holds/:id/renew': {
    id: 'renewHold',
    tag: 'Staff: clients',
    summary: 'Renew a hold',
    description: 'Whoever set the present end cannot extend it; another person can.',
    example: { ends_at: '2026-12-21T09:00:00.000Z' },
    also: { 202: 'A second person has to approve it. `proposal_id` names the proposal.' },
  },
  'POST /admin/holds/:id/lift': {
    id: 'liftHold',
    tag: 'Staff: clients',
    summary: 'Lift a hold',
    description: 'Withdrawals can be approved again right away. The client reads the reason.',
    example: { reason: 'The review is complete.' },
  },
};

export const usersWords: WordsOf<typeof usersRoutes> = {
  'GET /admin/adjustments': {
    id: 'listAdjustments',
    tag: 'Staff: clients',
    summary: 'List manual adjustments',
    description: 'Every entry that staff wrote by hand, in US dollars, newest first.',
  },
  'GET /admin/users': {
    id: 'listClients',
    tag: 'Staff: clients',
    summary: 'List clients',
    description: 'With balances in US dollars, a page at a time.',
  },
  'GET /admin/users.csv': {
    id: 'exportClients',
    tag: 'Staff: clients',
    summary: 'Export clients as CSV',
    description: 'The rows that the search and filter match.',
  },
  'GET /admin/users/:id': {
    id: 'getClient',
    tag: 'Staff: clients',
    summary: 'Open a client',
    description: 'Profile, status and balances in US dollars.',
  },
  'PATCH /admin/users/:id': {
    id: 'changeClient',
    tag: 'Staff: clients',
    summary: 'Change a client’s status or settings',
    description: 'What is left out stays. `signal_strength` is in percent. The client is told the reason.',
    example: { status: 'suspended', reason: 'Requested by the client by phone' },
  },
  'DELETE /admin/users/:id': {
    id: 'deleteClient',
    tag: 'Staff: clients',
    summary: 'Close and erase a client',
    description: 'Refused with `user.not_empty` while money, trades or requests are left. Ledger entries stay.',
    example: { reason: 'Erasure requested by the client' },
  },
  'POST /admin/users/:id/end-sessions': {
    id: 'endClientSessions',
    tag: 'Staff: clients',
    summary: 'Sign a client out everywhere',
    description: 'Ends every session of the client right away.',
    example: { reason: 'Lost phone, reported by the client' },
  },
  'POST /admin/users/:id/adjustments': {
    id: 'adjustBalance',
    tag: 'Staff: clients',
    summary: 'Adjust a client’s balance by hand',
    description:
      'Carries a “Manual” badge and its reason, and never counts as profit. A debit names the entry that it corrects. `amount` is in US dollars.',
    example: { direction: 'credit', amount: '25.00', reason: 'Goodwill after the outage of 12 November' },
    also: { 202: 'A second person has to approve it. Nothing is written yet; `proposal_id` names the proposal.' },
  },
  'GET /admin/users/:id/entries': {
    id: 'listClientEntries',
    tag: 'Staff: clients',
    summary: 'List a client’s ledger entries',
    description: 'With postings, newest first.',
  },
};

export const siteWords: WordsOf<typeof siteRoutes> = {
  'GET /settings/public': {
    id: 'getPublicSettings',
    tag: 'Site',
    summary: 'See what this installation is',
    description: 'Name, mode, operator, and how many clients lost money over the last twelve months in percent.',
  },
  'GET /transparency': {
    id: 'getTransparency',
    tag: 'Site',
    summary: 'See whether the books balance and how far the log is',
    description:
      'When the books were last checked in full, the last signed checkpoint, the log’s keys and its witnesses; what clients are owed and what is held for them by method, late payouts, holds by ground, adjustments by staff, and decisions of two people. Up to ten seconds old, sums as of the last daily count. Nothing about any client, and no sum over fewer than ten. The log itself is at /log/.',
  },
  'GET /transparency/tape/:id/ticks.csv': {
    id: 'downloadPublicTape',
    tag: 'Site',
    summary: 'Download a day of the tape',
    description:
      'The same file as `GET /instruments/{id}/ticks.csv`, without signing in, for UTC days that are over. `tape` of `GET /transparency` names the days and instruments. With it, `clearbook-verify tape` decides the fills of an archive again. One download at a time; 20 in ten minutes. Live markets keep one-minute bars instead of ticks (`ticks.not_kept`).',
  },
  'GET /admin/integrity': {
    id: 'getIntegrity',
    tag: 'Staff: site',
    summary: 'See whether the books agree with their own record',
    description:
      'When they were last checked, and what was found, by table and row. Nothing of it is ever repaired automatically.',
  },
  'GET /admin/overview': {
    id: 'getOverview',
    tag: 'Staff: site',
    summary: 'See what is owed, held and at risk',
    description:
      'Owed to clients and in custody by method, from the ledger as it is; what clients have open of each instrument, at the last known prices; and what the house gains or loses if a price moves by 1, 5 and 10 percent.',
  },
  'GET /admin/house-results': {
    id: 'getHouseResults',
    tag: 'Staff: books',
    summary: 'See what the house earned by day',
    description:
      'Today so far and the seven UTC days before it, from the ledger: trading and financing by asset class, fees, plans, interest and everything else, in US dollars.',
  },
  'GET /admin/system': {
    id: 'getSystem',
    tag: 'Staff: site',
    summary: 'See processes, jobs, versions and space',
    description:
      'Every process of the last hour with its jobs, the versions of program and database, and how much space is left.',
  },
  'GET /admin/mail': {
    id: 'getMailStatus',
    tag: 'Staff: site',
    summary: 'See how outgoing mail is doing',
    description: 'Counts, times and causes. Never an address or a text.',
  },
  'GET /admin/mail/texts': {
    id: 'listMailTexts',
    tag: 'Staff: site',
    summary: 'Read what each email says',
    description: 'As it would reach you, with examples for what it is about.',
  },
  'POST /admin/mail/test': {
    id: 'sendTestMail',
    tag: 'Staff: site',
    summary: 'Send yourself an email as a test',
    description: 'To your own address only. Subject and first line say that it is a test.',
    example: { name: 'deposit-approved' },
  },
  'POST /admin/mail/retry': {
    id: 'retryMail',
    tag: 'Staff: site',
    summary: 'Retry failed mail',
    description: 'Tries once more what failed in the last 30 days.',
  },
  'GET /admin/settings': {
    id: 'getSettings',
    tag: 'Staff: site',
    summary: 'Get the site’s settings',
    description: '`miniwithdrawal` is in US dollars, `withdrawalpercent` in percent.',
  },
  'PUT /admin/settings': {
    id: 'setSettings',
    tag: 'Staff: site',
    summary: 'Save the site’s settings',
    description:
      'Another minimum or percent needs `POST /auth/step-up` first and is mailed to all staff. In live mode it waits for another person’s approval: the answer is then 202, with `proposal_id`, and shows what applies until then. A higher withdrawal fee takes effect after its notice. `miniwithdrawal` is in US dollars (at most 100.00), `withdrawalpercent` in percent (at most 5.00).',
    also: { 202: 'Waits for another person’s approval.' },
    example: { sitename: 'Clearbook', miniwithdrawal: '10.00', withdrawalpercent: '1.00', reason: 'Yearly review' },
  },
  'POST /admin/settings/favicon': {
    id: 'setFavicon',
    tag: 'Staff: site',
    summary: 'Upload the site’s icon',
    description: 'Takes a JPEG, PNG or WebP of at most 8 MB and 25 megapixels.',
  },
  'GET /admin/switches': {
    id: 'listSwitches',
    tag: 'Staff: site',
    summary: 'See what is stopped for everyone',
    description: 'Trading, each asset class, deposits, sign-up and copying, with every stop and start.',
  },
  'POST /admin/switches/:id/stop': {
    id: 'stopForEveryone',
    tag: 'Staff: site',
    summary: 'Stop something for everyone',
    description:
      'Takes effect with the answer, in every process. Closing trades, cancelling orders and withdrawing go on. Sent again, it changes the banner that clients read.',
    example: { banner: 'Crypto trading is paused. Your open trades are safe.', reason: 'A price source is wrong' },
  },
  'POST /admin/switches/:id/start': {
    id: 'startForEveryone',
    tag: 'Staff: site',
    summary: 'Start again what was stopped',
    description: 'Takes effect with the answer, in every process.',
    example: { reason: 'The price source is right again' },
  },
  'GET /admin/configuration': {
    id: 'getConfiguration',
    tag: 'Staff: site',
    summary: 'See the configuration and its history',
    description:
      'What two people set for everyone: as it is, what is scheduled, what waits for a second person, and every version there was.',
  },
  'POST /admin/configuration': {
    id: 'configure',
    tag: 'Staff: site',
    summary: 'Propose a change of the configuration',
    description:
      'Another person who may change the same thing decides the proposal. It takes effect with the approval or at `effective_at`, in every process. Limits are in lots. No change ever stops a close or a withdrawal.',
    example: {
      setting: { item: 'instrument', key: 'GBPJPY', value: { state: 'close_only' } },
      effective_at: null,
      reason: 'The price source for it ends this week',
    },
  },
  'POST /admin/configuration/:id/revert': {
    id: 'revertConfiguration',
    tag: 'Staff: site',
    summary: 'Propose to take a version back',
    description: 'Proposes the value that held before that version, as a version of its own.',
    example: { reason: 'The price source goes on after all' },
  },
  'GET /admin/wallets': {
    id: 'getWallets',
    tag: 'Staff: site',
    summary: 'Get the deposit addresses',
    description: 'Where clients send coins, and in live mode the approved addresses that take effect next.',
  },
  'PUT /admin/wallets': {
    id: 'setWallets',
    tag: 'Staff: site',
    summary: 'Save the deposit addresses',
    description:
      'Each is checked against its network. Other addresses need `POST /auth/step-up` first and are mailed to all staff. In live mode they wait for another person’s approval (the answer is 202, with `proposal_id`) and take effect 24 hours after it. Deposits already started keep the address they showed.',
    also: { 202: 'Waits for another person’s approval.' },
    example: {
      bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      ethereum: '0x52908400098527886E0F7030069857D2E4169EE7',
      usdt: 'TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC',
      reason: 'Moved to the new custodian',
    },
  },
  'POST /admin/wallets/keep': {
    id: 'keepWallets',
    tag: 'Staff: site',
    summary: 'Stop new deposit addresses before they take effect',
    description:
      'The addresses in effect stay. One person is enough. Needs `POST /auth/step-up` first and is mailed to all staff.',
    example: { reason: 'Not our address' },
  },
};
