import { messages } from '@clearbook/contracts/messages';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { openFraudRules } from './adapters/fraud-rules/index.ts';
import { openScreeningList } from './adapters/screening/index.ts';
import { fileStorage } from './adapters/files/index.ts';
import { openConversionPrices, openFeed } from './adapters/feeds/index.ts';
import { openLogSigner } from './adapters/log-signer/index.ts';
import { openWitnesses } from './adapters/log-witness/index.ts';
import { mailTransport } from './adapters/mail/index.ts';
import { pushTransport } from './adapters/push/index.ts';
import { alertRoutes } from './features/alerts/index.ts';
import { apiTokenRoutes, createTokenCheck } from './features/api-tokens/index.ts';
import { archiveRoutes, createArchiver, mountArchives } from './features/archives/index.ts';
import { auditRoutes, recordFileView } from './features/audit/index.ts';
import { createBotDesk } from './features/bots/index.ts';
import { chartRoutes, mountChartFrame } from './features/charts/index.ts';
import { clientRoutes, finishErasures } from './features/clients/index.ts';
import { ActionRecorder, corporateActionRoutes } from './features/corporate-actions/index.ts';
import { createDemoSeed, sparingDemoClients } from './features/demo/index.ts';
import { depositRoutes } from './features/deposits/index.ts';
import { fraudRoutes } from './features/fraud/index.ts';
import { holdRoutes } from './features/holds/index.ts';
import { queueRoutes } from './features/queues/index.ts';
import { reconciliationJobs, reconciliationRoutes } from './features/reconciliation/index.ts';
import { relationRoutes } from './features/relations/index.ts';
import { searchRoutes } from './features/search/index.ts';
import { integrityRoutes, lookAtAll, lookAtRecent } from './features/integrity/index.ts';
import { countLiabilities, liabilityRoutes } from './features/liabilities/index.ts';
import { loanRoutes, settleLoans, checkBorrowers } from './features/loans/index.ts';
import { protectionRoutes } from './features/protection/index.ts';
import { mailboxRoutes, sweepFailures, sweepSent } from './features/mailbox/index.ts';
import { knowledgeRoutes } from './features/knowledge/index.ts';
import { identityRoutes, tellExpiries } from './features/identity/index.ts';
import { screenDue } from './features/screening/index.ts';
import {
  createMarket,
  createUsualSpreads,
  withAddedSpreads,
  marketReadiness,
  RecordedActions,
  registerMarketRoutes,
} from './features/market/index.ts';
import { meRoutes } from './features/me/index.ts';
import {
  mountUnsubscribe,
  notificationRoutes,
  sweepNotifications,
  unsubscribeLink,
} from './features/notifications/index.ts';
import {
  ensureFirstAdmin,
  hasAdmin,
  checkOwnPassword,
  PasswordHasher,
  SecondFactor,
  SessionCheck,
  sessionCookieName,
  endGuests,
  guestRoutes,
  isGuestAddress,
  sessionsRoutes,
  sweepAccess,
  type FirstAdmin,
} from './features/sessions/index.ts';
import { overviewRoutes } from './features/overview/index.ts';
import { performanceRoutes } from './features/performance/index.ts';
import { ClientTerms, planRoutes, readTerms } from './features/plans/index.ts';
import { readFavicon, settingsRoutes } from './features/settings/index.ts';
import {
  Begun,
  changeTeller,
  configurationRoutes,
  Financing,
  readNotices,
  Spreads,
} from './features/configuration/index.ts';
import { switchRoutes } from './features/switches/index.ts';
import { createSignalDesk, signalRoutes } from './features/signals/index.ts';
import { PushKeys, pushRoutes, PushWorker } from './features/push/index.ts';
import { proposalRoutes } from './features/proposals/index.ts';
import { createPrinter, documentRoutes, statementRoutes } from './features/statements/index.ts';
import { extendPageMaps, rebuildPageMaps } from './features/tables/index.ts';
import { marketQuotes } from './features/stream/index.ts';
import { createCopyEngine, isTraderPicture, takeProfitShares, traderRoutes } from './features/traders/index.ts';
import {
  createCosigning,
  createSequencer,
  LogKeys,
  mountLog,
  publishedRoutes,
  originOf,
  receiptRoutes,
} from './features/transparency/index.ts';
import { readTrackRecord, updateTrackRecord, tradeRoutes } from './features/trades/index.ts';
import { createWatch, openings, readAbsence, type Watch } from './features/watch/index.ts';
import { walletRoutes } from './features/wallets/index.ts';
import { viewRoutes } from './features/views/index.ts';
import { watchlistRoutes } from './features/watchlist/index.ts';
import { countOverdue, settleDueWithdrawals, withdrawalRoutes } from './features/withdrawals/index.ts';
import { contextOf, decisionContext } from './decision-context.ts';
import { figuresOf } from './figures.ts';
import { createLedger } from './ledger/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { type Database, readInstance } from './platform/database/index.ts';
import { Fitness } from './platform/fitness.ts';
import { FileStore, mountFiles } from './platform/files/index.ts';
import { buildHttp, type Register } from './platform/http/index.ts';
import { createJobs, type Job } from './platform/jobs.ts';
import { SharedLimits } from './platform/limits/index.ts';
import type { Logger } from './platform/log.ts';
import { MailWorker, outboxReadiness, standingSite } from './platform/mail/index.ts';
import { createRealtime, ring, sweepInvalidations } from './platform/realtime/index.ts';
import { createHeartbeat } from './platform/processes.ts';
import { holdSeal, type Seal } from './platform/seal.ts';
import { showFigures } from './platform/telemetry/index.ts';

