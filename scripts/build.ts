import { findBinaries } from '../apps/api/src/platform/database/embedded/binaries.ts';
import { buildClient } from './build-client.ts';

/** `npm run build`: everything that a start would make in this folder, for an installation whose server may not write to it. */
await buildClient();
findBinaries();
