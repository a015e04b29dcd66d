export { createCosigning, type LogWitness, readWitnesses } from './cosigning.ts';
export { LEAF_TYPES } from './leaves.ts';
export { publishedRoutes } from './published.ts';
export { readKeys, readProgress, readSignedTree, type SignedTree } from './log.query.ts';
export { type LoggedRow, readReceipts, type Receipt, type Receipts } from './receipts.query.ts';
export { mountLog, receiptRoutes } from './routes.ts';
export { createSequencer } from './sequencer.ts';
export { LogKeys, originOf, type OutsideSigner } from './signing-keys.ts';
