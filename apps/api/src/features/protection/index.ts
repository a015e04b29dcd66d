export { protectionRoutes, type ProtectionDeps } from './routes.ts';
