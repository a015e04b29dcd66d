import { hash } from 'node:crypto';
import { messages } from '@clearbook/contracts/messages';
import { routes } from '@clearbook/contracts/routes';
import type { Route, RouteKey } from '@clearbook/contracts/routes';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { safeParse } from 'zod/v4/core';
import type { Clock } from '../clock.ts';
import type { Halt } from '../halt.ts';
import { GENERAL, limitOf, TOKENS } from '../limits/index.ts';
import type { Authenticate, Handler, Register, RouteContext, Signed, Tokens, UploadedFile } from './context.ts';
import { compressed, compressedFile } from './compressed.ts';
import { csvFile, emptyFile } from './csv.ts';
import { halted } from './errors.ts';
import { FILE_CSP } from './headers.ts';
import { networkOf } from './networks.ts';
import { cameFromElsewhere, originRefused } from './origin.ts';
import { Problem } from './problem.ts';
import type { Rate } from './rate.ts';
import { notIncluded, staffElsewhere } from './permission.ts';
import { asksAgain, requireStepUp } from './step-up.ts';
import { FILE_MAX_BYTES, readFiles } from './multipart.ts';
import { compiled, validate, validateQuery } from './validation.ts';

export const API_PREFIX = '/api/v1';
const KEY = /^[\x21-\x7e]{1,200}$/;
/** What comes with it is judged by its token alone, whatever cookies it carries. */
const BEARER = /^bearer +(\S+)$/i;
const USER_AGENT_MAX_LENGTH = 200;
/** A body that takes longer than this may have outlived the session that its headers came with (A160). */
const SAME_MOMENT_MS = 1_000;
/** Multipart's own lines around the files. */
const MULTIPART_OVERHEAD_BYTES = 64 * 1024;

/** What a person whose one-time password still stands may do: replace it, and leave. */
const BEFORE_PASSWORD_CHANGE = new Set<RouteKey>(['GET /me', 'POST /auth/password', 'POST /auth/sign-out']);

/** What staff of a live site may do before they have a second factor: set one up, and leave. */
const BEFORE_ENROLMENT = new Set<RouteKey>([
  'GET /me',
  'POST /auth/password',
  'POST /auth/sign-out',
  'GET /auth/two-factor',
  'POST /auth/two-factor/enrol',
  'POST /auth/two-factor/confirm',
]);

export type RegistrarOptions = {
  mode: 'demo' | 'live';
  allowedOrigins: readonly string[];
  authenticate: Authenticate;
  tokens: Tokens | undefined;
  rate: Rate;
  clock: Clock;
  /** Whether staff may come from this address. */
  staffFrom: (address: string) => boolean;
  /** Why nothing that writes is taken for the moment. */
  halted: (() => Halt | undefined) | undefined;
};

/**
 * Joins the route table to its handlers. A handler gets its request checked: origin, session, role, rate, key and every
 * field; what it returns is checked as well, so that no field leaves that the table does not name.
 */
export function createRegistrar(
  app: FastifyInstance,
  options: RegistrarOptions,
): { register: Register; missing(): string[] } {
  const registered = new Set<RouteKey>();

  function register<K extends RouteKey>(key: K, handler: Handler<K>): void {
    const route: Route | undefined = routes[key];
    if (!route) throw new Error(`${key} is not in the route table.`);
    if (!['public', 'client', 'owner', 'admin'].includes(route.policy)) throw new Error(`${key} declares no policy.`);
    if (registered.has(key)) throw new Error(`${key} has two handlers.`);
    registered.add(key);
    if (route.demoOnly && options.mode === 'live') return;
    mount(app, key, route, handler, options);
  }

  return { register, missing: () => Object.keys(routes).filter((key) => !registered.has(key as RouteKey)) };
}

