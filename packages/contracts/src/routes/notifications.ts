import * as notifications from '../notifications.ts';
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
} satisfies RouteTable;
