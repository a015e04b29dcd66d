import type { EquityRange } from '@clearbook/contracts/performance';
import type { Reply, RequestQuery, RouteKey, StatementFilters } from '@clearbook/contracts';
import type { Interval } from '@clearbook/contracts/intervals';
import type { QueueName } from '@clearbook/contracts/queues';
import type { Sort } from '@clearbook/contracts/table-sorts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type RequestOptions } from './api.ts';
import { firstQueries, read, type QueryTopic } from './first-queries.ts';

/** Rows a list of a client's own records loads at most; older ones are in the statement. */
export const OWN_ROWS_MAX = 1000;
const ROWS_A_REQUEST = 200;
/** Results of open trades move with the price, which no event announces. */
const RECORD_REFETCH_MS = 30_000;
const EQUITY_REFETCH_MS = 30_000;
const COPY_REFETCH_MS = 5_000;
const MARKET_REFETCH_MS = 10_000;
/** The server looks once a minute. */
const INTEGRITY_REFETCH_MS = 60_000;
/** What waits too long is late by the clock, which nobody announces. */
const QUEUES_REFETCH_MS = 60_000;
const LINES_REFETCH_MS = 120_000;
const ARCHIVE_REFETCH_MS = 2_000;
const HOLDS_REFETCH_MS = 60_000;
const PROTECTION_REFETCH_MS = 15_000;

type CursorKey = { [K in RouteKey]: Reply<K> extends { next_cursor: string | null } ? K : never }[RouteKey];
type Row<K extends CursorKey> = Reply<K> extends { data: (infer R)[] } ? R : never;

/** All rows of a cursor list, newest first, up to OWN_ROWS_MAX. */
function readAll<K extends CursorKey>(topic: QueryTopic, key: K, options: RequestOptions<K> = {}) {
  return queryOptions({
    queryKey: [topic, key, options.params ?? null, options.query ?? null] as const,
    queryFn: async ({ signal }): Promise<Row<K>[]> => {
      const rows: Row<K>[] = [];
      let cursor: string | undefined;
      do {
        const query = { ...(options.query as object | undefined), limit: ROWS_A_REQUEST, cursor } as RequestQuery<K>;
        const page = await api(key, { ...options, query, signal });
        rows.push(...(page.data as Row<K>[]));
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined && rows.length < OWN_ROWS_MAX);
      return rows;
    },
  });
}

export type QueueFilters = Omit<RequestQuery<'GET /admin/queue-items'>, 'queue' | 'cursor' | 'limit'>;
export type LineFilters = Omit<RequestQuery<'GET /admin/statement-lines'>, 'cursor' | 'limit'>;
export type AdminPage = {
  page: number;
  page_size: number;
  q?: string | undefined;
  status?: string | undefined;
  sort?: Sort | undefined;
};
type AdminListKey =
  | 'GET /admin/users'
  | 'GET /admin/deposits'
  | 'GET /admin/withdrawals'
  | 'GET /admin/trades'
  | 'GET /admin/verifications'
  | 'GET /admin/proposals'
  | 'GET /admin/audit';

function readPage<K extends AdminListKey>(topic: QueryTopic, key: K, page: AdminPage) {
  return { ...read(topic, key, { query: page as RequestQuery<K> }), placeholderData: keepPreviousData };
}

