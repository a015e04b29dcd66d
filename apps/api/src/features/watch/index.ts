export { readAbsence } from './absence.ts';
export { createWatch, type Watch } from './watch.ts';
export { openings } from './openings.ts';
