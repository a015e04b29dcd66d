export { listNotifications, sweepNotifications } from './notifications.query.ts';
export { mountUnsubscribe, unsubscribeLink } from './unsubscribe.ts';
export { notificationRoutes, type NotificationDeps } from './routes.ts';