export type Parts = {
  readonly config: Omit<Config, 'databaseUrl' | 'databaseOwnerUrl'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Seals what the database must not show; see platform/seal.ts. */
  readonly seal: Seal;
};
export type App = { listen(): Promise<string>; close(): Promise<void>; readonly firstAdmin?: FirstAdmin | 'nobody' };

/** How far back the record of signals begins on a new demo site: marked as a backtest, and apart from the live record. */
const DEMO_SIGNAL_DAYS = 30;

const WEB_DIR = fileURLToPath(new URL('../../web/dist/', import.meta.url));

/** The only file that joins ports to adapters. Read it from top to bottom to see what the product is made of. */
export async function compose({ config, database, clock, log, seal }: Parts): Promise<App> {
  const { pool } = database;
  // First of all: a file with a mistake stops the start.
  const fraudRules = openFraudRules(config);
  if (fraudRules.length > 0) log.info({ rules: fraudRules.length }, 'fraud rules were read');
  const instance = await readInstance(pool);
  if (!instance) throw new Error('the database has no instance row although it was prepared');

  const fitness = new Fitness({ pool, dataDir: config.dataDir, embedded: database.embedded, log });
  const halted = (): boolean => fitness.halt() !== undefined;
  const ahead = await readAhead(pool, clock.now());
  const { announced, financing, spreads } = ahead;
  const { feed, handlers: feedHandlers } = await openFeed(
    config,
    { seed: instance.marketSeed, seedGiven: instance.seedGiven, createdAt: instance.createdAt },
    { pool, clock, log, actions: announced, halted },
  );
  const market = createMarket({
    feed: withAddedSpreads(feed, spreads),
    clock,
    onListenerError: (error) => log.error({ err: error }, 'a market listener failed'),
    actions: announced,
  });
  const prices = openConversionPrices(config, {
    seed: instance.marketSeed,
    market,
    clock,
    onFailure: (cause) => log.warn({ cause }, 'the price service failed'),
  });
  const ledger = createLedger({
    pool,
    log,
    context: () => decisionContext({ market, ...ahead, watch }, clock.now()),
    halted: fitness.halt,
    onWriting: (rows, state) => watch.opening(openings(rows, state)),
    onCommitted: () => ring(pool),
  });
  const storage = fileStorage(config);
  const files = new FileStore(pool, storage, seal);
  const mail = new MailWorker({
    pool,
    clock,
    log,
    transport: sparingDemoClients(mailTransport(config), isGuestAddress),
    config,
    unsubscribe: unsubscribeLink(seal, config.publicUrl),
  });
  const demo = createDemoSeed({
    wanted: config.mode === 'demo' && config.seedDemo,
    pool,
    ledger,
    files,
    market,
    prices,
    clock,
    log,
  });

  const copies = createCopyEngine({ pool, ledger, market, clock, log });
  const watch = createWatch({ pool, ledger, market, clock, log, halted, caughtUp: () => realtime.catchUp() });
  const bots = createBotDesk({
    wanted: config.mode === 'demo' && config.seedDemo,
    pool,
    ledger,
    market,
    past: config.market === 'simulated',
    contextAt: (now) => contextOf({ market, ...ahead }, now),
    clock,
    log,
  });

  const sessions = new SessionCheck({ pool, clock, log, cookieName: sessionCookieName(config), mode: config.mode });
  const { app, register, countHandshake } = await buildHttp({
    config,
    clock,
    log,
    authenticate: (cookie) => sessions.authenticate(cookie),
    tokens: createTokenCheck(pool, config),
    webDir: existsSync(WEB_DIR) ? WEB_DIR : undefined,
    readiness: {
      database: () => pool.query('select 1').then(() => true as const),
      writes: fitness.readiness,
    },
    external: {
      feed: () => Promise.resolve(marketReadiness(market.status(clock.now()))),
      outbox: outboxReadiness(pool, clock),
      files: () => storage.check(),
    },
    halted: fitness.halt,
  });

  const witnesses = openWitnesses(config);
  showFigures(figuresOf({ pool, ledger, market, fitness, clock, dataDir: config.dataDir, witnesses }));
  const limits = config.rateLimits ? new SharedLimits(pool) : undefined;
  await holdSeal(pool, seal);
  const secondFactor = new SecondFactor(pool, seal);
  const hasher = new PasswordHasher();
  sessionsRoutes(register, { pool, clock, log, config, hasher, secondFactor, limits });
  guestRoutes(register, { pool, clock, log, config, hasher, secondFactor, limits, ledger });
  meRoutes(register, { pool, mode: config.mode, files });
  const screeningList = openScreeningList(config);
  identityRoutes(register, { pool, files, ledger, config, screeningList });
  mailboxRoutes(register, { pool, site: standingSite(config), limits });
  integrityRoutes(register, { pool });
  settingsRoutes(register, {
    ledger,
    pool,
    files,
    config,
    marketLabel: market.status(clock.now()).label,
    overdueWithdrawals: (now) => countOverdue(pool, now),
    trackRecord: () => readTrackRecord(pool),
    notices: (now) => readNotices(pool, now),
  });
  switchRoutes(register, { pool, ledger });
  configurationRoutes(register, { pool, ledger });
  registerMarketRoutes(register, {
    market,
    termsOf: (clientId) => readTerms(pool, clientId),
    unwatched: (now) => readAbsence(pool, now),
    usual: createUsualSpreads(market, pool),
    financing,
    spreads,
  });
  corporateActionRoutes(register, { pool });
  chartRoutes(register, { pool, actionsOf: announced.of });
  if (config.chartProvider === 'tradingview' && config.market === 'live') mountChartFrame(app);
  const printer = createPrinter();
  const archivePrinter = createPrinter();
  statementRoutes(register, { pool, market, config });
  performanceRoutes(register, { pool, market });
  overviewRoutes(register, { pool, market });
  documentRoutes(register, { pool, config, printer });
  notificationRoutes(register, { pool, site: standingSite(config), seal });
  const pushKeys = new PushKeys({ pool, seal, log });
  pushRoutes(register, { pool, keys: pushKeys });
  const push = new PushWorker({
    pool,
    clock,
    log,
    keys: pushKeys,
    transport: pushTransport,
    site: standingSite(config),
  });
  tradeRoutes(register, { ledger, pool, market, config });
  depositRoutes(register, { ledger, pool, files, prices, market, config });
  loanRoutes(register, { ledger, pool, market, config });
  protectionRoutes(register, { ledger, pool, market });
  holdRoutes(register, { ledger, pool, config });
  withdrawalRoutes(register, { ledger, pool, config, secondFactor });
  traderRoutes(register, { ledger, pool, market, files, config, engine: copies });
  knowledgeRoutes(register, { pool, config });
  planRoutes(register, { ledger, pool });
  walletRoutes(register, { ledger, pool, config });
  signalRoutes(register, { pool, actionsOf: announced.of });
  watchlistRoutes(register, { pool });
  alertRoutes(register, { pool, market });
  proposalRoutes(register, { ledger, pool, config });
  apiTokenRoutes(register, { pool });
  queueRoutes(register, { pool });
  fraudRoutes(register, { pool, rules: fraudRules });
  reconciliationRoutes(register, { pool });
  searchRoutes(register, { pool });
  clientRoutes(register, {
    ledger,
    pool,
    config,
    files,
    mail,
    checkPassword: async (userId, password, now) => {
      await checkOwnPassword({ pool, hasher, limits }, userId, { password, wrong: messages.password.wrong }, now);
    },
  });
  viewRoutes(register, { pool });
  relationRoutes(register, { pool, market, config, site: standingSite(config) });
  archiveRoutes(register, { pool });
  auditRoutes(register, { pool });
  proofRoutes(app, register, { pool, witnesses, market });
  mountArchives(app, {
    ...{ pool, storage, seal, clock },
    authenticate: (cookie) => sessions.authenticate(cookie),
    allowedOrigins: config.allowedOrigins,
  });
  mountFiles(app, {
    store: files,
    authenticate: (cookie) => sessions.authenticate(cookie),
    staffNetworks: config.staffNetworks,
    allowedOrigins: config.allowedOrigins,
    clock,
    onStaffView: recordFileView(pool),
    favicon: () => readFavicon(pool),
    isShared: (file) => isTraderPicture(pool, file),
  });
  mountUnsubscribe(app, { pool, seal });
  const realtime = createRealtime({
    app,
    connectionString: database.connectionString,
    allowedOrigins: config.allowedOrigins,
    glance: (cookie) => sessions.glance(cookie),
    countHandshake,
    quotes: marketQuotes(market, clock, new ClientTerms(pool, log)),
    log,
    handlers: feedHandlers,
    pool,
    onWake: (wake) => (wake === 'mail' ? mail : copies).wake(),
    onInvalidation: (invalidation) => watch.onInvalidation(invalidation),
    onGap: () => watch.missed(),
  });

  const signals = createSignalDesk({
    pool,
    market,
    historyDays: config.mode === 'demo' && config.seedDemo ? DEMO_SIGNAL_DAYS : 0,
  });
  const logKeys = new LogKeys({ pool, seal, log, origin: originOf(config.publicUrl), outside: openLogSigner(config) });
  const sequencer = createSequencer({ pool, log, signers: () => logKeys.signers(clock.now()) });
  const cosigning = createCosigning({ pool, log, witnesses });
  const archiver = createArchiver({
    ...{ pool, storage, seal, files, market, log, config, site: config.publicUrl },
    // Not refused while clients print theirs: an archive is made in the background and alone.
    printer: archivePrinter,
  });
  const actions = new ActionRecorder({
    pool,
    market,
    log,
    file: join(config.dataDir, 'corporate-actions.csv'),
  });
  const begun = new Begun(pool, clock.now());
  /** What closes trades at the prices of now does so once what the quotes before now set off is decided, and a split has reached everything that is held. */
  const afterStops = (run: (now: Date) => Promise<void>) => async (now: Date) => {
    const { watchedUntil } = watch.known(now);
    if (watch.isCurrent(now) && !announced.isSplitting(now, undefined, watchedUntil)) await run(now);
  };
  const heartbeat = createHeartbeat({ pool, clock, jobs: () => jobs.runs(), dataDir: config.dataDir });
  const jobs = createJobs(
    [
      { name: 'publish signals', everyMs: 5_000, run: (now) => signals.run(now) },
      {
        name: 'settle due withdrawals',
        everyMs: 5_000,
        run: (now) => settleDueWithdrawals({ ledger, pool, mode: config.mode }, now),
      },
      { name: 'settle loans', everyMs: 5_000, run: afterStops((now) => settleLoans({ ledger, pool, market }, now)) },
      {
        name: 'check borrowers',
        everyMs: 1_000,
        run: afterStops((now) => checkBorrowers({ ledger, pool, market }, now)),
      },
      {
        name: 'fold house accounts',
        everyMs: 30_000,
        run: () => pool.query('select ledger.fold_house()').then(() => undefined),
      },
      ...announcementJobs({ pool, ...ahead, actions, watch, begun, readAgain: () => realtime.readAgain() }),
      { name: 'append to the log', everyMs: 1_000, run: (now) => sequencer.run(now) },
      { name: 'send checkpoints to witnesses', everyMs: 1_000, run: (now) => cosigning.run(now) },
      { name: 'count liabilities', everyMs: 60_000, run: (now) => countLiabilities({ pool, log }, now) },
      { name: 'make archives', everyMs: 2_000, run: (now) => archiver.run(now) },
      { name: 'check the latest entries', everyMs: 60_000, run: (now) => lookAtRecent({ pool, log }, now) },
      { name: 'check all of the books', everyMs: 20_000, run: (now) => lookAtAll({ pool, log }, now) },
      ...reconciliationJobs({ pool, folder: config.reportsDir, log }),
      { name: 'extend page maps', everyMs: 15_000, run: () => extendPageMaps(pool) },
      { name: 'rebuild page maps', everyMs: 3_600_000, run: () => rebuildPageMaps(pool) },
      { name: 'update track record', everyMs: 3_600_000, run: (now) => updateTrackRecord({ pool, market }, now) },
      // A move is mirrored as soon as its commit wakes the copies; this is for what was left over when nobody listened.
      { name: 'mirror trades', everyMs: 2_000, run: () => copies.work() },
      { name: 'bring copies down', everyMs: 5_000, run: afterStops((now) => copies.catchUp(now)) },
      { name: 'end copies', everyMs: 5_000, run: () => copies.endEmptied() },
      { name: 'copy stop-losses', everyMs: 1_000, run: afterStops((now) => copies.watchStopLosses(now)) },
      { name: 'profit shares', everyMs: 60_000, run: (now) => takeProfitShares({ ledger, pool }, now) },
      ...(config.mode === 'demo' ? [{ name: 'bots', everyMs: 5_000, run: (now: Date) => bots.trade(now) }] : []),
      ...(config.mode === 'demo'
        ? [
            {
              name: 'end guests',
              everyMs: 30_000,
              run: afterStops((now) => endGuests({ pool, ledger, log }, now)),
            },
          ]
        : []),
      { name: 'screen clients', everyMs: 60_000, run: (now) => screenDue({ pool, list: screeningList }, now) },
      { name: 'tell of expiring documents', everyMs: 60_000, run: (now) => tellExpiries(pool, now) },
      { name: 'finish erasures', everyMs: 30_000, run: (now) => finishErasures({ pool, files, mail }, now) },
      ...sweeps(pool, mail),
      heartbeat,
    ],
    { clock, log, halted },
  );

  const firstAdmin = await ensureFirstAdmin(pool, config, clock.now());
  return {
    ...(firstAdmin ? { firstAdmin } : !(await hasAdmin(pool)) && { firstAdmin: 'nobody' as const }),
    async listen() {
      feed.start?.();
      await bots.prepare();
      await watch.prepare();
      fitness.start();
      const address = await app.listen({ port: config.port, host: config.host });
      await realtime.start();
      market.start();
      watch.start();
      mail.start();
      push.start();
      jobs.start();
      demo.start();
      return address;
    },
    async close() {
      await demo.stop();
      await fitness.stop();
      market.stop();
      await watch.stop();
      signals.stop();
      archiver.stop();
      await Promise.all([printer.close(), archivePrinter.close()]);
      await jobs.stop();
      await copies.close();
      await app.close();
      await ledger.close();
      await push.stop();
      await mail.stop();
      await feed.stop?.();
    },
  };
}

