export { PushKeys } from './keys.ts';
export { pushRoutes } from './routes.ts';
export { PushRefused, type PushTransport } from './transport.ts';
export { PushWorker } from './worker.ts';
