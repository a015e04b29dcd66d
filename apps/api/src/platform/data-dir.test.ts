import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beginRestore, endRestore, refuseHalfRestored } from './data-dir.ts';

it('[O29] no start takes a restore that did not finish for a whole one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clearbook-restoring-'));
  try {
    refuseHalfRestored(folder);
    beginRestore(folder);
    expect(() => refuseHalfRestored(folder)).toThrow(/didn't finish\. Empty that folder/);
    endRestore(folder);
    refuseHalfRestored(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
