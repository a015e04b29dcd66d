import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PlainError } from '../apps/api/src/platform/plain-error.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** Only what a machine without a screen and without a network needs; the profile is empty and thrown away. */
export const BROWSER_FLAGS: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The browser that the journeys drive: the one that CHROMIUM names, or the first known one on PATH. */
export function findBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const candidates = [
    process.env['CHROMIUM'] ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    MAC,
  ];
  return candidates.find((path) => path !== '' && isExecutable(path));
}

/**
 * Finds the browser, or installs it where the system has a package manager and we may use it.
 * @returns its path
 * @throws PlainError that says what to install
 */
export function ensureBrowser(): string {
  const found = findBrowser() ?? installed();
  if (found !== undefined) return found;
  throw new PlainError(
    'The browser journeys need Chromium: install it (Debian and Ubuntu: apt-get install chromium), or set CHROMIUM to the path of a Chrome or Chromium.',
  );
}

function installed(): string | undefined {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  process.stdout.write('Installing Chromium for the browser journeys …\n');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'], env: environment });
  }
  return findBrowser();
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
