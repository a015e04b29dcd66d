import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { metricsText } from '../telemetry/index.ts';
import { notFound } from './errors.ts';

/** True, or a few words on what is wrong. Must answer within READY_TIMEOUT_MS. */
export type Readiness = () => Promise<true | string>;
const READY_TIMEOUT_MS = 2_000;

/** For whoever runs the server: is the process up, can it work, what has it counted. */
export function mountOperations(
  app: FastifyInstance,
  options: {
    metricsToken: string | undefined;
    readiness: Record<string, Readiness>;
    external: Record<string, Readiness>;
  },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));

  // Not ready is a process that should get no requests. What fails outside of it fails every process alike: it says so and works on.
  app.get('/readyz', async (_request, reply) => {
    const [own, external] = await Promise.all([answers(options.readiness), answers(options.external)]);
    const ready = own.every(([, state]) => state === true);
    const degraded = external.flatMap(([name, state]) => (state === true ? [] : `${name}: ${state}`));
    reply.code(ready ? 200 : 503);
    return {
      status: ready ? (degraded.length === 0 ? 'ready' : 'degraded') : 'not ready',
      checks: Object.fromEntries([
        ...own.map(([name, state]) => [name, state === true ? 'ok' : state]),
        ...external.map(([name, state]) => [name, state === true ? 'ok' : `degraded: ${state}`]),
      ]),
      degraded,
    };
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.metricsToken)) throw notFound();
    const { text, contentType } = await metricsText();
    return reply.header('content-type', contentType).send(text);
  });
}

function answers(checks: Record<string, Readiness>): Promise<(readonly [name: string, state: true | string])[]> {
  return Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await answered(check)] as const));
}

async function answered(check: Readiness): ReturnType<Readiness> {
  const late = new Promise<string>((resolve) => setTimeout(resolve, READY_TIMEOUT_MS, 'no answer in time').unref());
  // The reason stays general: what exactly failed is in the log, not in public.
  return Promise.race([check().catch(() => 'failed'), late]);
}

/**
 * With the token, or from this machine itself. A request that a proxy passed on does not count as local: one that says so, and one that still asks
 * for the host that the outside knows.
 */
function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer (\S{1,600})$/.exec(request.headers.authorization ?? '')?.[1];
  if (given !== undefined) return token !== undefined && timingSafeEqual(digest(given), digest(token));
  const address = request.socket.remoteAddress ?? '';
  const local = address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
  const passedOn = Object.keys(request.headers).some((name) => PASSED_ON.test(name));
  return local && !passedOn && LOOPBACK_HOST.test(request.headers.host ?? '');
}

/** What proxies and their clouds add of their own. */
const PASSED_ON =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-(?:real|client|cluster-client|original)-.+|(?:true|cf|fastly)-.+)$/;
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