function mount<K extends RouteKey>(
  app: FastifyInstance,
  key: K,
  route: Route,
  handler: Handler<K>,
  options: RegistrarOptions,
): void {
  const [method, path] = key.split(' ') as [string, string];
  const { guard, judgeAgain } = createGuard(key, route, options);
  const names = route.files;
  const again = asksAgain(key, route);
  const definition = {
    method,
    url: API_PREFIX + path,
    onRequest: guard,
    config: { counted: true as const, ...(names && { files: names }) },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!names) await judgeAgain(request);
      const context = contextOf<K>(request, reply, route, options.clock.now());
      // What is wrong in a form is said before anybody is asked who they are.
      if (again && request.signed) requireStepUp(request.signed);
      if (names) {
        context.files = await readFiles(request, names, route.filesMayMiss === true);
        // Files are read here, and not before the handler as other bodies are.
        await judgeAgain(request);
        if (again && request.signed) requireStepUp(request.signed);
        context.actor = request.signed as RouteContext<K>['actor'];
        context.requestHash = hashOf(request, context.files.map((file) => hash('sha256', file.data)).join());
      } else if (route.key) {
        context.requestHash = hashOf(request, JSON.stringify(context.body) ?? '');
      }
      if (request.signed?.token !== undefined && route.policy === 'admin') {
        const { id } = (context.params ?? {}) as { id?: string };
        await options.tokens?.noteUse(request.signed, { key, can: route.can, id }, context.now);
      }
      reply.statusCode = route.status;
      const answer = await handler(context);
      if (route.status === 204) return reply.send();
      if (route.csv !== undefined) {
        const rows = answer as AsyncIterable<unknown>;
        const file = request.method === 'HEAD' ? await emptyFile(rows) : csvFile(rows, route.reply);
        return reply
          .header('content-type', 'text/csv; charset=utf-8; header=present')
          .header('content-disposition', `attachment; filename="${fileName(route.csv, context)}"`)
          .send(route.large === true ? compressedFile(file, request, reply) : file);
      }
      if (route.file !== undefined) {
        const { name, data } = answer as { name: string; data: Uint8Array };
        return reply
          .header('content-type', route.file)
          .header('content-security-policy', FILE_CSP)
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(data);
      }
      reply.header('content-type', 'application/json; charset=utf-8');
      const text = serialise(key, route, answer);
      return reply.send(route.large === true ? await compressed(text, request, reply) : text);
    },
  };
  if (!names) {
    app.route(definition);
    return;
  }
  // Only these routes read multipart, and nothing else: everywhere else it stays an unknown type.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: {
        fileSize: FILE_MAX_BYTES,
        files: names.length,
        fields: 0,
        parts: names.length,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    });
    scope.route({ ...definition, bodyLimit: names.length * FILE_MAX_BYTES + MULTIPART_OVERHEAD_BYTES });
  });
}

/** Everything that can be refused before the body is read. */
function createGuard(key: RouteKey, route: Route, options: RegistrarOptions) {
  const { allowedOrigins, rate, authenticate } = options;
  const mutates = !key.startsWith('GET ');
  const ownLimit = limitOf(key, route.key !== undefined);
  const counted = ownLimit === undefined ? [GENERAL] : [GENERAL, ownLimit];
  const countedByToken = [...counted, TOKENS];

  /** Whether this person may send this at all. */
  function refuseActor(signed: Signed | undefined, ip: string): Problem | undefined {
    if (route.policy === 'public') return undefined;
    if (!signed) return new Problem(401, 'auth.not_signed_in', messages.common.notSignedIn);
    if (route.policy === 'admin' && signed.role !== 'admin') return notAllowed('auth.not_allowed');
    if (route.policy === 'admin' && !signed.permissions.has(route.can)) return notIncluded(route.can);
    // Staff hold no client accounts: what moves a client's money is not theirs to press.
    if (route.policy !== 'admin' && route.key && signed.role !== 'client') return notAllowed('auth.clients_only');
    // A cookie that was carried off is worth nothing elsewhere.
    if (signed.role === 'admin' && !options.staffFrom(ip)) return staffElsewhere();
    if (signed.token?.allows(ip) === false) return staffElsewhere();
    if (signed.mustChangePassword && !BEFORE_PASSWORD_CHANGE.has(key)) {
      return new Problem(403, 'auth.password_change_required', messages.password.changeFirst);
    }
    if (signed.mustEnrol && !BEFORE_ENROLMENT.has(key)) {
      return new Problem(403, 'auth.second_factor_enrolment_required', messages.secondFactor.enrolFirst);
    }
    // What a guest changes is their own trading; all else takes an account.
    if (signed.guest === true && mutates && route.guest !== true)
      return new Problem(403, 'auth.guest', messages.guest.signUpFirst);
    return undefined;
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, signed: Signed | undefined): Problem | undefined {
    const problem =
      (signed?.token === undefined
        ? rate(reply, counted, signed?.userId ?? networkOf(request.ip), request.query)
        : rate(reply, countedByToken, signed.sessionId, request.query)) ?? refuseActor(signed, request.ip);
    if (problem) return problem;
    request.signed = signed;
    if (mutates) request.judgedAtMs = options.clock.now().getTime();
    if (!route.key) return undefined;
    const given = request.headers['idempotency-key'];
    if (given === undefined && route.key === 'optional') return undefined;
    if (given === undefined) return new Problem(400, 'request.key_missing', messages.common.keyMissing);
    if (typeof given !== 'string' || !KEY.test(given))
      return new Problem(400, 'request.key_format', messages.common.keyFormat);
    return undefined;
  }

  function warn(request: FastifyRequest, problem: Problem | undefined, actor: string | undefined): void {
    if (problem?.status === 403)
      request.log.warn({ code: problem.code, actor, route: key, path: request.url, request_id: request.id }, 'refused');
  }

  /** @throws Problem where what let this request in no longer does, now that its body is here */
  async function judgeAgain(request: FastifyRequest): Promise<void> {
    if (!mutates || options.clock.now().getTime() - request.judgedAtMs <= SAME_MOMENT_MS) return;
    const halt = options.halted?.();
    if (halt !== undefined) throw halted(halt);
    const before = request.signed;
    if (!before) return;
    const signed = await authenticate(request.headers.cookie);
    const problem = refuseActor(signed?.sessionId === before.sessionId ? signed : undefined, request.ip);
    warn(request, problem, before.userId);
    if (problem) throw problem;
    request.signed = signed;
  }

  const guard = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    if (mutates && cameFromElsewhere(request.headers, allowedOrigins))
      return done(rate(reply, counted, networkOf(request.ip)) ?? originRefused());
    const halt = mutates ? options.halted?.() : undefined;
    if (halt !== undefined) return done(rate(reply, counted, networkOf(request.ip)) ?? halted(halt));
    if (route.policy === 'public') return done(refuse(request, reply, undefined));
    lookUp(key, route, options, request).then(
      (found) => {
        const problem =
          found instanceof Problem
            ? (rate(reply, counted, networkOf(request.ip)) ?? found)
            : refuse(request, reply, found);
        warn(request, problem, found instanceof Problem ? undefined : found?.userId);
        done(problem);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    );
  };
  return { guard, judgeAgain };
}

