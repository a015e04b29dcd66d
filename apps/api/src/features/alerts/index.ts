export { AlertWatch } from './alert-watch.ts';
export { alertRoutes } from './routes.ts';
