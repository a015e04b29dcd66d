import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { notFound, type Register } from '../../platform/http/index.ts';
import { parseTilePath, vkeyOf } from '../../platform/tlog/index.ts';
import { readKeys, readResource, readSignedTree } from './log.query.ts';
import { readEntryReceipt } from './receipts.query.ts';

const TEXT = 'text/plain; charset=utf-8';
/** A tile never changes, and neither does a part of one. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const A_MOMENT = 'public, max-age=2';

/** The log as files that anybody may read and mirror (https://c2sp.org/tlog-tiles). */
export function mountLog(app: FastifyInstance, { pool }: { readonly pool: Pool }): void {
  app.get('/log/checkpoint', async (_request, reply) => {
    const signed = await readSignedTree(pool);
    if (signed === undefined) throw notFound();
    return reply.header('content-type', TEXT).header('cache-control', A_MOMENT).send(signed.note);
  });

  app.get('/log/vkey', async (_request, reply) => {
    const keys = await readKeys(pool);
    if (keys.length === 0) throw notFound();
    const lines = keys.map((key) => `${vkeyOf(key)}\n`);
    return reply.header('content-type', TEXT).header('cache-control', A_MOMENT).send(lines.join(''));
  });

  app.get<{ Params: { '*': string } }>('/log/tile/*', async (request, reply) => {
    const tile = parseTilePath(request.params['*']);
    const bytes = tile && (await readResource(pool, tile));
    if (bytes === undefined) throw notFound();
    return reply.header('content-type', 'application/octet-stream').header('cache-control', FOR_EVER).send(bytes);
  });
}

/** What proves to clients that their own entries are in the log. */
export function receiptRoutes(register: Register, { pool }: { readonly pool: Pool }): void {
  register('GET /me/entries/:number/receipt', async ({ actor, params: { number } }) => {
    const receipt = await readEntryReceipt(pool, actor.userId, number);
    if (receipt === undefined) throw notFound();
    return receipt;
  });
}
