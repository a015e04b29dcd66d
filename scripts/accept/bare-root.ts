import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { command, lastLines, type Ran } from './command.ts';

const SUITE = 'trixie';

/** What keeps a bare root from being made here; undefined where nothing does. */
export function missingForRoot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root on Linux';
  return ['/usr/sbin/debootstrap', '/usr/bin/debootstrap'].some((path) => existsSync(path)) ? undefined : 'debootstrap';
}

export type BareRoot = {
  readonly folder: string;
  /** Runs a shell script inside. Settings of npm and certificates of the host are passed on, so that the same registry is asked. */
  sh(script: string, options?: { cwd?: string; user?: string; env?: Record<string, string> }): Promise<Ran>;
  /** Copies a folder of the host into it. */
  put(from: string, to: string): void;
  remove(): Promise<void>;
};

/** A minimal Debian in a folder of its own: made once on a machine, copied for each use. */
export async function bareRoot(name: string): Promise<BareRoot> {
  const cache = join(tmpdir(), `clearbook-debian-${SUITE}`);
  if (!existsSync(join(cache, 'etc/debian_version'))) {
    rmSync(cache, { recursive: true, force: true });
    const made = await command(['debootstrap', '--variant=minbase', SUITE, cache]);
    if (made.code !== 0) {
      rmSync(cache, { recursive: true, force: true });
      throw new Error(`debootstrap: ${lastLines(made)}`);
    }
  }
  const folder = join(tmpdir(), `clearbook-root-${name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  await must(['cp', '-a', cache, folder]);
  await must(['mount', '-t', 'proc', 'proc', join(folder, 'proc')]);
  const npmrc = join(process.env['HOME'] ?? '/root', '.npmrc');
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  for (const file of ['/etc/resolv.conf', '/etc/hosts', npmrc, certificates]) {
    if (file === undefined || !existsSync(file)) continue;
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file === npmrc ? '/root/.npmrc' : file), { dereference: true });
  }
  for (const file of ['/etc/apt/apt.conf.d', '/etc/apt/trusted.gpg.d', '/usr/local/share/ca-certificates'])
    if (existsSync(file)) cpSync(file, join(folder, file), { recursive: true });

  return {
    folder,
    put: (from, to) => {
      mkdirSync(join(folder, dirname(to)), { recursive: true });
      cpSync(from, join(folder, to), { recursive: true, verbatimSymlinks: true });
    },
    sh: (script, { cwd = '/', user, env = {} } = {}) =>
      command(
        [
          'chroot',
          ...(user === undefined ? [] : [`--userspec=${user}`]),
          folder,
          '/usr/bin/env',
          '-i',
          'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
          'DEBIAN_FRONTEND=noninteractive',
          ...(user === undefined ? ['HOME=/root'] : []),
          ...hostSettings(),
          ...Object.entries(env).map(([key, value]) => `${key}=${value}`),
          '/bin/sh',
          '-euc',
          `cd ${cwd}\n${script}`,
        ],
        {},
        '/',
      ),
    remove: async () => {
      await must(['umount', '--lazy', join(folder, 'proc')]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Blocks of a page that are marked as steps to follow, in their order. */
export function stepsOf(page: string, mark: string): string[] {
  const text = readFileSync(page, 'utf8');
  return [...text.matchAll(new RegExp(`^\`\`\`sh ${mark}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block);
}

function hostSettings(): string[] {
  return Object.entries(process.env)
    .filter(([name]) => /^npm_config_registry$|^NODE_EXTRA_CA_CERTS$|^SSL_CERT_FILE$|_proxy$/i.test(name))
    .map(([name, value]) => `${name}=${value}`);
}

async function must(line: string[]): Promise<void> {
  const ran = await command(line, {}, '/');
  if (ran.code !== 0) throw new Error(`${line[0]}: ${lastLines(ran)}`);
}
