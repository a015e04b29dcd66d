import type { Pool } from 'pg';
import type { Register } from '../../platform/http/index.ts';
import { invalidate } from '../../platform/realtime/invalidation.ts';
import type { Seal } from '../../platform/seal.ts';
import { unsubscribe } from './unsubscribe.ts';
import { listNotifications, markRead, readSettings, type Site, writeSettings } from './notifications.query.ts';

export type NotificationDeps = { readonly pool: Pool; readonly site: Site; readonly seal: Pick<Seal, 'mac'> };

export function notificationRoutes(register: Register, { pool, site, seal }: NotificationDeps): void {
  register('GET /notifications', ({ actor, query }) => listNotifications(pool, site, actor.userId, query));
  register('POST /notifications/read', async ({ actor, body, now }) => {
    const left = await markRead(pool, actor.userId, body.id, body.and_older === true, now);
    // The bell of this person's other devices falls silent too.
    await invalidate(pool, [{ c: actor.userId, t: ['notifications'], e: 'notifications_read', s: null, a: false }]);
    return left;
  });
  register('POST /notifications/unsubscribe', async ({ body }) => ({
    kind: await unsubscribe(pool, seal, body.token),
  }));
  register('GET /notifications/settings', ({ actor }) => readSettings(pool, actor.userId));
  register('PUT /notifications/settings', ({ actor, body }) => writeSettings(pool, actor.userId, body));
}