/** What anybody can check the books by. */
function proofRoutes(app: FastifyInstance, register: Register, parts: Parameters<typeof publishedRoutes>[1]): void {
  mountLog(app, parts);
  receiptRoutes(register, parts);
  liabilityRoutes(register, parts);
  publishedRoutes(register, parts);
}

/** What is announced of instruments, and known to every process before it takes effect. */
type Ahead = { readonly announced: RecordedActions; readonly financing: Financing; readonly spreads: Spreads };

async function readAhead(pool: Pool, now: Date): Promise<Ahead> {
  const ahead = { announced: new RecordedActions(pool), financing: new Financing(pool), spreads: new Spreads(pool) };
  await Promise.all([ahead.announced.read(now), ahead.financing.read(), ahead.spreads.read()]);
  return ahead;
}

type Announcements = Ahead & {
  readonly pool: Pool;
  readonly actions: ActionRecorder;
  readonly watch: Pick<Watch, 'known'>;
  readonly begun: Begun;
  /** Open pages read everything again. */
  readonly readAgain: () => void;
};

/** Reads what is announced of instruments, and tells whoever holds them what is ahead. */
function announcementJobs(parts: Announcements): Job[] {
  const { pool, announced, actions, financing, spreads, watch, begun, readAgain } = parts;
  const tell = changeTeller({ pool, financing, spreads });
  return [
    {
      name: 'read price actions',
      everyMs: 1_000,
      run: async (now) => {
        await announced.read(now, watch.known(now).watchedUntil ?? now);
        // Whatever shows prices of before shows those of the shares of now.
        if (announced.splitSince(now)) readAgain();
      },
    },
    { name: 'record corporate actions', everyMs: 30_000, run: (now) => actions.run(now) },
    {
      name: 'scheduled configuration',
      everyMs: 1_000,
      run: async (now) => {
        if (await begun.anything(now)) readAgain();
      },
    },
    {
      name: 'financing and spreads',
      everyMs: 5_000,
      run: async (now) => {
        await Promise.all([financing.read(), spreads.read()]);
        await tell(now);
      },
    },
  ];
}

/** Takes away what has had its time. */
function sweeps(pool: Pool, mail: MailWorker): Job[] {
  return [
    { name: 'sweep invalidations', everyMs: 60_000, run: () => sweepInvalidations(pool) },
    { name: 'sweep notifications', everyMs: 3_600_000, run: (now) => sweepNotifications(pool, now) },
    { name: 'sweep failed mail', everyMs: 3_600_000, run: (now) => sweepFailures(pool, now) },
    { name: 'sweep sent mail', everyMs: 3_600_000, run: (now) => sweepSent(pool, now) },
    { name: 'sweep captured mail', everyMs: 3_600_000, run: () => mail.forgetErased() },
    { name: 'sweep sessions', everyMs: 60_000, run: (now) => sweepAccess(pool, now) },
  ];
}
