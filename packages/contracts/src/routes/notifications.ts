import * as notifications from '../notifications.ts';
import { emptyBody, noContent } from '../common.ts';
import * as push from '../push.ts';
import { route, type RouteTable } from './route.ts';

export const notificationsRoutes = {
  'GET /notifications': route({
    policy: 'client',
    status: 200,
    query: notifications.notificationsQuery,
    reply: notifications.notificationList,
  }),
  'POST /notifications/read': route({
    policy: 'client',
    guest: true,
    status: 200,
    body: notifications.readNotificationsBody,
    reply: notifications.unreadCount,
  }),
  'GET /notifications/settings': route({ policy: 'client', status: 200, reply: notifications.notificationSettings }),
  'PUT /notifications/settings': route({
    policy: 'client',
    status: 200,
    body: notifications.notificationSettings,
    reply: notifications.notificationSettings,
  }),
  'POST /notifications/unsubscribe': route({
    policy: 'public',
    status: 200,
    body: notifications.unsubscribeBody,
    reply: notifications.unsubscribeReply,
  }),
  /** Of the session that asks, and of no other. */
  'GET /me/push': route({ policy: 'client', status: 200, reply: push.pushState }),
  'PUT /me/push': route({ policy: 'client', status: 200, body: push.pushBody, reply: push.pushState }),
  'DELETE /me/push': route({ policy: 'client', status: 204, body: emptyBody, reply: noContent }),
} satisfies RouteTable;
