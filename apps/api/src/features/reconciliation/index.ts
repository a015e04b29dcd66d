export { reconciliationJobs } from './jobs.ts';
export { writeReports } from './report-folder.ts';
export { reconciliationRoutes } from './routes.ts';
