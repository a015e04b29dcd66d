export type { ListVersion, ScreeningList } from './list.ts';
export { screenDue } from './screen.ts';
export { readFindings, readLastScreening } from './screening.query.ts';
