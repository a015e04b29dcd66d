import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Version } from './side.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The files as they are now, and the commit that they are of. */
export function thisVersion(): Version & { changed: boolean } {
  return {
    folder: ROOT,
    commit: git('rev-parse', '--short=9', 'HEAD'),
    changed: git('status', '--porcelain', '--', ':!docs/performance.md') !== '',
  };
}

/** Whether this repository's history has a commit: a shallow copy of it does not. */
export function hasCommit(name: string): boolean {
  try {
    git('rev-parse', '--quiet', '--verify', `${name}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Another commit in a folder of its own, with the packages that its own lock file names. It stays there for the next run, outside
 * the repository, so that nothing of one version resolves to the other's packages.
 */
export function checkOut(name: string, say: (text: string) => void): Version {
  if (!hasCommit(name)) throw new Error(`This repository has no commit ${name}: fetch its whole history first.`);
  const commit = git('rev-parse', '--short=9', `${name}^{commit}`);
  const folder = join(tmpdir(), 'clearbook-versions', commit);
  if (!existsSync(folder)) {
    say(`installing ${commit} in ${folder}`);
    mkdirSync(dirname(folder), { recursive: true });
    const draft = mkdtempSync(`${folder}-`);
    try {
      const files = execFileSync('git', ['archive', commit], { cwd: ROOT, maxBuffer: 1 << 30 });
      execFileSync('tar', ['-x', '-C', draft], { input: files });
      const flags = ['--ignore-scripts', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
      execFileSync('npm', ['ci', ...flags, '--loglevel=error'], { cwd: draft, stdio: ['ignore', 'ignore', 'inherit'] });
      renameSync(draft, folder);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      throw error;
    }
  }
  return { folder, commit };
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}
