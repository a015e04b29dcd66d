export { keepReason } from './keep-reason.ts';
export { auditRoutes } from './routes.ts';
export { recordFileView } from './record-view.ts';
