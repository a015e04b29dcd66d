import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { describeSocket } from './openapi/asyncapi.ts';
import { describeApi, type Json } from './openapi/index.ts';

/** Scalar's page starts itself from an inline script and styles itself; this is the only address where that is allowed. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Stored = { text: string; br: Buffer; gzip: Buffer; etag: string };

/** /api/openapi.json and /api/asyncapi.json, and a page to read the first at /api/docs. */
export function mountDocs(app: FastifyInstance, mode: 'demo' | 'live'): void {
  mountDescription(app, '/api/openapi.json', () => describeApi(mode));
  mountDescription(app, '/api/asyncapi.json', describeSocket);
  let reader: Promise<FastifyInstance> | undefined;
  for (const path of ['/api/docs', '/api/docs/', '/api/docs/js/scalar.js']) {
    app.get(path, { logLevel: 'silent' }, async (request, reply) => {
      reader ??= createReader();
      const { statusCode, headers, rawPayload } = await (await reader).inject(request.url);
      for (const name of ['content-type', 'location'] as const) {
        if (headers[name] !== undefined) reply.header(name, headers[name]);
      }
      return reply.code(statusCode).header('content-security-policy', DOCS_CSP).send(rawPayload);
    });
  }
}

/** Scalar's plugin is four megabytes to read, and few starts are followed by a visit: it is loaded by the first one. */
async function createReader(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const reader = fastify();
  await reader.register(scalar, {
    routePrefix: '/api/docs',
    configuration: { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false, agent: { disabled: true } },
  });
  return reader;
}

/**
 * Made, compressed and named once, when it is first asked for: a start need not wait for it. Compressing it gives nothing away, since it
 * is the same for everybody and repeats nothing of the request.
 */
function mountDescription(app: FastifyInstance, path: string, describe: () => Json): void {
  let stored: Promise<Stored> | undefined;
  app.get(path, async (request, reply) => {
    stored ??= store(JSON.stringify(describe()));
    return answer(await stored, request, reply);
  });
}

async function store(text: string): Promise<Stored> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(text), promisify(gzip)(text)]);
  return { text, br, gzip: gz, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` };
}

function answer(stored: Stored, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('vary', 'accept-encoding').header('etag', stored.etag).header('cache-control', 'no-cache');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(stored.etag)) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.header('content-type', 'application/json; charset=utf-8');
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(stored.br);
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(stored.gzip);
  return reply.send(stored.text);
}
