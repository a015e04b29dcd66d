export { createSignalDesk, type SignalDesk } from './desk.ts';
export { signalRoutes } from './routes.ts';
