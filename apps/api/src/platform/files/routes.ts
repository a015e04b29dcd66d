import type { Permission } from '@clearbook/contracts/permissions';
import { idParams } from '@clearbook/contracts/common';
import { messages } from '@clearbook/contracts/messages';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../clock.ts';
import {
  createNetworks,
  staffElsewhere,
  cameFromElsewhere,
  FILE_CSP,
  notFound,
  Problem,
  requirePermission,
} from '../http/index.ts';
import type { Actor, Authenticate } from '../http/index.ts';
import type { FileStore, StoredFile } from './store.ts';

export type FileRouteOptions = {
  store: FileStore;
  authenticate: Authenticate;
  /** Where staff may come from; nothing: from anywhere. */
  staffNetworks?: readonly string[];
  allowedOrigins: readonly string[];
  clock: Clock;
  /** Called before a member of staff is shown somebody's file; throws where that cannot be recorded, and nothing is shown. */
  onStaffView(actor: Actor, file: StoredFile, now: Date): Promise<void>;
  /** Shown to everybody who is signed in, not to its owner alone. */
  isShared?(file: StoredFile): Promise<boolean>;
  /** The site's icon: a file id, or undefined. */
  favicon(): Promise<string | undefined>;
};

const ENDINGS: Record<string, string> = { 'image/webp': 'webp', 'image/png': 'png', 'image/jpeg': 'jpg' };

/** What staff must be allowed in order to see a client's picture of each kind, which is logged; null: shown to them as it is to others. */
const STAFF_NEED: Readonly<Record<StoredFile['kind'], readonly Permission[] | null>> = {
  identity: ['document.read'],
  proof: ['document.read'],
  funds: ['document.read', 'verification.read'],
  favicon: null,
  picture: null,
};

/** GET /files/:id for the owner and for staff, and GET /favicon for everybody. */
export function mountFiles(app: FastifyInstance, options: FileRouteOptions): void {
  const { store, authenticate, allowedOrigins, clock } = options;
  const staffFrom = createNetworks(options.staffNetworks ?? []);

  app.get('/api/v1/files/:id', async (request, reply) => {
    if (cameFromElsewhere(request.headers, allowedOrigins))
      throw new Problem(403, 'request.origin_refused', messages.common.originRefused);
    const signed = await authenticate(request.headers.cookie);
    if (!signed) throw new Problem(401, 'auth.not_signed_in', messages.common.notSignedIn);
    if (signed.mustChangePassword)
      throw new Problem(403, 'auth.password_change_required', messages.password.changeFirst);
    if (signed.mustEnrol)
      throw new Problem(403, 'auth.second_factor_enrolment_required', messages.secondFactor.enrolFirst);
    if (signed.role === 'admin' && !staffFrom(request.ip)) throw staffElsewhere();
    const params = idParams.safeParse(request.params);
    const file = params.success ? await store.find(params.data.id) : undefined;
    // Somebody else's file and no file look the same.
    if (!file) throw notFound();
    const own = file.ownerId === signed.userId;
    if (signed.role !== 'admin' && !own && (await options.isShared?.(file)) !== true) throw notFound();
    const needed = STAFF_NEED[file.kind];
    if (signed.role === 'admin' && !own && needed !== null) {
      for (const permission of needed) requirePermission(signed, permission);
      await options.onStaffView(signed, file, clock.now());
    }
    const data = await store.read(file.id);
    if (!data) throw notFound();
    return reply
      .header('content-type', file.mime)
      .header('content-security-policy', FILE_CSP)
      .header('content-disposition', `inline; filename="${file.kind}-${file.id}.${ENDINGS[file.mime] ?? 'bin'}"`)
      .send(data);
  });

  for (const path of ['/api/v1/favicon', '/favicon']) {
    app.get(path, async (_request, reply) => {
      const id = await options.favicon();
      const file = id === undefined ? undefined : await store.find(id);
      const data = file && (await store.read(file.id));
      if (!file || !data) throw notFound();
      return reply
        .header('content-type', file.mime)
        .header('content-security-policy', FILE_CSP)
        .header('cache-control', 'public, max-age=300')
        .send(data);
    });
  }
}
