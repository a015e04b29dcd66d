import * as access from './access.ts';
import * as account from './account.ts';
import * as admin from './admin.ts';
import * as files from './admin-export.ts';
import { cursorList, cursorQuery, emptyBody, idParams, listQuery, noContent, pageList, pageQuery } from './common.ts';
import * as chart from './chart.ts';
import * as copying from './copying.ts';
import * as funding from './funding.ts';
import * as loans from './loans.ts';
import * as holds from './holds.ts';
import * as identity from './identity.ts';
import * as mail from './mail.ts';
import * as market from './market.ts';
import * as protection from './protection.ts';
import * as plans from './plans.ts';
import * as proposals from './proposals.ts';
import * as signals from './signals.ts';
import * as notifications from './notifications.ts';
import * as statement from './statement.ts';
import * as trading from './trading.ts';
import type * as z from 'zod/mini';

/** Who may call a route. `owner`: a signed-in client, and only for what is theirs. Nothing is reachable without one of these. */
export type Policy = 'public' | 'client' | 'owner' | 'admin';

export type Route = {
  policy: Policy;
  /** Status of success. */
  status: 200 | 201 | 202 | 204;
  reply: z.core.$ZodType;
  body?: z.core.$ZodType;
  query?: z.core.$ZodType;
  params?: z.core.$ZodType;
  /** It happens once under an Idempotency-Key: asked for where money moves, taken where it comes elsewhere. */
  key?: true | 'optional';
  /** The body is multipart/form-data with these file fields, instead of JSON. */
  files?: readonly string[];
  /** Some of the files may be left out: the handler says which are wanted. */
  filesMayMiss?: true;
  /** Exists in demo mode only. */
  demoOnly?: true;
  /** Answers with a file of comma-separated values under this name, a row at a time, instead of JSON: `reply` is one row. */
  csv?: string;
  /** The answer is long and holds no secret: it is sent compressed. */
  large?: true;
};

const route = <const R extends Route>(definition: R): R => definition;

/**
 * The whole api, under /api/v1. The server registers exactly these, and the browser's client takes its types from here,
 * so a route that is not in this table exists on neither side.
 */
