export { verifyEntryInLog, verifyFileInLog } from './against-log.ts';
export type { EntryVerdict, FileVerdict, Whose } from './against-log.ts';
export { verifyArchive, verifyTape } from './archive.ts';
export type { Trust } from './archive.ts';
export { base64, equal, hex, joined, readBase64, readCount, readHash, readUtf8, utf8 } from './bytes.ts';
export { openCheckpoint, readCheckpointText, writeCheckpointText } from './checkpoint.ts';
export type { Checkpoint, SignedCheckpoint } from './checkpoint.ts';
export { cosign, cosignatures } from './cosignature.ts';
export type { Cosignature } from './cosignature.ts';
export { ACCOUNTS, dollars, EVENTS, readJournalEntry } from './entry.ts';
export type { JournalEntry, Posting } from './entry.ts';
export {
  COSIGNATURE,
  NOTE,
  readSignerKey,
  readVerifierKey,
  signerKey,
  writeSignerKey,
  writeVerifierKey,
} from './keys.ts';
export type { SignatureType, SignerKey, VerifierKey } from './keys.ts';
export { EMPTY_ROOT, leafHash, nodeHash, verifyConsistency, verifyInclusion } from './merkle.ts';
export type { Tree } from './merkle.ts';
export { verifyFile } from './file.ts';
export {
  liabilityLeaf,
  liabilityNode,
  readLiability,
  readLiabilityRoot,
  verifyClaim,
  verifyLiability,
} from './liability.ts';
export type { Liability, LiabilityClaim, LiabilityPart, LiabilityRoot, VerifiedLiability } from './liability.ts';
export { lookAgain } from './memory.ts';
export type { LogFault, Remembered, Sight } from './memory.ts';
export { readNote, readSignatures, signNote, verifyNote, writeNote, writeSignature } from './note.ts';
export type { NoteSignature, UnverifiedNote } from './note.ts';
export { blindedEntry, readReceipt, verifyInTree, verifyReceipt } from './receipt.ts';
export type { Receipt, VerifiedReceipt } from './receipt.ts';
export { Refused } from './refused.ts';
export type { Reason } from './refused.ts';
export {
  readEntries,
  TILE_WIDTH,
  tiledTree,
  tilePath,
  tileWidth,
  verifyEntry,
  verifyGrowth,
  verifyTiles,
} from './tiles.ts';
export type { ReadFile, TiledTree } from './tiles.ts';
export type { Check, Report } from './report.ts';
export type { Shown } from './shown.ts';
export { readTapes } from './tape.ts';
export type { Tape, TapeFile, Tapes } from './tape.ts';
export { readZip } from './zip.ts';
