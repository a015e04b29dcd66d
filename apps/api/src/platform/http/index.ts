import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { messages } from '@clearbook/contracts/messages';
import { routes } from '@clearbook/contracts/routes';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { GENERAL, MemoryLimits } from '../limits/index.ts';
import type { Halt } from '../halt.ts';
import type { Logger } from '../log.ts';
import type { Authenticate, Register, Tokens } from './context.ts';
import { mountCspReports } from './csp-report.ts';
import { mountDocs } from './docs.ts';
import { failed, halted, notFound, problemBody, problemOf } from './errors.ts';
import { API_CSP, baseHeaders, CSP_REPORT_PATH, pageCsp } from './headers.ts';
import { logRequests } from './access-log.ts';
import { type CountHandshake, createHandshakeCount } from './handshake.ts';
import { createNetworks, networkOf } from './networks.ts';
import { mountOperations } from './operations.ts';
import type { Readiness } from './operations.ts';
import { Problem } from './problem.ts';
import { createRate } from './rate.ts';
import { rawAnswer } from './raw.ts';
import { API_PREFIX, createRegistrar } from './register.ts';
import { createWeb } from './web.ts';

export { Problem } from './problem.ts';
export type { FieldProblem } from './problem.ts';
export { tooMany } from './rate.ts';
export { cookieName, readCookie, setCookie } from './cookies.ts';
export type {
  Actor,
  Authenticate,
  Handler,
  Register,
  ReplyControl,
  RouteContext,
  Signed,
  Tokens,
  UploadedFile,
} from './context.ts';
export { csvFile } from './csv.ts';
export { FILE_CSP } from './headers.ts';
export { cameFromElsewhere, originRefused } from './origin.ts';
export { createNetworks, networkOf } from './networks.ts';
export { requirePermission, staffElsewhere } from './permission.ts';
export { requireStepUp } from './step-up.ts';
export type { CountHandshake } from './handshake.ts';
export { rawAnswer } from './raw.ts';
export { busy, halted, notFound } from './errors.ts';

/** JSON bodies; files have a limit of their own. */
export const BODY_MAX_BYTES = 64 * 1024;
export const URL_MAX_LENGTH = 4096;
/** A whole request, body included, must have arrived within this. */
export const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 20_000;
const KEEP_ALIVE_MS = 72_000;
const OUTSIDE_THE_TABLE = [GENERAL];

export type HttpOptions = {
  config: Pick<
    Config,
    'mode' | 'publicUrl' | 'allowedOrigins' | 'trustProxy' | 'rateLimits' | 'metricsToken' | 'chartProvider'
  > &
    Partial<Pick<Config, 'staffNetworks'>>;
  clock: Clock;
  log: Logger;
  authenticate: Authenticate;
  /** Undefined: no program has one. */
  tokens?: Tokens;
  /** The built client, apps/web/dist. Undefined: only the api is served. */
  webDir?: string | undefined;
  /** What /readyz asks, by name. */
  readiness?: Record<string, Readiness>;
  /** The same for what other people run: without it this process works on, degraded. */
  external?: Record<string, Readiness>;
  /** Why nothing that writes is taken for the moment. */
  halted?: () => Halt | undefined;
};

/** `countHandshake`: those of sockets pass no route. */
export type Http = { app: FastifyInstance; register: Register; countHandshake: CountHandshake };

/**
 * the one way in for requests. Register a handler for every route of the table, then call app.listen: it fails where a route
 * lacks a handler, and register fails where a handler has no route.
 */
