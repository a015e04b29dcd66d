import { spawnSync } from 'node:child_process';
import { chownSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { PlainError } from '../../plain-error.ts';

type SystemUser = { name: string; uid: number; gid: number };

/** How PostgreSQL's programs are started: as whom, and with which help. */
export type RunAs = {
  /** Turns a command into what spawn takes. `deathSignal` is what the kernel sends it when this process dies. */
  command(
    file: string,
    args: string[],
    deathSignal: 'INT' | 'KILL',
  ): {
    file: string;
    args: string[];
    options: { uid?: number; gid?: number };
  };
  /** Gives a file or folder to the user that PostgreSQL runs as. */
  own(path: string): void;
};

/**
 * PostgreSQL refuses to run as root. An ordinary user runs it as himself; root runs it as an unprivileged user: the owner
 * of the cluster that is there, else `postgres`, else a system user `clearbook`, else `nobody`. Where that user could not
 * reach the programs or the data (a folder above them is root's alone), it gets one capability, to pass closed folders.
 * @param paths what it must reach: the postgres program, and an existing folder that holds (or will hold) the cluster
 */
export function chooseRunAs(paths: { program: string; folder: string }, clusterOwner: number | undefined): RunAs {
  const hasSetpriv = works('setpriv', ['--pdeathsig', 'INT', 'true']);
  const guard = (signal: string) => (hasSetpriv ? ['--pdeathsig', signal] : []);

  if (process.getuid?.() !== 0) {
    if (clusterOwner !== undefined && clusterOwner !== process.getuid?.()) {
      throw new PlainError(
        `The database in ${paths.folder} belongs to another user (number ${clusterOwner}): start as that user or as root.`,
      );
    }
    return {
      command: (file, args, signal) =>
        hasSetpriv
          ? { file: 'setpriv', args: [...guard(signal), file, ...args], options: {} }
          : { file, args, options: {} },
      own: () => {},
    };
  }

  const user = clusterOwner === undefined ? unprivilegedUser() : userById(clusterOwner);
  const own = (path: string) => chownSync(path, user.uid, user.gid);
  const identity = ['--reuid', String(user.uid), '--regid', String(user.gid), '--clear-groups'];
  // The last one makes the capability count where a program asks beforehand whether it may open a file, as PostgreSQL's do;
  // what the setpriv process itself keeps by it ends when it becomes the program.
  const passClosedFolders = [
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--securebits=+no_setuid_fixup',
  ];
  const probe = ['sh', '-c', 'test -x "$1" && cd "$2"', 'sh', paths.program, dirname(paths.folder)] as const;

  if (hasSetpriv) {
    for (const powers of [identity, [...identity, ...passClosedFolders]]) {
      if (!works('setpriv', [...powers, ...probe])) continue;
      return {
        command: (file, args, signal) => ({
          file: 'setpriv',
          args: [...powers, ...guard(signal), file, ...args],
          options: {},
        }),
        own,
      };
    }
  } else if (works(probe[0], [...probe.slice(1)], user)) {
    return { command: (file, args) => ({ file, args, options: { uid: user.uid, gid: user.gid } }), own };
  }
  throw new PlainError(
    `PostgreSQL does not run as root, and the user ${user.name} cannot reach ${paths.program} or ${paths.folder}: start as an ordinary user, or move both out of folders that only root may enter.`,
  );
}

function unprivilegedUser(): SystemUser {
  const known = findUser('postgres') ?? findUser('clearbook');
  if (known) return known;
  works('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'clearbook']);
  const fallback = findUser('clearbook') ?? findUser('nobody');
  if (fallback) return fallback;
  throw new PlainError(
    'PostgreSQL does not run as root and this system has no unprivileged user: add one named postgres.',
  );
}

function userById(uid: number): SystemUser {
  return systemUsers().find((user) => user.uid === uid) ?? { name: `number ${uid}`, uid, gid: uid };
}

function findUser(name: string): SystemUser | undefined {
  return systemUsers().find((user) => user.name === name && user.uid !== 0);
}

function systemUsers(): SystemUser[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 4)
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function works(file: string, args: readonly string[], user?: SystemUser): boolean {
  const as = user ? { uid: user.uid, gid: user.gid } : {};
  return spawnSync(file, args, { stdio: 'ignore', ...as }).status === 0;
}

/** The owner of a cluster that is there already. */
export function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}
