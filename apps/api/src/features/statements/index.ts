export { readAccount } from './account.query.ts';
export { readEntries } from './entries.query.ts';
export { type DocumentDeps, monthFiles, type MonthFiles } from './documents.ts';
export { createPrinter } from './printer.ts';
export { documentRoutes, statementRoutes, type StatementDeps } from './routes.ts';
export { readMonths, readStanding } from './statement.query.ts';
