/**
 * What a member of staff may do, by name. Each route of the Manage area asks for one, the database checks those that move money or access, and a
 * role is a set of them. The words for people are in words/roles.ts.
 */
export const PERMISSIONS = [
  'client.read',
  'client.export',
  'client.change',
  'client.note',
  'client.close',
  'client.end_sessions',
  'client.adjust',
  'document.read',
  'verification.read',
  'verification.decide',
  'hold.place',
  'hold.lift',
  'deposit.read',
  'deposit.decide',
  'withdrawal.read',
  'withdrawal.decide',
  'withdrawal.return',
  'withdrawal.trace',
  'loan.review',
  'trade.read',
  'trade.settle',
  'package.read',
  'package.change',
  'trader.read',
  'trader.change',
  'market.read',
  'settings.read',
  'settings.change',
  'wallet.read',
  'wallet.change',
  'limit.change',
  'queue.read',
  'queue.claim',
  'signal.dismiss',
  'proposal.read',
  'proposal.decide',
  'staff.read',
  'staff.change',
  'switch.stop',
  'switch.start',
  'config.read',
  'config.change',
  'config.market',
  'config.notice',
  'audit.read',
  'books.read',
  'reconciliation.read',
  'reconciliation.import',
  'reconciliation.match',
  'day.close',
  'mail.read',
  'mail.retry',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/**
 * Where the password or a code is asked for again, good for five minutes (A136): with everything that moves money or access. `always` is held
 * before a route's handler; `sometimes` is held by the handler, because it depends on what is asked: other fees, other addresses, a yes to a proposal.
 * Stopping something for everyone never waits, and moves neither.
 */
export const STEP_UP = {
  'client.read': 'never',
  'client.export': 'never',
  'client.change': 'always',
  'client.note': 'never',
  'client.close': 'always',
  'client.end_sessions': 'always',
  'client.adjust': 'always',
  'document.read': 'never',
  'verification.read': 'never',
  'verification.decide': 'always',
  'hold.place': 'always',
  'hold.lift': 'always',
  'deposit.read': 'never',
  'deposit.decide': 'always',
  'withdrawal.read': 'never',
  'withdrawal.decide': 'always',
  'withdrawal.return': 'always',
  'withdrawal.trace': 'never',
  'loan.review': 'always',
  'trade.read': 'never',
  'trade.settle': 'always',
  'package.read': 'never',
  'package.change': 'never',
  'trader.read': 'never',
  'trader.change': 'never',
  'market.read': 'never',
  'settings.read': 'never',
  'settings.change': 'sometimes',
  'wallet.read': 'never',
  'wallet.change': 'sometimes',
  'limit.change': 'always',
  'queue.read': 'never',
  'queue.claim': 'never',
  'signal.dismiss': 'never',
  'proposal.read': 'never',
  'proposal.decide': 'sometimes',
  'staff.read': 'never',
  'staff.change': 'always',
  'switch.stop': 'never',
  // Whoever got hold of a session must not undo an emergency stop.
  'switch.start': 'always',
  'config.read': 'never',
  // What is configured decides what can be traded and what it costs.
  'config.change': 'always',
  'config.market': 'always',
  'config.notice': 'always',
  'audit.read': 'never',
  'books.read': 'never',
  'mail.read': 'never',
  'mail.retry': 'never',
  // Statements and the close of a day are compared with the books and write nothing into them.
  'reconciliation.read': 'never',
  'reconciliation.import': 'never',
  'reconciliation.match': 'never',
  'day.close': 'never',
} as const satisfies Readonly<Record<Permission, 'always' | 'sometimes' | 'never'>>;

const READING = PERMISSIONS.filter((name) => name.endsWith('.read'));
const without = (...names: readonly Permission[]): Permission[] => READING.filter((name) => !names.includes(name));

/** The roles that every installation has. What a role may read and do is here and nowhere else: routes, SQL and docs/operators.md follow. */
export const ROLES = {
  owner: PERMISSIONS,
  operations: [
    ...without('audit.read', 'staff.read', 'reconciliation.read'),
    'client.note',
    'client.end_sessions',
    'deposit.decide',
    'withdrawal.decide',
    'withdrawal.trace',
    'package.change',
    'trader.change',
    'queue.claim',
    'signal.dismiss',
    'proposal.decide',
    'switch.stop',
    'switch.start',
    'config.change',
    'config.market',
    'config.notice',
    'mail.retry',
  ],
  finance: [
    ...without('verification.read', 'staff.read'),
    'client.note',
    'client.adjust',
    'deposit.decide',
    'withdrawal.decide',
    'withdrawal.return',
    'withdrawal.trace',
    'loan.review',
    'queue.claim',
    'signal.dismiss',
    'proposal.decide',
    'reconciliation.import',
    'reconciliation.match',
    'day.close',
  ],
  compliance: [
    ...without('wallet.read', 'reconciliation.read'),
    'client.export',
    'client.change',
    'client.note',
    'client.close',
    'client.end_sessions',
    'verification.decide',
    'hold.place',
    'hold.lift',
    'queue.claim',
    'signal.dismiss',
    'proposal.decide',
    'switch.stop',
    'switch.start',
    'config.change',
    'config.notice',
  ],
  support: [
    ...without(
      'document.read',
      'verification.read',
      'audit.read',
      'staff.read',
      'books.read',
      'reconciliation.read',
      'wallet.read',
    ),
    'client.note',
    'client.end_sessions',
    'withdrawal.trace',
    'queue.claim',
  ],
  risk: [
    ...without('document.read', 'verification.read', 'wallet.read', 'staff.read', 'reconciliation.read'),
    'client.note',
    'trade.settle',
    'package.change',
    'trader.change',
    'proposal.decide',
    'switch.stop',
    'switch.start',
    'config.change',
    'config.market',
  ],
  auditor: READING,
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type RoleName = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];
/** Who is let in by the host without a word about it, and whoever was staff before there were roles. */
export const FIRST_ROLE = 'owner' satisfies RoleName;

type Reading = Extract<Permission, `${string}.read`>;

/**
 * What a program's token may include (A161): reading, and nothing else. Where what is read is about `people`, each use is a line of the audit log.
 * Pictures of documents are for eyes alone.
 */
export const TOKEN_READS = {
  'client.read': 'people',
  'document.read': 'never',
  'verification.read': 'people',
  'deposit.read': 'people',
  'withdrawal.read': 'people',
  'trade.read': 'people',
  'package.read': 'site',
  'trader.read': 'people',
  'market.read': 'site',
  'settings.read': 'site',
  'wallet.read': 'site',
  'queue.read': 'people',
  'proposal.read': 'people',
  'staff.read': 'people',
  'config.read': 'site',
  'audit.read': 'people',
  'books.read': 'people',
  'reconciliation.read': 'people',
  'mail.read': 'people',
} as const satisfies Readonly<Record<Reading, 'people' | 'site' | 'never'>>;
export type TokenPermission = Exclude<Reading, 'document.read'>;
export const TOKEN_PERMISSIONS = (Object.keys(TOKEN_READS) as Reading[]).filter(
  (name): name is TokenPermission => TOKEN_READS[name] !== 'never',
);

/** A role that an owner made: its name stands in links and in the audit log. */
export const ROLE_NAME = /^[a-z][a-z0-9-]{1,29}$/;

/** What whoever proposes or decides a proposal of a kind has to be allowed. The database has its own column for it (ledger.proposed_commands). */
export const PROPOSAL_PERMISSIONS = {
  adjust: 'client.adjust',
  record_trade: 'client.adjust',
  add_to_trade: 'client.adjust',
  approve_payout: 'withdrawal.decide',
  return_payout: 'withdrawal.return',
  approve_deposit: 'deposit.decide',
  approve_loan: 'loan.review',
  set_release_limits: 'limit.change',
  set_wallets: 'wallet.change',
  set_fees: 'settings.change',
  configure: 'config.change',
  place_hold: 'hold.place',
  renew_hold: 'hold.place',
  decline_verification: 'verification.decide',
  document_funds: 'verification.decide',
  add_staff: 'staff.change',
  remove_staff: 'staff.change',
  set_role: 'staff.change',
  define_role: 'staff.change',
} as const satisfies Readonly<Record<string, Permission>>;
