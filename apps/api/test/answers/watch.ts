import { channel } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnswerCheck } from './check.ts';

/**
 * Imported before a server, it watches every answer: what the description does not say becomes a failure of that request and a file in the
 * folder that ANSWERS_DIR names, which fails the test (each.ts). Only tests import it; the product knows nothing of it.
 */
const FOLDER = process.env['ANSWERS_DIR'];
/** How a test says that its request got to the handler: nothing that a server of the product answers. */
const REACHED = 418;

let check: Promise<AnswerCheck> | undefined;
let count = 0;

if (FOLDER !== undefined) {
  channel('fastify.initialization').subscribe((message) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onSend', async (request, reply, payload) => {
      check ??= import('./check.ts').then((module) => new module.AnswerCheck());
      const answer = answered(request, reply, payload);
      const findings = reply.statusCode === REACHED ? [] : (await check).findings(answer);
      if (findings.length === 0) return payload;
      const text = `${answer.method} ${request.url} answered ${answer.status}, and ${findings.join('; ')}`;
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(join(FOLDER, `${process.pid}-${(count += 1)}`), text);
      throw new Error(text);
    });
  });
}

function answered(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const headers = reply.getHeaders();
  return {
    method: request.method,
    route: request.routeOptions.url,
    status: reply.statusCode,
    headers,
    text: textOf(payload, headers),
  };
}

/** What JSON says; of anything else only whether there is something. */
function textOf(
  payload: unknown,
  headers: Readonly<Record<string, string | number | string[] | undefined>>,
): string | undefined {
  if (payload === undefined || payload === null) return '';
  if (typeof payload === 'string') return payload;
  if (!Buffer.isBuffer(payload)) return undefined;
  if (!/json/.test(String(headers['content-type']))) return payload.length === 0 ? '' : 'bytes';
  const encoding = headers['content-encoding'];
  if (encoding === 'br') return brotliDecompressSync(payload).toString();
  return encoding === 'gzip' ? gunzipSync(payload).toString() : payload.toString();
}
