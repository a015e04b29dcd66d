import * as z from 'zod/mini';
import { specificationNames } from './access.ts';
import {
  exportQuery,
  exportQueryOf,
  id,
  line,
  pageList,
  pageQuery,
  pageQueryOf,
  sortedPageQuery,
  time,
} from './common.ts';
import { deposit, withdrawal } from './funding.ts';
import { loanApplication } from './loans.ts';
import { clientReason } from './said-to-clients.ts';
import { messages } from './messages.ts';
import { money, price, usdAmount, usdAmountOrZero } from './money.ts';
import { stopNotice } from './switches.ts';
import { side, trade } from './trading.ts';

/** Rows a page of each table in Manage (specification, 9): what a screen asks for, and what an outsider gets who asks for nothing. */
export const ADMIN_PAGE_SIZES = {
  users: 10,
  deposits: 10,
  withdrawals: 5,
  trades: 10,
  verifications: 10,
  adjustments: 10,
  traders: 10,
  audit: 10,
  proposals: 10,
} as const;

const reason = clientReason;
/** Why staff changed something. The screens ask for it. */
export const changeReason = reason(messages.admin.reasonRequired);
const enabled = z.enum(['Enabled', 'Disabled']);

export const adminUser = z.strictObject({
  id,
  username: z.string(),
  fullname: z.string(),
  email: z.string(),
  role: z.enum(['client', 'admin']),
  status: z.enum(['active', 'suspended', 'closed']),
  suspended: z.nullable(z.strictObject({ reason: z.string(), since: time })),
  is_verified: z.boolean(),
  /** Address of the profile picture; null where there is none. */
  picture: z.nullable(z.string()),
  ...specificationNames,
  total_balance: money,
  /** What the client owes; part of the total. */
  borrowed: money,
  deposit_balance: money,
  profit_balance: money,
  available: money,
  signal_strength: z.number(),
  billing_status: enabled,
  /** Where the fee was switched on with notice and does not apply yet: from when it does. */
  billing_from: z.nullable(time),
  code_status: enabled,
  created_at: time,
});
export type AdminUser = z.infer<typeof adminUser>;
export const adminUserPage = pageList(adminUser);
const userFilter = ['active', 'suspended', 'closed'] as const;
export const adminUsersQuery = pageQueryOf('users', userFilter);
export const adminUsersExportQuery = exportQueryOf(userFilter);

export const patchUserBody = z
  .strictObject({
    status: z.optional(z.enum(['active', 'suspended'])),
    billing_status: z.optional(enabled),
    code_status: z.optional(enabled),
    signal_strength: z.optional(
      z
        .number({ error: messages.admin.signalRange })
        .check(
          z.int({ error: messages.admin.signalRange }),
          z.gte(1, { error: messages.admin.signalRange }),
          z.lte(100, { error: messages.admin.signalRange }),
        ),
    ),
    reason: reason(messages.admin.reasonRequired),
  })
  .check(
    z.refine(
      (body) =>
        body.status !== undefined ||
        body.billing_status !== undefined ||
        body.code_status !== undefined ||
        body.signal_strength !== undefined,
      {
        error: messages.common.checkFields,
      },
    ),
  );

export const adminDeposit = z.strictObject({
  ...deposit.shape,
  proof_at: z.nullable(time),
  /** Since when staff are to act: since its proof, or a loan's application; null where nothing waits. */
  waiting_since: z.nullable(time),
  /** Set where the proof came after the locked rate had run out: the price at that moment and its source, or none where none could be had. */
  late: z.nullable(z.strictObject({ rate: z.nullable(z.string()), source: z.nullable(z.string()) })),
  /** Once it is approved: the payment by its network's own name, and when it arrived where staff recorded that. */
  txid: z.nullable(z.string()),
  received_at: z.nullable(time),
  /** A proposal to approve it that waits for a second person. */
  proposal_id: z.nullable(id),
  user_id: id,
  user_email: z.string(),
  user_fullname: z.string(),
  /** Set where the method is Loan, and the record was asked for by its id. */
  loan: z.nullable(loanApplication),
});
export type AdminDeposit = z.infer<typeof adminDeposit>;
export const adminDepositPage = pageList(adminDeposit);
const depositFilter = ['awaiting_payment', 'pending', 'approved', 'rejected'] as const;
export const adminDepositsQuery = pageQueryOf('deposits', depositFilter);
export const adminDepositsExportQuery = exportQueryOf(depositFilter);

const coinAmount = z.string().check(z.regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,8})?$/, { error: messages.amount.format }));
const receivedAt = z.iso.datetime({ error: messages.deposit.receivedAtRequired });

