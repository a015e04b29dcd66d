export { createPause, type Pause } from './pause.ts';
export { hashInto, pathOf, RECORD_BYTES, reduce, sortedRecords, writePath } from './sum-tree.ts';
