import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBinaries } from '../apps/api/src/platform/database/embedded/binaries.ts';
import { buildClient } from './build-client.ts';

/** Where the systemd unit finds the pinned Node, whatever the machine's processor: not every npm makes this link. */
const NODE = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));

/** `npm run build`: everything that a start would make in this folder, for an installation whose server may not write to it. */
await buildClient();
findBinaries();
if (!existsSync(NODE)) {
  mkdirSync(dirname(NODE), { recursive: true });
  symlinkSync(relative(dirname(NODE), process.execPath), NODE);
}