/** What arrived, as staff type it: what it would credit is asked before anything is decided. */
export const depositCreditQuery = z.strictObject({
  received_amount: z.optional(coinAmount),
  received_at: z.optional(receivedAt),
});
export const depositCredit = z.strictObject({
  /** What the client asked for. */
  expected: money,
  /** What approving would credit; null where the price at receipt can't be had now. */
  credited: z.nullable(money),
  /** Dollars for one coin: of what the locked rate covers or, late, of all; and of the coins beyond it. */
  rate: z.nullable(z.string()),
  rest_rate: z.nullable(z.string()),
  /** Why it can't be approved like this, in a sentence. */
  refused: z.nullable(z.string()),
  /** Another person has to approve it. */
  takes_two: z.boolean(),
  /** The credit has to be typed again. */
  confirm: z.boolean(),
});
export type DepositCredit = z.infer<typeof depositCredit>;

export const depositDecisionBody = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    txid: z.optional(line(120, messages.common.checkFields)),
    output_index: z.optional(z.number().check(z.int(), z.gte(0), z.lte(1_000_000))),
    /** In coins, at most 8 decimals; the credit is this × the deposit's rate. */
    received_amount: z.optional(coinAmount),
    /** Live mode: when the payment arrived. It decides whether the locked rate still counts. */
    received_at: z.optional(receivedAt),
    /** Demo mode: the resulting credit, typed again where it is over $10,000.00 or more than 2 % off what was asked for. */
    confirm_credit: z.optional(usdAmount()),
    proof_file: z.optional(id),
  }),
  z.strictObject({
    decision: z.literal('reject'),
    reason: reason(messages.deposit.reasonRequired),
    /** The proof that was looked at: where the client has sent another one since, nothing is decided. */
    proof_file: z.optional(id),
  }),
]);

export const adminWithdrawal = z.strictObject({
  ...withdrawal.shape,
  user_id: id,
  user_email: z.string(),
  user_fullname: z.string(),
  /** Since when staff are to act: since it was requested, or reported as not received; null where nothing waits. */
  waiting_since: z.nullable(time),
  /** Approving it takes two people: it is more than one may pay out alone. */
  needs_two: z.boolean(),
  /** A proposal to approve it that waits for a second person. */
  proposal_id: z.nullable(id),
});
export type AdminWithdrawal = z.infer<typeof adminWithdrawal>;
export const adminWithdrawalPage = pageList(adminWithdrawal);
const withdrawalFilter = [
  'overdue',
  'awaiting_code',
  'pending',
  'approved',
  'rejected',
  'cancelled',
  'lapsed',
  'returned',
] as const;
export const adminWithdrawalsQuery = pageQueryOf('withdrawals', withdrawalFilter);
export const adminWithdrawalsExportQuery = exportQueryOf(withdrawalFilter);

export const withdrawalDecisionBody = z.discriminatedUnion('decision', [
  z.strictObject({
    decision: z.literal('approve'),
    payout_reference: z.optional(line(120, messages.withdrawal.payoutReferenceRequired)),
  }),
  z.strictObject({ decision: z.literal('reject'), reason: reason(messages.withdrawal.reasonRequired) }),
]);

/** The bank or chain sent a payout back. */
export const returnWithdrawalBody = z.strictObject({ reason: reason(messages.withdrawal.reasonRequired) });

/** The payment that a client reports as not received was found: what was found is told to them. */
export const traceWithdrawalBody = z.strictObject({ reason: reason(messages.withdrawal.reasonRequired) });

export const adminTrade = z.strictObject({ ...trade.shape, user_id: id, user_email: z.string() });
export type AdminTrade = z.infer<typeof adminTrade>;
export const adminTradePage = pageList(adminTrade);
const tradeFilter = ['active', 'closed'] as const;
export const adminTradesQuery = pageQueryOf('trades', tradeFilter);
export const adminTradesExportQuery = exportQueryOf(tradeFilter);

export const adjustmentBody = z
  .strictObject({
    direction: z.enum(['credit', 'debit']),
    amount: usdAmount(),
    reason: reason(messages.admin.reasonRequired),
    /** Number of the entry that a debit corrects. */
    corrects: z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: messages.admin.entryRequired }))),
  })
  .check(
    z.refine((body) => body.direction === 'credit' || body.corrects !== undefined, {
      path: ['corrects'],
      error: messages.admin.entryRequired,
    }),
  );
const correctedEntry = z.optional(z.string().check(z.regex(/^\d{1,18}$/, { error: messages.admin.entryRequired })));

