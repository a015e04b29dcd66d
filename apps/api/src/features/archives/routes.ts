import { idParams } from '@clearbook/contracts/common';
import { messages } from '@clearbook/contracts/messages';
import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import type { Clock } from '../../platform/clock.ts';
import {
  type Authenticate,
  cameFromElsewhere,
  FILE_CSP,
  notFound,
  originRefused,
  Problem,
  type Register,
  requireStepUp,
} from '../../platform/http/index.ts';
import { askArchive, recordArchive } from './ask-archive.ts';
import { listArchives, readyArchive } from './archives.query.ts';
import { readPieces, type Stores } from './pieces.ts';

export function archiveRoutes(register: Register, { pool }: Pick<Stores, 'pool'>): void {
  register('GET /me/archives', ({ actor, query, now }) => listArchives(pool, actor.userId, query, now));
  register('POST /me/archives', async ({ actor, now }) => {
    requireStepUp(actor);
    if (actor.role !== 'client') throw new Problem(403, 'auth.clients_only', messages.common.notAllowed);
    return askArchive(pool, actor.userId, now);
  });
}

type MountOptions = Stores & {
  readonly authenticate: Authenticate;
  readonly allowedOrigins: readonly string[];
  readonly clock: Clock;
};

/** GET /me/archives/:id/file: beside the route table, because it answers with bytes. Its client alone gets it, and only after giving the password or a code. */
export function mountArchives(app: FastifyInstance, options: MountOptions): void {
  const { authenticate, allowedOrigins, clock, ...stores } = options;
  app.get('/api/v1/me/archives/:id/file', async (request, reply) => {
    if (cameFromElsewhere(request.headers, allowedOrigins)) throw originRefused();
    const signed = await authenticate(request.headers.cookie);
    if (!signed) throw new Problem(401, 'auth.not_signed_in', messages.common.notSignedIn);
    if (signed.mustChangePassword)
      throw new Problem(403, 'auth.password_change_required', messages.password.changeFirst);
    const params = idParams.safeParse(request.params);
    if (!params.success) throw notFound();
    const now = clock.now();
    const { id } = params.data;
    const found = await readyArchive(stores.pool, signed.userId, id, now);
    if (found === undefined) throw notFound();
    requireStepUp(signed);
    await recordArchive(stores.pool, 'archive.download', { id, clientId: signed.userId }, now);
    return reply
      .header('content-type', 'application/zip')
      .header('content-security-policy', FILE_CSP)
      .header('cache-control', 'no-store')
      .header('content-length', found.bytes)
      .header(
        'content-disposition',
        `attachment; filename="clearbook-archive-${found.madeAt.toISOString().slice(0, 10)}.zip"`,
      )
      .send(Readable.from(readPieces(stores, id, found.sealedKey), { objectMode: false }));
  });
}
