export { mountChartFrame } from './frame.ts';
export { chartRoutes } from './routes.ts';
