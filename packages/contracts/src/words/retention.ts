/**
 * What stays of a person whose account was closed and erased, why, where and until when. The one table of it: docs/retention.md, what staff and
 * clients read before they close an account, and the test that searches everything for what nobody named here.
 */
export type Kept = {
  readonly what: string;
  readonly why: string;
  readonly until: string;
  /** Tables that may still name the account by its number. */
  readonly tables: readonly string[];
};

export const RETENTION: readonly Kept[] = [
  {
    what: 'Entries, payments, trades, orders, loans, copies, holds and limits, under the account’s number',
    why: 'The books must add up for everyone, and the law asks for records of money',
    until: 'For good, without a name, address, destination or document',
    tables: [
      'ledger.party',
      'ledger.party_book',
      'ledger.entry',
      'ledger.deposit',
      'ledger.credited_payment',
      'ledger.withdrawal',
      'ledger.trade',
      'ledger.closing_fill',
      'ledger.working_order',
      'ledger.client_order_id',
      'ledger.order_split',
      'ledger.trade_amendment',
      'ledger.trade_split',
      'ledger.manual_trade',
      'ledger.margin_call',
      'ledger.financing',
      'ledger.dividend',
      'ledger.loan',
      'ledger.purchase',
      'ledger.copy',
      'ledger.copy_share',
      'ledger.copy_skip',
      'ledger.kept_trade',
      'ledger.copy_task',
      'ledger.share_due',
      'ledger.share_paid',
      'ledger.trader',
      'ledger.hold',
      'ledger.client_limit',
      'ledger.documented_funds',
      'ledger.time_out',
      'ledger.statement_mark',
      'ledger.exposure',
      'app.integrity_balance',
    ],
  },
  {
    what: 'The audit log and proposals: what staff did with the account, without their reasons',
    why: 'Staff can’t cover their tracks by erasing a client',
    until: 'For good, under the account’s number',
    tables: ['ledger.audit', 'ledger.proposal'],
  },
  {
    what: 'Answers to requests that were already carried out',
    why: 'A request that is sent again must not move money twice',
    until: 'For good, under the account’s number',
    tables: ['ledger.command'],
  },
  {
    what: 'That there was an account, shown as “Closed account”, and when it was erased',
    why: 'Lists keep adding up, and the erasure can be shown',
    until: 'For good, without a name or address',
    tables: ['app.user', 'app.erasure'],
  },
  {
    what: 'Update notices for open pages',
    why: 'A page that lost its connection catches up',
    until: 'About 1 hour, under the account’s number',
    tables: ['app.invalidation'],
  },
  {
    what: 'The email that confirms the closing',
    why: 'The client is told that it’s done',
    until: 'Erased once it’s sent',
    tables: ['app.mail_outbox'],
  },
  {
    what: 'Hashes in the public transparency log',
    why: 'Anyone can check that no entry was changed',
    until: 'For good. Nobody can tell a person from them',
    tables: [],
  },
  {
    what: 'Backups, and the database’s own files and write-ahead log',
    why: 'Recovery after a failure',
    until: 'Until the operator deletes the backup, and the database reuses the space',
    tables: [],
  },
  {
    what: 'Lines of the server’s log: the account’s number and the network address of its requests',
    why: 'Finding faults and attacks',
    until: 'Until the operator’s log rotation deletes them',
    tables: [],
  },
];

export const retentionWords = {
  title: 'Export and erasure',
  exportText:
    'Clients can download their data under Account until the account is closed. Staff notes and tags aren’t in it; provide them on request.',
  erased:
    'Closing the account erases name, email, username, password, sessions, devices, personal details, documents, pictures, reasons, destinations, messages, notes and tags right away.',
  stays: 'What stays',
  what: 'What',
  why: 'Why',
  until: 'Until',
} as const;