/** One entry for every GET route; use as `useQuery(queries.account())`. */
export const queries = {
  ...firstQueries,
  account: () => read('account', 'GET /me/account'),
  /** It follows prices, which no event announces. */
  equity: (range: EquityRange) => ({
    ...read('account', 'GET /me/equity', { query: { range } }),
    refetchInterval: EQUITY_REFETCH_MS,
  }),
  entries: () => readAll('account', 'GET /me/entries'),
  /** A page at a time, newest first. */
  statement: (filters: StatementFilters) =>
    infiniteQueryOptions({
      queryKey: ['account', 'GET /me/statements', null, filters] as const,
      queryFn: ({ signal, pageParam }) =>
        api('GET /me/statements', { query: { ...filters, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  statementPeriods: () => read('account', 'GET /me/statements/periods'),
  /** A count that the log hasn't been signed since is signed within a minute, which nobody announces. */
  liabilityProof: () => ({
    ...read('account', 'GET /me/liabilities/proof'),
    staleTime: 0,
    refetchInterval: ({ state }: { state: { data?: Reply<'GET /me/liabilities/proof'> | undefined } }) =>
      state.data?.proof?.status === 'waiting' ? MARKET_REFETCH_MS : false,
  }),
  sessions: () => read('sessions', 'GET /me/sessions'),
  passkeys: () => read('sessions', 'GET /me/passkeys'),
  /** How far one is that is being made, which nobody announces. */
  archives: () => ({
    ...read('me', 'GET /me/archives'),
    refetchInterval: ({ state }: { state: { data?: Reply<'GET /me/archives'> | undefined } }) =>
      state.data?.data.some(({ state: its }) => its === 'waiting' || its === 'building') === true
        ? ARCHIVE_REFETCH_MS
        : false,
  }),
  /** Follows closes, deposits and the price, which do not all announce it. */
  /** The day after the warning ends by the clock, which nobody announces. */
  knowledge: () => ({
    ...read('protection', 'GET /me/knowledge-check'),
    refetchInterval: ({ state }: { state: { data?: Reply<'GET /me/knowledge-check'> | undefined } }) =>
      state.data?.status === 'waiting' ? HOLDS_REFETCH_MS : (false as const),
  }),
  userKnowledge: (id: string) => read('users', 'GET /admin/users/:id/knowledge-check', { params: { id } }),
  protection: () => ({
    ...read('protection', 'GET /me/protection'),
    staleTime: 0,
    refetchInterval: PROTECTION_REFETCH_MS,
  }),
  /** Holds end by the clock, which nobody announces. */
  holds: () => ({ ...read('withdrawals', 'GET /me/holds'), staleTime: 0, refetchInterval: HOLDS_REFETCH_MS }),
  twoFactor: () => read('me', 'GET /auth/two-factor'),
  /** A new day or month begins by the clock, which nobody announces. */
  depositLimits: () => ({
    ...read('deposits', 'GET /me/deposit-limits'),
    staleTime: 0,
    refetchInterval: HOLDS_REFETCH_MS,
  }),
  userDepositLimits: (id: string) => ({
    ...read('users', 'GET /admin/users/:id/deposit-limits', { params: { id } }),
    staleTime: 0,
  }),
  identity: () => read('identity', 'GET /identity'),
  personalDetails: () => read('identity', 'GET /identity/details'),
  fundsDocuments: () => read('identity', 'GET /identity/source-of-funds'),
  newestNotifications: () => read('notifications', 'GET /notifications', { query: { limit: 8 } }),
  notifications: () =>
    infiniteQueryOptions({
      queryKey: ['notifications', 'GET /notifications', null, 'all'] as const,
      queryFn: ({ signal, pageParam }) => api('GET /notifications', { query: { cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  notificationSettings: () => read('notifications', 'GET /notifications/settings'),
  alerts: () => read('alerts', 'GET /alerts'),
  push: () => read('notifications', 'GET /me/push'),
  myAudit: () => ({ ...readAll('account', 'GET /me/audit'), staleTime: 0 }),
  mailbox: () => read('mailbox', 'GET /me/mailbox'),

  instruments: () => ({ ...read('market', 'GET /instruments'), staleTime: 60_000, refetchInterval: 60_000 }),
  /** Nobody announces that prices stop: they only do not come. */
  marketStatus: () => ({ ...read('market', 'GET /market/status'), refetchInterval: MARKET_REFETCH_MS }),
  instrument: (symbol: string) => read('market', 'GET /instruments/:id', { params: { id: symbol } }),
  quotes: (symbols: readonly string[]) => read('market', 'GET /quotes', { query: { symbols: symbols.join(',') } }),
  bars: (symbol: string, interval: Interval, limit = 300) => ({
    ...read('market', 'GET /bars', { query: { symbol, interval, limit } }),
    refetchInterval: 60_000,
  }),
  /** The last day's way of several prices; a line moves a pixel in the time after which it is read again. */
  sparklines: (symbols: readonly string[]) => ({
    ...read('market', 'GET /bars/sparklines', { query: { symbols: symbols.join(',') } }),
    staleTime: LINES_REFETCH_MS,
    refetchInterval: LINES_REFETCH_MS,
  }),

  trades: (state: 'active' | 'closed') => readAll('trades', 'GET /trades', { query: { state } }),
  trade: (id: string) => read('trades', 'GET /trades/:id', { params: { id } }),
  amendments: (id: string) => readAll('trades', 'GET /trades/:id/amendments', { params: { id } }),
  priceExplanation: (id: string) => read('trades', 'GET /trades/:id/price-explanation', { params: { id } }),

  signals: () => read('signals', 'GET /signals'),
  signal: (id: string) => read('signals', 'GET /signals/:id', { params: { id } }),
  signalRecord: () => read('signals', 'GET /signals/record'),
  endedSignals: (query: RequestQuery<'GET /signals/ended'>) => ({
    ...read('signals', 'GET /signals/ended', { query }),
    placeholderData: keepPreviousData,
  }),
  signalCoverage: () => read('signals', 'GET /signals/coverage'),

  deposits: () => readAll('deposits', 'GET /deposits'),
  newestDeposits: () => read('deposits', 'GET /deposits', { query: { limit: 5 } }),
  deposit: (id: string) => read('deposits', 'GET /deposits/:id', { params: { id } }),
  conversion: (amount: string, method: 'bitcoin' | 'ethereum' | 'tether') =>
    read('market', 'GET /deposits/conversion', { query: { amount, method } }),

  withdrawals: () => readAll('withdrawals', 'GET /withdrawals'),
  withdrawal: (id: string) => read('withdrawals', 'GET /withdrawals/:id', { params: { id } }),
  /** What can be withdrawn follows the account, so it is read again when the account changes. */
  withdrawalTerms: () => ({ ...read('account', 'GET /withdrawals/terms'), staleTime: 0 }),

  packages: () => read('plans', 'GET /packages'),
  /** They show the client's own strength, which staff and time change too. */
  signalPlans: () => ({ ...read('account', 'GET /signal-plans'), refetchInterval: 60_000 }),
  purchases: () => readAll('plans', 'GET /purchases'),
  purchase: (id: string) => read('plans', 'GET /purchases/:id', { params: { id } }),
  traders: () => ({ ...readAll('traders', 'GET /traders'), refetchInterval: RECORD_REFETCH_MS }),
  trader: (id: string) => ({
    ...read('traders', 'GET /traders/:id', { params: { id } }),
    refetchInterval: RECORD_REFETCH_MS,
  }),
  traderTrades: (id: string, state: 'active' | 'closed') => ({
    ...readAll('traders', 'GET /traders/:id/trades', { params: { id }, query: { state } }),
    refetchInterval: RECORD_REFETCH_MS,
  }),
  copies: () => ({ ...readAll('copies', 'GET /copies'), refetchInterval: COPY_REFETCH_MS }),
  copy: (id: string) => ({
    ...read('copies', 'GET /copies/:id', { params: { id } }),
    refetchInterval: COPY_REFETCH_MS,
  }),
  copyTrades: (id: string) => readAll('copies', 'GET /copies/:id/trades', { params: { id } }),
  copySkips: (id: string) => readAll('copies', 'GET /copies/:id/skips', { params: { id } }),
  adminPackages: () => read('plans', 'GET /admin/packages'),
  /** Whether a portfolio is large enough follows prices, so it is read again whenever the page is opened. */
  loanLevels: () => ({ ...read('account', 'GET /loan-levels'), staleTime: 0 }),
  loans: () => readAll('loans', 'GET /loans'),
  loan: (id: string) => read('loans', 'GET /loans/:id', { params: { id } }),

  adminUsers: (page: AdminPage) => readPage('users', 'GET /admin/users', page),
  adminProtection: (id: string) => ({
    ...read('users', 'GET /admin/users/:id/protection', { params: { id } }),
    staleTime: 0,
  }),
  adminHolds: (id: string) => ({
    ...read('users', 'GET /admin/users/:id/holds', { params: { id } }),
    staleTime: 0,
    refetchInterval: HOLDS_REFETCH_MS,
  }),
  /** What is found may have changed by the next time that it is asked for. */
  adminSearch: (q: string) => ({ ...read('users', 'GET /admin/search', { query: { q } }), staleTime: 0 }),
  adminUser: (id: string) => read('users', 'GET /admin/users/:id', { params: { id } }),
  adminUserEntries: (id: string) => readAll('users', 'GET /admin/users/:id/entries', { params: { id } }),
  adminTags: (id: string) => read('users', 'GET /admin/users/:id/tags', { params: { id } }),
  adminRelated: (id: string) => ({
    ...read('users', 'GET /admin/users/:id/related', { params: { id } }),
    staleTime: 0,
  }),
  /** Each reading is told to the client, so it is read when the page is opened and not again by itself. */
  adminAsClient: (id: string) =>
    queryOptions({
      queryKey: ['opened', 'GET /admin/users/:id/as-client', { id }] as const,
      queryFn: ({ signal }) => api('GET /admin/users/:id/as-client', { params: { id }, signal }),
      staleTime: Infinity,
      gcTime: 0,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    }),
  adminTimeline: (id: string, kind: RequestQuery<'GET /admin/users/:id/timeline'>['kind']) =>
    infiniteQueryOptions({
      queryKey: ['users', 'GET /admin/users/:id/timeline', { id }, { kind }] as const,
      queryFn: ({ signal, pageParam }) =>
        api('GET /admin/users/:id/timeline', { params: { id }, query: { kind, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  adminDeposits: (page: AdminPage) => readPage('deposits', 'GET /admin/deposits', page),
  adminDeposit: (id: string) => read('deposits', 'GET /admin/deposits/:id', { params: { id } }),
  /** What approving it like this would credit. Asked again as staff type. */
  depositCredit: (id: string, query: RequestQuery<'GET /admin/deposits/:id/credit'>) => ({
    ...read('deposits', 'GET /admin/deposits/:id/credit', { params: { id }, query }),
    placeholderData: keepPreviousData,
  }),
  releaseLimits: (userId?: string) => read('proposals', 'GET /admin/release-limits', { query: { user_id: userId } }),
  adminWithdrawals: (page: AdminPage) => readPage('withdrawals', 'GET /admin/withdrawals', page),
  adminWithdrawal: (id: string) => read('withdrawals', 'GET /admin/withdrawals/:id', { params: { id } }),
  adminTrades: (page: AdminPage) => readPage('trades', 'GET /admin/trades', page),
  adminVerifications: (page: AdminPage) => readPage('identity', 'GET /admin/verifications', page),
  adminVerification: (id: string) => read('identity', 'GET /admin/verifications/:id', { params: { id } }),
  /** Each reading is a line in the audit log: once for each visit, and where they changed. */
  verificationDetails: (id: string) => ({
    ...read('identity', 'GET /admin/verifications/:id/details', { params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  }),
  clientFundsDocuments: (id: string) =>
    read('identity', 'GET /admin/verifications/:id/source-of-funds', { params: { id } }),
  depositSignals: (id: string) => read('deposits', 'GET /admin/deposits/:id/signals', { params: { id } }),
  withdrawalSignals: (id: string) => read('withdrawals', 'GET /admin/withdrawals/:id/signals', { params: { id } }),
  verificationSignals: (id: string) => read('identity', 'GET /admin/verifications/:id/signals', { params: { id } }),
  adminProposal: (id: string) => read('proposals', 'GET /admin/proposals/:id', { params: { id } }),
  adminProposals: (page: AdminPage) => readPage('proposals', 'GET /admin/proposals', page),
  /** Of all tables, so that each has its own without a wait. */
  adminViews: () => read('views', 'GET /admin/views'),
  adminQueues: () => ({ ...read('queues', 'GET /admin/queues'), refetchInterval: QUEUES_REFETCH_MS }),
  /** A page at a time, in the order that is asked for. */
  adminQueue: (queue: QueueName, filters: QueueFilters) =>
    infiniteQueryOptions({
      queryKey: ['queues', 'GET /admin/queue-items', null, { queue, ...filters }] as const,
      queryFn: ({ signal, pageParam }) =>
        api('GET /admin/queue-items', { query: { queue, ...filters, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      refetchInterval: QUEUES_REFETCH_MS,
    }),
  adminStaff: () => read('proposals', 'GET /admin/staff'),
  adminStaffSessions: () => read('sessions', 'GET /admin/staff-sessions'),
  adminApiTokens: () => read('sessions', 'GET /admin/api-tokens'),
  adminRoles: () => read('proposals', 'GET /admin/roles'),
  adminMarket: () => ({ ...read('market', 'GET /admin/market'), refetchInterval: MARKET_REFETCH_MS }),
  adminCorporateActions: () => read('market', 'GET /admin/corporate-actions'),
  transparency: () => ({ ...read('audit', 'GET /transparency'), refetchInterval: INTEGRITY_REFETCH_MS }),
  adminIntegrity: () => ({ ...read('audit', 'GET /admin/integrity'), refetchInterval: INTEGRITY_REFETCH_MS }),
  /** Failures are announced; what merely waits is not. */
  adminMail: () => ({ ...read('mail', 'GET /admin/mail'), refetchInterval: MARKET_REFETCH_MS }),
  adminMailTexts: () => read('settings', 'GET /admin/mail/texts'),
  adminSettings: () => read('settings', 'GET /admin/settings'),
  /** Moves with every trade and every price: read again while it is looked at. */
  adminOverview: () => ({ ...read('overview', 'GET /admin/overview'), refetchInterval: MARKET_REFETCH_MS }),
  adminHouseResults: () => ({ ...read('overview', 'GET /admin/house-results'), refetchInterval: MARKET_REFETCH_MS }),
  /** Nobody announces that a process is gone. */
  adminSystem: () => ({ ...read('audit', 'GET /admin/system'), refetchInterval: MARKET_REFETCH_MS }),
  statementBalances: () => ({
    ...read('reconciliation', 'GET /admin/statement-balances'),
    refetchInterval: INTEGRITY_REFETCH_MS,
  }),
  statementFiles: () => read('reconciliation', 'GET /admin/statement-files'),
  /** A page at a time, newest first. */
  statementLines: (filters: LineFilters) =>
    infiniteQueryOptions({
      queryKey: ['reconciliation', 'GET /admin/statement-lines', null, filters] as const,
      queryFn: ({ signal, pageParam }) =>
        api('GET /admin/statement-lines', { query: { ...filters, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  unmatchedMovements: (query: RequestQuery<'GET /admin/unmatched-movements'>) =>
    read('reconciliation', 'GET /admin/unmatched-movements', { query }),
  dayCloses: () => ({ ...read('reconciliation', 'GET /admin/day-closes'), refetchInterval: INTEGRITY_REFETCH_MS }),
  dayClose: (day: string) => read('reconciliation', 'GET /admin/day-closes/:id', { params: { id: day } }),
  adminConfiguration: () => read('settings', 'GET /admin/configuration'),
  adminSwitches: () => read('settings', 'GET /admin/switches'),
  adminWallets: () => read('wallets', 'GET /admin/wallets'),
  /** Nobody announces a line of the log: it is read whenever it is opened. */
  audit: (page: AdminPage) => ({ ...readPage('audit', 'GET /admin/audit', page), staleTime: 0 }),
};