/** Who asks: with a token whoever is behind it, or why it is refused, and no cookie counts beside it (A162); else whoever is behind the cookie. */
function lookUp(
  key: RouteKey,
  { policy }: Route,
  { authenticate, tokens, clock }: RegistrarOptions,
  { headers }: FastifyRequest,
): Promise<Signed | Problem | undefined> {
  const secret = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1];
  if (secret === undefined) return authenticate(headers.cookie);
  if (policy !== 'admin' || !key.startsWith('GET '))
    return Promise.resolve(new Problem(403, 'auth.token_reads_only', messages.token.readsOnly));
  const refused = () => new Problem(401, 'auth.token_refused', messages.token.refused);
  return tokens === undefined
    ? Promise.resolve(refused())
    : tokens.authenticate(secret, clock.now()).then((signed) => signed ?? refused());
}

function notAllowed(code: 'auth.not_allowed' | 'auth.clients_only'): Problem {
  return new Problem(403, code, messages.common.notAllowed);
}

function contextOf<K extends RouteKey>(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  now: Date,
): RouteContext<K> {
  // A body that is missing is read as an empty one, so that the answer names the fields that it lacks.
  const body = route.body ? validate(route.body, request.body ?? {}) : undefined;
  const query = validateQuery(route.query, request.query as Record<string, unknown>);
  const params = route.params ? validate(route.params, { ...(request.params as object) }) : undefined;
  return {
    body,
    query,
    params,
    actor: request.signed,
    key: route.key ? keyOf(request) : '',
    requestHash: '',
    now,
    requestId: request.id,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX_LENGTH),
    cookieHeader: request.headers.cookie,
    files: [] as UploadedFile[],
    reply: {
      status: (code: number) => {
        reply.statusCode = code;
      },
      header: (name: string, value: string) => {
        reply.header(name, value);
      },
    } as RouteContext<K>['reply'],
  } as RouteContext<K>;
}

/** What it is about, and of which day: the one that was asked for, or today. */
function fileName(name: string, { params, query, now }: { params: unknown; query: unknown; now: Date }): string {
  const { id } = (params ?? {}) as { id?: string };
  const {
    from,
    to,
    day = now.toISOString().slice(0, 10),
  } = (query ?? {}) as Partial<Record<'from' | 'to' | 'day', string>>;
  const days = from === undefined || to === undefined ? [day] : [from, to];
  return `${[name, ...(id === undefined ? [] : [id]), ...days].join('-')}.csv`;
}

/** The caller's key, or one for this request alone: with a space in it, so that no caller can send it. */
function keyOf(request: FastifyRequest): string {
  const given = request.headers['idempotency-key'];
  return typeof given === 'string' ? given : `made ${request.id}`;
}

function hashOf(request: FastifyRequest, content: string): string {
  const end = request.url.indexOf('?');
  return hash('sha256', `${request.method} ${end < 0 ? request.url : request.url.slice(0, end)}\n${content}`);
}

/** A field that the table does not name is a defect here, not data there. What is sent is what the check gave back. */
function serialise(key: string, route: Route, answer: unknown): string {
  const result = safeParse(compiled(route.reply), answer);
  if (result.success) return JSON.stringify(result.data);
  const where = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
  throw new Error(`The answer of ${key} does not match its schema (${where}).`);
}

declare module 'fastify' {
  interface FastifyRequest {
    signed: Signed | undefined;
    /** When `signed` was looked up, for requests that change something. */
    judgedAtMs: number;
  }
  interface FastifyContextConfig {
    /** It counts its calls itself, by who is signed in. */
    counted?: true;
    /** It takes a form with these files, and no JSON. */
    files?: readonly string[];
  }
}
