import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a witness remembers, as files in one folder. `checkpoint` is both its memory and what it publishes: the last checkpoint it
 * cosigned, with the log's signature and its own.
 */
export type Store = {
  readonly read: (name: string) => string | undefined;
  /** A file is there as it was or as it is to be, and nothing between, whenever the machine stops. */
  readonly write: (name: string, text: string, mode?: number) => void;
  /** Keeps what was signed and cannot both be true. Gives the folder. */
  readonly keepEvidence: (name: string, files: Readonly<Record<string, string>>) => string;
};

export function openStore(folder: string): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const store: Store = {
    read: (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined),
    write: (name, text, mode = 0o644) => replace(folder, name, text, mode),
    keepEvidence: (name, files) => {
      const kept = join(folder, 'evidence', name);
      mkdirSync(kept, { recursive: true });
      for (const [file, text] of Object.entries(files)) replace(kept, file, text, 0o644);
      return kept;
    },
  };
  return store;
}

function replace(folder: string, name: string, text: string, mode: number): void {
  const temporary = join(folder, `.${name}.${randomBytes(6).toString('hex')}`);
  const file = openSync(temporary, 'wx', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, join(folder, name));
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
}
