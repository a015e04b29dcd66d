export { Dividends } from './booking.ts';
export { ActionRecorder } from './recorder.ts';
export { corporateActionRoutes } from './routes.ts';
