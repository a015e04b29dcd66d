import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { OutsideSigner } from '../../features/transparency/index.ts';
import type { Config } from '../../platform/config.ts';
import { PlainError } from '../../platform/plain-error.ts';
import { parsePrivateKey, vkeyOf } from '../../platform/tlog/index.ts';

/** A signature must not hold up the log for longer. */
const ANSWER_MS = 5_000;
const ANSWER_MAX_BYTES = 4_096;

/** LOG_SIGNER: a file with a key, or a command that signs. Undefined where the installation's own key does. */
export function openLogSigner({ logSigner }: Pick<Config, 'logSigner'>): OutsideSigner | undefined {
  if (logSigner === undefined) return undefined;
  return logSigner.kind === 'file' ? keyInFile(logSigner.path) : command(logSigner.path);
}

/** A note signer's key, as golang.org/x/mod/sumdb/note writes it: PRIVATE+KEY+name+id+base64. Read once, when it is needed first. */
function keyInFile(path: string): OutsideSigner {
  let read: ReturnType<typeof parsePrivateKey>;
  const key = () => {
    read ??= parsePrivateKey(contentOf(path));
    if (read === undefined)
      throw new PlainError(`${path} of LOG_SIGNER holds no key: one line PRIVATE+KEY+name+id+base64 is expected.`);
    return read;
  };
  return { vkey: async () => vkeyOf(key()), sign: async (text) => key().sign(text) };
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new PlainError(`LOG_SIGNER names ${path}, which cannot be read.`);
  }
}

/** `PATH vkey` prints the verifier key; `PATH sign` prints the signature line under the text that it is given on its standard input. */
function command(path: string): OutsideSigner {
  const run = (verb: 'vkey' | 'sign', input = ''): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = execFile(path, [verb], { timeout: ANSWER_MS, maxBuffer: ANSWER_MAX_BYTES }, (error, stdout) => {
        if (error === null) resolve(stdout);
        else
          reject(
            new Error(`LOG_SIGNER's command did not ${verb === 'sign' ? 'sign' : 'say its key'}: ${error.message}`),
          );
      });
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  return { vkey: () => run('vkey'), sign: (text) => run('sign', text) };
}