/** "Add Trade": a profit or loss that staff write down by hand. A loss names the entry that it corrects. */
export const recordTradeBody = z
  .strictObject({
    type: z.enum(['profit', 'loss'], { error: messages.manual.typeRequired }),
    symbol: z
      .string({ error: messages.trade.assetRequired })
      .check(z.regex(/^[A-Z][A-Z.]{0,9}$/, { error: messages.trade.assetRequired })),
    side,
    amount: usdAmount(),
    reason: reason(messages.admin.reasonRequired),
    corrects: correctedEntry,
  })
  .check(
    z.refine((body) => body.type === 'profit' || body.corrects !== undefined, {
      path: ['corrects'],
      error: messages.admin.entryRequired,
    }),
  );
/** Where a second person has to decide, nothing was written yet: `proposal_id` names what waits, and there is no entry. */
export const recordTradeReply = z.strictObject({
  id,
  entry_number: z.nullable(z.string()),
  proposal_id: z.nullable(id),
  message: z.string(),
});

/**
 * "Update Trade": closes at the live quote. `type` and `amount` are what the client is to have of it; with `as_quoted` they are only what was on
 * the screen, and the trade closes for whatever the quote of the moment brings.
 */
export const settleTradeBody = z.strictObject({
  type: z.enum(['profit', 'loss'], { error: messages.manual.typeRequired }),
  amount: usdAmountOrZero(),
  as_quoted: z.optional(z.boolean()),
  /** Required where the amount is better than the quote's. */
  reason: z.optional(reason(messages.admin.reasonRequired)),
});
export const settleTradeReply = z.strictObject({
  id,
  realized_pl: money,
  exit_price: price,
  exit_quote_id: z.string(),
  /** What the adjustment added. */
  added: money,
  /** What would be added once a second person agrees. */
  proposal_id: z.nullable(id),
  message: z.string(),
});
export const endSessionsBody = z.strictObject({ reason: changeReason });
/** How many browsers were logged out. */
export const endSessionsReply = z.strictObject({ ended: z.number().check(z.int(), z.nonnegative()) });
export const deleteUserBody = z.optional(z.nullable(z.strictObject({ reason: z.optional(changeReason) })));
export const deleteUserReply = z.strictObject({ message: z.string() });

export const adjustmentReply = z.strictObject({ ...recordTradeReply.shape });

export const adminAdjustment = z.strictObject({
  id,
  entry_number: z.string(),
  at: time,
  user_id: id,
  user_email: z.string(),
  actor_id: id,
  actor_email: z.string(),
  direction: z.enum(['credit', 'debit']),
  amount: money,
  /** Number of the entry that a debit corrects. */
  corrects: z.nullable(z.string()),
  /** Null once the client's data is erased. */
  reason: z.nullable(z.string()),
});
export type AdminAdjustment = z.infer<typeof adminAdjustment>;
export const adminAdjustmentPage = pageList(adminAdjustment);
export const adminListQuery = z.strictObject({
  page: pageQuery.shape.page,
  page_size: pageQuery.shape.page_size,
  q: pageQuery.shape.q,
});

/** The client's own part of the audit log: what staff did about them, and which of their documents staff looked at. */
export const ownAuditEntry = z.strictObject({
  number: z.string(),
  at: time,
  action: z.string(),
  facts: z.record(z.string(), z.string()),
  reason: z.nullable(z.string()),
});
export type OwnAuditEntry = z.infer<typeof ownAuditEntry>;

