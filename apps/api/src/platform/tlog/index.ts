export { type CosignerKey, isCosignedBy, parseCosignerKey } from './cosignatures.ts';
export { EMPTY_ROOT, HASH_BYTES, sha256 } from './hashes.ts';
export {
  checkpointText,
  isSignedBy,
  parsePrivateKey,
  parseVkey,
  signedNote,
  type Signer,
  signerOf,
  type Verifier,
  verifierOf,
  vkeyOf,
} from './notes.ts';
export { carryOut, planConsistency, planInclusion, planRoot, proverOf, rootOf } from './proofs.ts';
export {
  appendLeaves,
  edgeTiles,
  entryBundle,
  isCovered,
  levelWidth,
  parseTilePath,
  subtreeOf,
  type Tile,
  TILE_WIDTH,
  type TileKey,
  type TileRequest,
} from './tiles.ts';
