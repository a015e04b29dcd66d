import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { blindedEntry, LEAF_TYPES } from './leaves.ts';

describe('an entry of the log', () => {
  it('[U5] is the hash of its type in one byte, a nonce of 32, and the canonical bytes', () => {
    const nonce = Buffer.alloc(32, 7);
    expect(blindedEntry('audit', nonce, Buffer.from('abc')).toString('hex')).toBe(
      createHash('sha256')
        .update(`02${'07'.repeat(32)}616263`, 'hex')
        .digest('hex'),
    );
    expect(Object.values(LEAF_TYPES)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('[U5] says nothing without the nonce: the same bytes are another entry under each, and of each type', () => {
    const [nonce, bytes] = [randomBytes(32), Buffer.from('the same')];
    const entries = [
      blindedEntry('entry', nonce, bytes),
      blindedEntry('entry', randomBytes(32), bytes),
      blindedEntry('signal', nonce, bytes),
    ];
    expect(new Set(entries.map((each) => each.toString('hex'))).size).toBe(3);
    expect(() => blindedEntry('entry', randomBytes(16), bytes)).toThrow();
  });
});