export const auditEntry = z.strictObject({
  number: z.string(),
  at: time,
  actor_id: id,
  actor_email: z.string(),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  client_id: z.nullable(id),
  client_email: z.nullable(z.string()),
  /** Ids, codes and amounts only; personal text never enters the log. */
  facts: z.record(z.string(), z.string()),
  /** What staff gave as the reason; null where none was asked for, and once it is erased. */
  reason: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditPage = pageList(auditEntry);
export const auditQuery = sortedPageQuery('audit');
export const auditExportQuery = exportQuery;

const percent = z.string({ error: messages.admin.percentFormat }).check(
  z.regex(/^\d{1,3}(?:\.\d{1,2})?$/, { error: messages.admin.percentFormat, abort: true }),
  z.refine((text) => Number(text) <= 5, { error: messages.admin.percentTooLarge }),
);

export const settings = z.strictObject({
  sitename: z.string(),
  favicon: z.nullable(z.string()),
  miniwithdrawal: z.string(),
  withdrawalpercent: z.string(),
  /** Where the percent was raised with notice and does not apply yet. */
  raise_announced: z.nullable(z.strictObject({ from: time, percent_until_then: z.string() })),
  /** The newest proposal of another minimum or percent that waits for a second person. */
  proposal_id: z.nullable(id),
  /** The proposal by which the fee and the minimum hold, or are going to. Null: no proposal set them. */
  set_by: z.nullable(id),
  /** Of the first save; null until then. */
  created_at: z.nullable(time),
  updated_at: time,
});
export type Settings = z.infer<typeof settings>;
export const putSettingsBody = z.strictObject({
  sitename: line(60, messages.admin.siteNameRequired),
  miniwithdrawal: z.string({ error: messages.amount.required }).check(
    z.regex(/^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/, { error: messages.amount.format, abort: true }),
    z.refine((text) => Number(text) <= 100, { error: messages.admin.minimumTooLarge }),
  ),
  withdrawalpercent: percent,
  /** As GET answers it: it stays. Null: it is removed. A new one is sent as a file. */
  favicon: z.optional(z.nullable(z.string().check(z.maxLength(200, { error: messages.admin.faviconUnknown })))),
  /** As GET answered it: a proposal of another fee or minimum is refused where others hold by now. Left out: it replaces what holds. */
  set_by: z.optional(settings.shape.set_by),
  /** These are taken, so that what GET answers can be sent back, and not looked at. */
  raise_announced: z.optional(settings.shape.raise_announced),
  proposal_id: z.optional(settings.shape.proposal_id),
  created_at: z.optional(settings.shape.created_at),
  updated_at: z.optional(time),
  reason: z.optional(changeReason),
});

const addresses = { bitcoin: z.string(), ethereum: z.string(), usdt: z.string() };
export const wallets = z.strictObject({
  ...addresses,
  /** Approved ones that take effect at `from`; null where none wait. */
  upcoming: z.nullable(z.strictObject({ ...addresses, from: time, proposed_by: z.string(), approved_by: z.string() })),
  /** The newest proposal of other addresses that waits for a second person. */
  proposal_id: z.nullable(id),
  /** The proposal by which those hold that hold last: the upcoming ones, where some wait. Null: no proposal set any. */
  set_by: z.nullable(id),
  /** Of the first save; null until then, as the last one's. */
  created_at: z.nullable(time),
  updated_at: z.nullable(time),
});
export type Wallets = z.infer<typeof wallets>;
export const putWalletsBody = z.strictObject({
  bitcoin: line(120, messages.admin.bitcoinRequired),
  ethereum: line(120, messages.admin.ethereumRequired),
  usdt: line(120, messages.admin.usdtRequired),
  /** As GET answered it: a proposal is refused where others hold by now. Left out: it replaces what holds. */
  set_by: z.optional(wallets.shape.set_by),
  /** Taken, so that what GET answers can be sent back, and not looked at. */
  upcoming: z.optional(wallets.shape.upcoming),
  proposal_id: z.optional(wallets.shape.proposal_id),
  created_at: z.optional(wallets.shape.created_at),
  updated_at: z.optional(wallets.shape.updated_at),
  reason: z.optional(changeReason),
});

/** Keeps the addresses that are in effect: the upcoming ones never are. */
export const keepWalletsBody = z.strictObject({ reason: changeReason });

/** What a page may know before anyone signs in. */
export const publicSettings = z.strictObject({
  sitename: z.string(),
  favicon: z.nullable(z.string()),
  mode: z.enum(['demo', 'live']),
  market_label: z.nullable(z.string()),
  /** `tradingview_waits`: it was chosen, and the market is not a live one, so the built-in chart is shown. */
  chart_provider: z.enum(['builtin', 'tradingview', 'tradingview_waits']),
  operator: z.nullable(
    z.strictObject({
      legal_name: z.string(),
      address: z.string(),
      registration: z.string(),
      regulator: z.string(),
      complaints_email: z.string(),
    }),
  ),
  /** Where clients reach the operator; null in a demo that names nobody. */
  contact_email: z.nullable(z.string()),
  /** What is stopped for everybody right now, and what its banner says. */
  stopped: z.array(stopNotice),
  /** Announcements, and what can’t be opened right now. */
  notices: z.array(z.strictObject({ id: z.string(), audience: z.enum(['everyone', 'clients']), text: z.string() })),
  /** What nothing can be opened of right now, and why. `close_only` and `off` take no orders either; a `closed` one takes those that wait. */
  restricted: z.array(
    z.strictObject({ symbol: z.string(), why: z.enum(['close_only', 'off', 'closed']), text: z.string() }),
  ),
  /** When they change next: ask again then. */
  notices_change_at: z.nullable(time),
  overdue_withdrawals: z.number(),
  /** Clients who lost money in the twelve months to this UTC day, in whole percent, rounded up; null while nobody has traded. */
  track_record: z.nullable(z.strictObject({ lost_percent: z.number(), until: z.iso.date() })),
});
export type PublicSettings = z.infer<typeof publicSettings>;
