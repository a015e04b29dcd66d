import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLogSigner } from './index.ts';

// From the tests of golang.org/x/mod/sumdb/note.
const KEY = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const VKEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const LINE =
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearbook-signer-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('LOG_SIGNER', () => {
  it('[U16] unset, leaves the signature to the installation’s own key', () => {
    expect(openLogSigner({})).toBeUndefined();
  });

  it('[U16] signs with the key in a file, as Go wrote it', async () => {
    const path = join(folder, 'key');
    writeFileSync(path, `${KEY}\n`);
    const signer = openLogSigner({ logSigner: { kind: 'file', path } })!;
    expect(await signer.vkey()).toBe(VKEY);
    expect(await signer.sign(TEXT)).toBe(LINE);
  });

  it('[U16] names a file that is not there, and one without a key, when it is needed', async () => {
    const path = join(folder, 'no-key');
    await expect(openLogSigner({ logSigner: { kind: 'file', path } })!.vkey()).rejects.toThrow('cannot be read');
    writeFileSync(path, KEY.replace('c74f20a3', 'c74f20a4'));
    await expect(openLogSigner({ logSigner: { kind: 'file', path } })!.vkey()).rejects.toThrow('holds no key');
  });

  it('[U16] gives a command the text and takes its line; one that fails is an error', async () => {
    const path = join(folder, 'signer');
    writeFileSync(
      path,
      `#!/bin/sh\nif [ "$1" = vkey ]; then echo '${VKEY}'; else [ "$(cat | wc -l)" = 2 ] && echo '${LINE.trim()}'; fi\n`,
    );
    chmodSync(path, 0o700);
    const signer = openLogSigner({ logSigner: { kind: 'command', path } })!;
    expect((await signer.vkey()).trim()).toBe(VKEY);
    expect(await signer.sign(TEXT)).toBe(LINE);
    await expect(signer.sign('one line\n')).rejects.toThrow('did not sign');
    await expect(openLogSigner({ logSigner: { kind: 'command', path: `${path}-gone` } })!.vkey()).rejects.toThrow(
      'say its key',
    );
  });
});