export const routes = {
  'POST /auth/sign-up': route({ policy: 'public', status: 201, body: access.signUpBody, reply: access.signUpReply }),
  'POST /auth/sign-in': route({ policy: 'public', status: 200, body: access.signInBody, reply: access.me }),
  'POST /auth/sign-out': route({ policy: 'public', status: 204, body: emptyBody, reply: noContent }),
  'POST /auth/reset/request': route({ policy: 'public', status: 204, body: access.resetRequestBody, reply: noContent }),
  'POST /auth/reset/confirm': route({ policy: 'public', status: 204, body: access.resetConfirmBody, reply: noContent }),
  'POST /auth/password': route({ policy: 'client', status: 204, body: access.changePasswordBody, reply: noContent }),

  'POST /auth/email': route({ policy: 'client', status: 204, body: access.changeEmailBody, reply: noContent }),
  'POST /auth/email/confirm': route({ policy: 'public', status: 204, body: access.confirmEmailBody, reply: noContent }),
  'GET /auth/two-factor': route({ policy: 'client', status: 200, reply: access.twoFactor }),
  'POST /auth/two-factor/enrol': route({
    policy: 'client',
    status: 201,
    body: access.enrolBody,
    reply: access.enrolment,
  }),
  'POST /auth/two-factor/confirm': route({
    policy: 'client',
    status: 200,
    body: access.confirmTwoFactorBody,
    reply: access.recoveryCodes,
  }),
  'POST /auth/two-factor/recovery-codes': route({
    policy: 'client',
    status: 200,
    body: access.stepUpBody,
    reply: access.recoveryCodes,
  }),
  'POST /auth/two-factor/off': route({ policy: 'client', status: 204, body: access.stepUpBody, reply: noContent }),

  'GET /settings/public': route({ policy: 'public', status: 200, reply: admin.publicSettings }),

  'GET /me': route({ policy: 'client', status: 200, reply: access.me }),
  'GET /me/sessions': route({ policy: 'client', status: 200, query: listQuery, reply: access.sessionList }),
  'DELETE /me/sessions/:id': route({ policy: 'owner', status: 204, params: idParams, reply: noContent }),
  'POST /me/sessions/end-others': route({ policy: 'client', status: 204, body: emptyBody, reply: noContent }),
  'POST /me/picture': route({ policy: 'client', status: 200, reply: access.me, files: ['file'] }),
  'DELETE /me/picture': route({ policy: 'client', status: 200, reply: access.me }),
  'GET /identity': route({ policy: 'client', status: 200, reply: identity.identity }),
  'POST /identity': route({
    policy: 'client',
    status: 201,
    reply: identity.identity,
    files: ['front', 'back'],
    filesMayMiss: true,
  }),
  'GET /me/account': route({ policy: 'client', status: 200, reply: account.account }),
  'GET /me/entries': route({
    policy: 'client',
    status: 200,
    query: account.entriesQuery,
    reply: cursorList(account.entry),
  }),
  'GET /me/statements': route({
    policy: 'client',
    status: 200,
    query: statement.statementQuery,
    reply: statement.statement,
  }),
  'GET /me/statements.csv': route({
    policy: 'client',
    status: 200,
    query: statement.statementFilters,
    reply: statement.statementRow,
    csv: 'statement',
  }),
  'GET /notifications': route({
    policy: 'client',
    status: 200,
    query: notifications.notificationsQuery,
    reply: notifications.notificationList,
  }),
  'POST /notifications/read': route({
    policy: 'client',
    status: 200,
    body: notifications.readNotificationsBody,
    reply: notifications.unreadCount,
  }),
  'GET /notifications/settings': route({ policy: 'client', status: 200, reply: notifications.notificationSettings }),
  'PUT /notifications/settings': route({
    policy: 'client',
    status: 200,
    body: notifications.notificationSettings,
    reply: notifications.notificationSettings,
  }),
  'GET /me/audit': route({
    policy: 'client',
    status: 200,
    query: account.ownAuditQuery,
    reply: cursorList(admin.ownAuditEntry),
  }),
  'GET /me/protection': route({ policy: 'client', status: 200, reply: protection.protection }),
  'PUT /me/protection': route({
    policy: 'client',
    status: 200,
    body: protection.setProtectionBody,
    reply: protection.protection,
    key: 'optional',
  }),
  'POST /me/time-outs': route({
    policy: 'client',
    status: 201,
    body: protection.takeTimeOutBody,
    reply: protection.protection,
    key: 'optional',
  }),
  'POST /me/time-outs/return': route({
    policy: 'client',
    status: 200,
    body: emptyBody,
    reply: protection.protection,
    key: 'optional',
  }),
  'GET /admin/users/:id/protection': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    reply: protection.protection,
  }),
  'POST /me/close': route({ policy: 'client', status: 204, body: access.closeAccountBody, reply: noContent }),
  'GET /me/mailbox': route({
    policy: 'client',
    status: 200,
    query: access.mailboxQuery,
    reply: cursorList(access.mail),
    demoOnly: true,
  }),
  'POST /demo/top-up': route({
    policy: 'client',
    status: 201,
    body: funding.topUpBody,
    reply: funding.topUpReply,
    key: true,
    demoOnly: true,
  }),

  'GET /instruments': route({
    policy: 'client',
    status: 200,
    query: listQuery,
    reply: market.instrumentList,
    large: true,
  }),
  'GET /instruments/:id': route({
    policy: 'client',
    status: 200,
    params: market.instrumentParams,
    reply: market.instrumentDetail,
  }),
  'GET /market/status': route({ policy: 'client', status: 200, reply: market.marketStatus }),
  'GET /quotes': route({ policy: 'client', status: 200, query: market.quotesQuery, reply: market.quoteList }),
  'GET /bars': route({
    policy: 'client',
    status: 200,
    query: market.barsQuery,
    reply: market.barList,
    large: true,
  }),
  'GET /bars/sparklines': route({
    policy: 'client',
    status: 200,
    query: market.sparklinesQuery,
    reply: market.sparklineList,
    large: true,
  }),
  'GET /me/watchlist': route({ policy: 'client', status: 200, reply: market.watchlist }),
  'PUT /me/watchlist': route({
    policy: 'client',
    status: 200,
    body: market.putWatchlistBody,
    reply: market.watchlist,
  }),

  'GET /me/chart': route({ policy: 'client', status: 200, reply: chart.chartChoice }),
  'PUT /me/chart': route({ policy: 'client', status: 200, body: chart.chartChoice, reply: chart.chartChoice }),
  /** What a client drew over the symbol that stands in the address. */
  'GET /me/charts/:id': route({
    policy: 'client',
    status: 200,
    params: chart.chartParams,
    reply: chart.chartDrawings,
  }),
  'PUT /me/charts/:id': route({
    policy: 'client',
    status: 200,
    params: chart.chartParams,
    body: chart.chartDrawings,
    reply: chart.chartDrawings,
  }),

  'POST /orders': route({
    policy: 'client',
    status: 201,
    body: trading.placeOrderBody,
    reply: trading.placedOrder,
    key: true,
  }),
  'GET /orders': route({ policy: 'client', status: 200, query: trading.ordersQuery, reply: cursorList(trading.order) }),
  'PATCH /orders/:id': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: trading.amendOrderBody,
    reply: trading.steeredOrder,
    key: 'optional',
  }),
  'POST /orders/:id/cancel': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: trading.steeredOrder,
    key: 'optional',
  }),
  'POST /trades/close-all': route({
    policy: 'client',
    status: 200,
    body: emptyBody,
    reply: trading.closedAll,
    key: true,
  }),
  'PATCH /trades/:id': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: trading.amendTradeBody,
    reply: trading.trade,
    key: 'optional',
  }),
  'GET /trades': route({ policy: 'client', status: 200, query: trading.tradesQuery, reply: cursorList(trading.trade) }),
  'GET /trades/:id': route({ policy: 'owner', status: 200, params: idParams, reply: trading.trade }),
  'POST /trades/:id/close': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: trading.closeTradeBody,
    reply: trading.closedTrade,
    key: true,
  }),
  'POST /trades/:id/close/cancel': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: trading.trade,
    key: 'optional',
  }),
  'GET /trades/:id/price-explanation': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    reply: trading.priceExplanation,
  }),

  'GET /deposits': route({ policy: 'client', status: 200, query: cursorQuery, reply: cursorList(funding.deposit) }),
  'GET /deposits/conversion': route({
    policy: 'client',
    status: 200,
    query: funding.conversionQuery,
    reply: funding.conversion,
  }),
  'POST /deposits': route({
    policy: 'client',
    status: 201,
    body: funding.createDepositBody,
    reply: funding.deposit,
    key: 'optional',
  }),
  'GET /deposits/:id': route({ policy: 'owner', status: 200, params: idParams, reply: funding.deposit }),
  'POST /deposits/:id/proof': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    reply: funding.deposit,
    files: ['file'],
    key: 'optional',
  }),

  'GET /withdrawals': route({
    policy: 'client',
    status: 200,
    query: cursorQuery,
    reply: cursorList(funding.withdrawal),
  }),
  'GET /withdrawals/terms': route({ policy: 'client', status: 200, reply: funding.withdrawalTerms }),
  'POST /withdrawals': route({
    policy: 'client',
    status: 201,
    body: funding.createWithdrawalBody,
    reply: funding.withdrawalCreated,
    key: true,
  }),
  'GET /withdrawals/:id': route({ policy: 'owner', status: 200, params: idParams, reply: funding.withdrawal }),
  'POST /withdrawals/:id/confirm': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: funding.confirmWithdrawalBody,
    reply: funding.withdrawal,
    key: 'optional',
  }),
  'POST /withdrawals/:id/resend': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: funding.withdrawal,
    key: 'optional',
  }),
  'POST /withdrawals/:id/cancel': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: funding.withdrawal,
    key: true,
  }),
  'POST /withdrawals/:id/not-received': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: funding.withdrawal,
    key: 'optional',
  }),

  'GET /packages': route({ policy: 'client', status: 200, query: listQuery, reply: plans.packageList }),
  'POST /packages/:id/purchase': route({
    policy: 'client',
    status: 201,
    params: plans.planParams,
    body: emptyBody,
    reply: plans.purchase,
    key: true,
  }),
  'GET /signal-plans': route({ policy: 'client', status: 200, query: listQuery, reply: plans.signalPlanList }),
  'POST /signal-plans/:id/purchase': route({
    policy: 'client',
    status: 201,
    params: plans.planParams,
    body: emptyBody,
    reply: plans.purchase,
    key: true,
  }),
  'GET /purchases': route({
    policy: 'client',
    status: 200,
    query: plans.purchasesQuery,
    reply: cursorList(plans.purchase),
  }),
  'GET /purchases/:id': route({ policy: 'owner', status: 200, params: idParams, reply: plans.purchase }),

  'GET /loan-levels': route({ policy: 'client', status: 200, query: listQuery, reply: loans.loanLevels }),
  'GET /loans': route({ policy: 'client', status: 200, query: cursorQuery, reply: cursorList(loans.loan) }),
  'POST /loans': route({
    policy: 'client',
    status: 201,
    body: loans.applyLoanBody,
    reply: loans.loan,
    key: 'optional',
  }),
  'GET /loans/:id': route({ policy: 'owner', status: 200, params: idParams, reply: loans.loanDetail }),
  'POST /loans/:id/repay': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    body: loans.repayLoanBody,
    reply: loans.loan,
    key: true,
  }),
  'GET /signals': route({ policy: 'client', status: 200, query: listQuery, reply: signals.signalList }),
  'GET /signals/record': route({ policy: 'client', status: 200, reply: signals.signalRecord }),
  'GET /signals/ended': route({
    policy: 'client',
    status: 200,
    query: signals.endedSignalsQuery,
    reply: pageList(signals.signal),
  }),
  'GET /signals/coverage': route({ policy: 'client', status: 200, reply: signals.signalCoverage }),
  'PUT /signals/coverage': route({
    policy: 'client',
    status: 200,
    body: signals.putCoverageBody,
    reply: signals.signalCoverage,
  }),
  'GET /signals/:id': route({ policy: 'client', status: 200, params: idParams, reply: signals.signalDetail }),
  'GET /traders': route({ policy: 'client', status: 200, query: copying.tradersQuery, reply: copying.traderList }),
  'GET /traders/:id': route({ policy: 'client', status: 200, params: idParams, reply: copying.traderDetail }),
  'GET /traders/:id/trades': route({
    policy: 'client',
    status: 200,
    params: idParams,
    query: copying.traderTradesQuery,
    reply: cursorList(copying.traderTrade),
  }),
  'POST /traders/:id/copy': route({
    policy: 'client',
    status: 200,
    params: idParams,
    body: copying.startCopyBody,
    reply: copying.copy,
    key: 'optional',
  }),
  'DELETE /traders/:id/copy': route({
    policy: 'client',
    status: 200,
    params: idParams,
    body: copying.stopCopyBody,
    reply: copying.copy,
    key: 'optional',
  }),
  'POST /traders/:id/copy/pause': route({
    policy: 'client',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: copying.copy,
    key: 'optional',
  }),
  'POST /traders/:id/copy/resume': route({
    policy: 'client',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: copying.copy,
    key: 'optional',
  }),
  'GET /copies': route({ policy: 'client', status: 200, query: cursorQuery, reply: cursorList(copying.copy) }),
  'GET /copies/:id': route({ policy: 'owner', status: 200, params: idParams, reply: copying.copy }),
  'GET /copies/:id/trades': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    query: cursorQuery,
    reply: cursorList(trading.trade),
  }),
  'GET /copies/:id/skips': route({
    policy: 'owner',
    status: 200,
    params: idParams,
    query: copying.copySkipsQuery,
    reply: cursorList(copying.copySkip),
  }),
  'GET /admin/traders': route({
    policy: 'admin',
    status: 200,
    query: admin.adminListQuery,
    reply: copying.adminTraderPage,
  }),
  'GET /admin/adjustments': route({
    policy: 'admin',
    status: 200,
    query: admin.adminListQuery,
    reply: admin.adminAdjustmentPage,
  }),
  'POST /admin/traders': route({
    policy: 'admin',
    status: 201,
    body: copying.createTraderBody,
    reply: copying.trader,
    key: 'optional',
  }),
  'POST /admin/traders/:id/picture': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    reply: copying.trader,
    files: ['file'],
  }),
  'DELETE /admin/traders/:id': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: emptyBody,
    reply: copying.deletedTrader,
    key: 'optional',
  }),

  'GET /admin/users': route({ policy: 'admin', status: 200, query: admin.adminUsersQuery, reply: admin.adminUserPage }),
  'GET /admin/users.csv': route({
    policy: 'admin',
    status: 200,
    query: admin.adminUsersExportQuery,
    reply: files.userRow,
    csv: 'users',
  }),
  'GET /admin/deposits.csv': route({
    policy: 'admin',
    status: 200,
    query: admin.adminDepositsExportQuery,
    reply: files.depositRow,
    csv: 'deposits',
  }),
  'GET /admin/withdrawals.csv': route({
    policy: 'admin',
    status: 200,
    query: admin.adminWithdrawalsExportQuery,
    reply: files.withdrawalRow,
    csv: 'withdrawals',
  }),
  'GET /admin/trades.csv': route({
    policy: 'admin',
    status: 200,
    query: admin.adminTradesExportQuery,
    reply: files.tradeRow,
    csv: 'trades',
  }),
  'GET /admin/verifications.csv': route({
    policy: 'admin',
    status: 200,
    query: identity.adminVerificationsExportQuery,
    reply: files.verificationRow,
    csv: 'verifications',
  }),
  'GET /admin/audit.csv': route({
    policy: 'admin',
    status: 200,
    query: admin.auditExportQuery,
    reply: files.auditRow,
    csv: 'audit',
  }),
  'GET /admin/users/:id': route({ policy: 'admin', status: 200, params: idParams, reply: admin.adminUser }),
  'PATCH /admin/users/:id': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: admin.patchUserBody,
    reply: admin.adminUser,
    key: 'optional',
  }),
  'DELETE /admin/users/:id': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: admin.deleteUserBody,
    reply: admin.deleteUserReply,
  }),
  'POST /admin/users/:id/trades': route({
    policy: 'admin',
    status: 201,
    params: idParams,
    body: admin.recordTradeBody,
    reply: admin.recordTradeReply,
    key: true,
  }),
  'POST /admin/users/:id/adjustments': route({
    policy: 'admin',
    status: 201,
    params: idParams,
    body: admin.adjustmentBody,
    reply: admin.adjustmentReply,
    key: true,
  }),
  'GET /admin/users/:id/entries': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    query: account.entriesQuery,
    reply: cursorList(account.entry),
  }),
  'GET /me/holds': route({ policy: 'client', status: 200, query: listQuery, reply: holds.ownHolds }),
  'GET /admin/users/:id/holds': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    query: listQuery,
    reply: holds.adminHolds,
  }),
  'POST /admin/users/:id/holds': route({
    policy: 'admin',
    status: 201,
    params: idParams,
    body: holds.placeHoldBody,
    reply: holds.adminHolds,
    key: 'optional',
  }),
  'POST /admin/holds/:id/renew': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: holds.renewHoldBody,
    reply: holds.adminHolds,
    key: 'optional',
  }),
  'POST /admin/holds/:id/lift': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: holds.liftHoldBody,
    reply: holds.adminHolds,
    key: 'optional',
  }),
  'GET /admin/deposits': route({
    policy: 'admin',
    status: 200,
    query: admin.adminDepositsQuery,
    reply: admin.adminDepositPage,
  }),
  'GET /admin/deposits/:id': route({ policy: 'admin', status: 200, params: idParams, reply: admin.adminDeposit }),
  'POST /admin/deposits/:id/decision': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: admin.depositDecisionBody,
    reply: admin.adminDeposit,
    key: true,
  }),
  'GET /admin/withdrawals': route({
    policy: 'admin',
    status: 200,
    query: admin.adminWithdrawalsQuery,
    reply: admin.adminWithdrawalPage,
  }),
  'GET /admin/withdrawals/:id': route({ policy: 'admin', status: 200, params: idParams, reply: admin.adminWithdrawal }),
  'POST /admin/withdrawals/:id/decision': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: admin.withdrawalDecisionBody,
    reply: admin.adminWithdrawal,
    key: true,
  }),
  'POST /admin/withdrawals/:id/return': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: admin.returnWithdrawalBody,
    reply: admin.adminWithdrawal,
    key: true,
  }),
  'POST /admin/withdrawals/:id/traced': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: admin.traceWithdrawalBody,
    reply: admin.adminWithdrawal,
    key: 'optional',
  }),
  'GET /admin/trades': route({
    policy: 'admin',
    status: 200,
    query: admin.adminTradesQuery,
    reply: admin.adminTradePage,
  }),
  'GET /admin/packages': route({ policy: 'admin', status: 200, query: listQuery, reply: plans.adminPackageList }),
  'POST /admin/packages': route({
    policy: 'admin',
    status: 201,
    body: plans.addPackageBody,
    reply: plans.adminPackage,
    key: 'optional',
  }),
  'GET /admin/verifications': route({
    policy: 'admin',
    status: 200,
    query: identity.adminVerificationsQuery,
    reply: identity.adminVerificationPage,
  }),
  'GET /admin/verifications/:id': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    reply: identity.adminVerification,
  }),
  'POST /admin/verifications/:id/decision': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: identity.verificationDecisionBody,
    reply: identity.adminVerification,
  }),
  'POST /admin/trades/:id/settle': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: admin.settleTradeBody,
    reply: admin.settleTradeReply,
    key: true,
  }),
  'GET /admin/proposals': route({
    policy: 'admin',
    status: 200,
    query: proposals.proposalsQuery,
    reply: proposals.proposalPage,
  }),
  /** Staff come and go by proposal, in every mode. */
  'POST /admin/proposals': route({
    policy: 'admin',
    status: 201,
    body: proposals.proposeStaffBody,
    reply: proposals.proposal,
    key: 'optional',
  }),
  'POST /admin/proposals/:id/decision': route({
    policy: 'admin',
    status: 200,
    params: idParams,
    body: proposals.proposalDecisionBody,
    reply: proposals.proposal,
    key: true,
  }),
  'GET /admin/staff': route({ policy: 'admin', status: 200, query: listQuery, reply: proposals.staffList }),
  'GET /admin/market': route({ policy: 'admin', status: 200, reply: market.adminMarket }),
  'GET /admin/mail': route({ policy: 'admin', status: 200, reply: mail.adminMail }),
  'POST /admin/mail/retry': route({ policy: 'admin', status: 200, body: emptyBody, reply: mail.retryMailReply }),
  'GET /admin/settings': route({ policy: 'admin', status: 200, reply: admin.settings }),
  'PUT /admin/settings': route({ policy: 'admin', status: 200, body: admin.putSettingsBody, reply: admin.settings }),
  'POST /admin/settings/favicon': route({ policy: 'admin', status: 200, reply: admin.settings, files: ['file'] }),
  'GET /admin/wallets': route({ policy: 'admin', status: 200, reply: admin.wallets }),
  'PUT /admin/wallets': route({ policy: 'admin', status: 200, body: admin.putWalletsBody, reply: admin.wallets }),
  'GET /admin/audit': route({ policy: 'admin', status: 200, query: pageQuery, reply: admin.auditPage }),
} satisfies Record<`${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`, Route>;

/**
 * Routes that answer with bytes instead of JSON, outside the table above:
 * GET /files/:id (owner or admin; proof images), GET /favicon (public), GET /stream (the socket).
 */
export type RouteKey = keyof typeof routes;
export type Routes = typeof routes;
type Part<R, K extends string> = R extends Record<K, infer S extends z.core.$ZodType> ? S : never;
export type RequestBody<K extends RouteKey> =
  Part<Routes[K], 'body'> extends never ? undefined : z.core.input<Part<Routes[K], 'body'>>;
export type RequestQuery<K extends RouteKey> =
  Part<Routes[K], 'query'> extends never ? undefined : z.core.input<Part<Routes[K], 'query'>>;
export type Reply<K extends RouteKey> = z.core.output<Routes[K]['reply']>;
