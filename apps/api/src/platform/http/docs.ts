import type { FastifyInstance } from 'fastify';
import { describeApi } from './openapi.ts';

/** Scalar's page starts itself from an inline script and styles itself; this is the only address where that is allowed. */
const DOCS_CSP =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** /api/openapi.json, and a page to read it at /api/docs. */
export async function mountDocs(app: FastifyInstance, mode: 'demo' | 'live'): Promise<void> {
  // Made when it is first asked for: a start need not wait for it.
  let text: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send((text ??= JSON.stringify(describeApi(mode)))),
  );
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  await app.register(async (scope) => {
    scope.addHook('onRequest', (_request, reply, done) => {
      reply.header('content-security-policy', DOCS_CSP);
      done();
    });
    await scope.register(scalar, {
      routePrefix: '/api/docs',
      configuration: { url: '/api/openapi.json', withDefaultFonts: false, telemetry: false, agent: { disabled: true } },
      logLevel: 'silent',
    });
  });
}
