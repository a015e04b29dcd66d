import { describe, expect, it } from 'vitest';
import { lookAgain, NOTE, readNote, signerKey, signNote, utf8, writeNote, writeVerifierKey } from '@clearbook/verify';
import type { ReadFile, Remembered } from '@clearbook/verify';
import { sampleLog } from './sample-log.ts';
import type { SampleLog } from './sample-log.ts';

function served(log: SampleLog, vkeys: readonly string[] = [log.vkey], checkpoint?: string): ReadFile {
  return async (path) => {
    if (path === 'vkey') return utf8(vkeys.map((key) => `${key}\n`).join(''));
    if (path === 'checkpoint' && checkpoint !== undefined) return utf8(checkpoint);
    return log.read(path);
  };
}

async function kept(log: SampleLog, read: ReadFile = served(log)): Promise<Remembered> {
  const sight = await lookAgain(undefined, read);
  if ('fault' in sight) throw new Error(sight.fault.message);
  return sight.remembered;
}

describe('[U48] whoever comes back to a log', () => {
  it('keeps its checkpoint and key, and finds that it has grown from there', async () => {
    const before = await kept(sampleLog(300));
    const sight = await lookAgain(before, served(sampleLog(700)));
    expect(sight).toEqual({ remembered: { keys: before.keys, checkpoint: sampleLog(700).checkpoint() }, size: 700 });
    expect(await lookAgain(before, served(sampleLog(300)))).toEqual({ remembered: before, size: 300 });
  });

  it('finds a rollback, a second history of the same size, and one that grew from elsewhere', async () => {
    const before = await kept(sampleLog(300));
    const kinds = async (log: SampleLog) => {
      const sight = await lookAgain(before, served(log));
      return 'fault' in sight ? [sight.fault.kind, sight.fault.message] : sight;
    };
    expect(await kinds(sampleLog(299))).toEqual(['shrunk', 'The log had 300 entries and now has 299: 1 are gone.']);
    expect(await kinds(sampleLog(300, { word: 'other' }))).toEqual([
      'forked',
      'The log signed two different histories of 300 entries.',
    ]);
    expect(await kinds(sampleLog(700, { word: 'other' }))).toEqual([
      'forked',
      'The log of 700 entries does not begin with the one of 300 seen before.',
    ]);
    const sight = await lookAgain(before, served(sampleLog(299)));
    expect('fault' in sight && [sight.fault.remembered, sight.fault.shown.checkpoint]).toEqual([
      before,
      sampleLog(299).checkpoint(),
    ]);
  });

  it('believes a new key only beside a known one, and keeps it for the time when it signs alone', async () => {
    const log = sampleLog(300);
    const before = await kept(log);
    const next = signerKey(log.origin, NOTE, new Uint8Array(32).fill(9));
    const both = [writeVerifierKey(next), log.vkey];
    const { text, signatures } = readNote(utf8(log.checkpoint()));
    const alone = writeNote({ text, signatures: [signNote(text, next)] });
    const sight = await lookAgain(before, served(log, both, alone));
    expect('fault' in sight && sight.fault.kind).toBe('key');
    const together = writeNote({ text, signatures: [...signatures, signNote(text, next)] });
    const after = await lookAgain(before, served(log, both, together));
    if ('fault' in after) throw new Error(after.fault.message);
    expect(await lookAgain(after.remembered, served(log, [writeVerifierKey(next)], alone))).toHaveProperty('size', 300);
  });

  it('takes what cannot be read, and what is no checkpoint, for neither', async () => {
    const before = await kept(sampleLog(300));
    const gone: ReadFile = async () => undefined;
    await expect(lookAgain(before, gone)).rejects.toMatchObject({ reason: 'unavailable' });
    const page = served(sampleLog(300), undefined, '<h1>Back soon</h1>');
    await expect(lookAgain(before, page)).rejects.toMatchObject({ reason: 'malformed' });
    const grown = served(sampleLog(700));
    const withoutTiles: ReadFile = async (path) => (path.startsWith('tile/') ? undefined : grown(path));
    await expect(lookAgain(before, withoutTiles)).rejects.toMatchObject({ reason: 'unavailable' });
  });
});