export async function buildHttp(options: HttpOptions): Promise<Http> {
  const { config, clock, log } = options;
  const secure = config.publicUrl.startsWith('https:');
  const everyHeader = { ...baseHeaders({ secure }), 'content-security-policy': API_CSP, 'cache-control': 'no-store' };
  const sendProblem = problemSender(log, everyHeader);
  const app: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // One logger for all requests: a child for each would cost more than the session check.
    childLoggerFactory: (logger) => logger,
    genReqId: requestIds(),
    requestIdHeader: false,
    bodyLimit: BODY_MAX_BYTES,
    trustProxy: config.trustProxy,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    forceCloseConnections: true,
    return503OnClosing: true,
    routerOptions: { maxParamLength: 100 },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => sendProblem(reply, request, error),
  });

  app.removeContentTypeParser('text/plain');
  app.decorateRequest('signed', undefined);
  app.decorateRequest('judgedAtMs', 0);

  const rate = createRate(config.rateLimits ? new MemoryLimits() : undefined, clock);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everyHeader);
    if (request.url.length > URL_MAX_LENGTH)
      return done(new Problem(414, 'request.too_large', messages.common.tooLarge));
    if (request.routeOptions.config.counted === true) return done();
    // What is not a route of the table counts by address: files, descriptions, addresses that do not exist, and whatever is sent to any of them.
    const writes = request.method !== 'GET' && request.method !== 'HEAD';
    const elsewhere = writes || request.url.startsWith('/api/');
    const byRate = elsewhere ? rate(reply, OUTSIDE_THE_TABLE, networkOf(request.ip)) : undefined;
    const halt = writes && !request.is404 ? options.halted?.() : undefined;
    done(byRate ?? (halt === undefined ? undefined : halted(halt)));
  });
  logRequests(app, log);

  app.setErrorHandler((error, request, reply) => sendProblem(reply, request, error));

  const { register, missing } = createRegistrar(app, {
    mode: config.mode,
    allowedOrigins: config.allowedOrigins,
    authenticate: options.authenticate,
    tokens: options.tokens,
    rate,
    clock,
    staffFrom: createNetworks(config.staffNetworks ?? []),
    halted: options.halted,
  });
  app.addHook('onReady', (done) => {
    const names = missing();
    done(names.length > 0 ? new Error(`These routes have no handler: ${names.join(', ')}.`) : undefined);
  });

  // The third-party chart stands in a page of its own: the application shows a page of this site, and nobody else's.
  const frameSources = config.chartProvider === 'tradingview' ? ["'self'"] : [];
  const socketOrigins = config.allowedOrigins.map((origin) => origin.replace(/^http/, 'ws'));
  const web = await createWeb(options.webDir, (nonce) => pageCsp(nonce, socketOrigins, frameSources), config.publicUrl);

  mountCspReports(app, { log, rate });
  const { readiness = {}, external = {} } = options;
  mountOperations(app, { metricsToken: config.metricsToken, readiness, external });
  mountDocs(app, config.mode);

  answerNotFound(app, web, sendProblem);
  return { app, register, countHandshake: createHandshakeCount(rate, config.trustProxy) };
}

type SendProblem = (reply: FastifyReply, request: FastifyRequest, error: unknown) => void;

function problemSender(log: Logger, everyHeader: Record<string, string>): SendProblem {
  return (reply, request, error) => {
    const known = problemOf(error, request.routeOptions.config.files);
    if (!known || known.status >= 500) {
      log.error(
        {
          err: error,
          method: request.method,
          route: request.routeOptions.url,
          actor: request.signed?.userId,
          request_id: request.id,
        },
        'request failed',
      );
    }
    const problem = known ?? failed();
    // Written by hand: nothing that went wrong with the reply so far may get in the way of this one.
    void reply
      .code(problem.status)
      .headers(everyHeader)
      .headers(problem.headers)
      .header('content-type', 'application/problem+json; charset=utf-8')
      .serializer(String)
      .send(JSON.stringify(problemBody(problem, request.id)));
  };
}

function answerNotFound(
  app: FastifyInstance,
  web: Awaited<ReturnType<typeof createWeb>>,
  sendProblem: SendProblem,
): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const allowed = allowedMethods(path);
    if (allowed.length > 0 && !allowed.includes(request.method))
      return sendProblem(reply, request, methodNotAllowed(allowed));
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return sendProblem(reply, request, path.startsWith('/api/') ? notFound() : methodNotAllowed(['GET', 'HEAD']));
    }
    if (path.startsWith('/api/') || !web.serve(path, request, reply)) return sendProblem(reply, request, notFound());
  });
}

const PATHS = new Map<string, { pattern: RegExp; methods: string[] }>();
for (const key of [
  ...Object.keys(routes),
  'GET /files/:id',
  'GET /favicon',
  'GET /stream',
  `POST ${CSP_REPORT_PATH.slice(API_PREFIX.length)}`,
]) {
  const [method, path] = key.split(' ') as [string, string];
  const known = PATHS.get(path) ?? {
    pattern: new RegExp(`^${API_PREFIX}${path.replaceAll(/:\w+/g, '[^/]+')}/?$`),
    methods: [],
  };
  known.methods.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]));
  PATHS.set(path, known);
}

/** The methods of the table's path that this is. A path whose own methods do not answer (demo routes in live mode) is not there. */
function allowedMethods(path: string): string[] {
  for (const { pattern, methods } of PATHS.values()) if (pattern.test(path)) return methods;
  return [];
}

function methodNotAllowed(allowed: string[]): Problem {
  return new Problem(405, 'request.method_not_allowed', messages.common.methodNotAllowed, [], {
    allow: allowed.join(', '),
  });
}

/** Unique among all processes and restarts, and as cheap as counting. */
function requestIds(): () => string {
  const boot = randomBytes(9).toString('base64url');
  let count = 0;
  return () => `${boot}.${(++count).toString(36)}`;
}

/** What is not HTTP never becomes a request; it gets one plain answer and the connection ends. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  socket.end(rawAnswer(new Problem(status, 'request.unreadable', messages.common.badBody), ''));
}
