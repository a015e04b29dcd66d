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
  'audit.read',
  'books.read',
  'mail.read',
  'mail.retry',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const READING = PERMISSIONS.filter((name) => name.endsWith('.read'));
const without = (...names: readonly Permission[]): Permission[] => READING.filter((name) => !names.includes(name));

/** The roles that every installation has. What a role may read and do is here and nowhere else: routes, SQL and docs/operators.md follow. */
export const ROLES = {
  owner: PERMISSIONS,
  operations: [
    ...without('audit.read', 'staff.read'),
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
  ],
  compliance: [
    ...without('wallet.read'),
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
  ],
  support: [
    ...without('document.read', 'verification.read', 'audit.read', 'staff.read', 'books.read', 'wallet.read'),
    'client.note',
    'client.end_sessions',
    'withdrawal.trace',
    'queue.claim',
  ],
  risk: [
    ...without('document.read', 'verification.read', 'wallet.read', 'staff.read'),
    'client.note',
    'trade.settle',
    'package.change',
    'trader.change',
    'proposal.decide',
    'switch.stop',
    'switch.start',
  ],
  auditor: READING,
} as const satisfies Readonly<Record<string, readonly Permission[]>>;
export type RoleName = keyof typeof ROLES;
export const ROLE_NAMES = Object.keys(ROLES) as RoleName[];
/** Who is let in by the host without a word about it, and whoever was staff before there were roles. */
export const FIRST_ROLE = 'owner' satisfies RoleName;

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
  place_hold: 'hold.place',
  renew_hold: 'hold.place',
  decline_verification: 'verification.decide',
  add_staff: 'staff.change',
  remove_staff: 'staff.change',
  set_role: 'staff.change',
  define_role: 'staff.change',
} as const satisfies Readonly<Record<string, Permission>>;
