export { sweepNotifications } from './notifications.query.ts';
export { notificationRoutes, type NotificationDeps } from './routes.ts';
