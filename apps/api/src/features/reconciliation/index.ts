export { matchAll } from './matching.ts';
export { writeReports } from './report-folder.ts';
export { reconciliationRoutes } from './routes.ts';
