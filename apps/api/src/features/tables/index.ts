export { everyRow, exportTable, inFileRows, listed, recordExport, within } from './export.ts';
export {
  AUDIT,
  DEPOSITS,
  type List,
  LISTS,
  type MappedList,
  overdueSql,
  overdueWithdrawals,
  TRADES,
  USERS,
  VERIFICATIONS,
  verificationsByDates,
  WITHDRAWALS,
} from './lists.ts';
export { extendPageMaps, rebuildPageMaps, STEP_ROWS, UNMAPPED_ROWS } from './page-map.ts';
export { isCommon, patternOf, piecesOf } from './people.ts';
export { firstMatches, MATCHES_MAX, type PageOf, readPage, reading } from './read-page.ts';
