export { CorporateActionBooking } from './booking.ts';
export { ActionRecorder } from './recorder.ts';
export { corporateActionRoutes } from './routes.ts';
