import { describe, expect, it } from 'vitest';
import {
  base64,
  blindedEntry,
  cosign,
  COSIGNATURE,
  NOTE,
  readNote,
  readVerifierKey,
  signerKey,
  signNote,
  tiledTree,
  utf8,
  verifyEntryInLog,
  verifyFileInLog,
  writeNote,
  writeVerifierKey,
} from '@clearbook/verify';
import type { FileVerdict, ReadFile } from '@clearbook/verify';
import { sampleArchive } from './sample-archive.ts';
import { canonicalEntry } from './sample-entries.ts';
import { sampleLog } from './sample-log.ts';
import type { SampleLog } from './sample-log.ts';

const gone: ReadFile = async () => undefined;

function served(log: SampleLog, size: number = log.entries.length, vkeys: readonly string[] = [log.vkey]): ReadFile {
  return async (path) => {
    if (path === 'vkey') return utf8(vkeys.map((key) => `${key}\n`).join(''));
    return path === 'checkpoint' ? utf8(log.checkpoint(size)) : log.read(path);
  };
}

function grown(log: SampleLog, by = 260): SampleLog {
  log.entries.push(...Array.from({ length: by }, (_, i) => utf8(`later ${i}`)));
  return log;
}

const says = (verdict: FileVerdict) =>
  verdict.kind === 'fault'
    ? [verdict.fault.kind, verdict.fault.message]
    : [verdict.log, verdict.whose, verdict.report.passed, ...verdict.report.checks.slice(-2).map(({ text }) => text)];

describe('[U74] [U75] a file beside the log that is served now', () => {
  it('holds by the key that the site names where nobody knew another, and the log has grown from it', async () => {
    const sample = await sampleArchive();
    const read = served(grown(sample.log));
    const verdict = await verifyFileInLog(sample.pack(), { read });
    expect(says(verdict)).toEqual([
      ...['compared', 'announced', true],
      'its 300 entries begin with the 40 that this file is of',
      'this is your first visit, so there is nothing to compare yet',
    ]);
    expect(verdict).toMatchObject({ kept: { keys: [sample.vkey], checkpoint: sample.log.checkpoint() } });
  });

  it('holds by the key that was kept, and what was kept is still there', async () => {
    const sample = await sampleArchive();
    const kept = { keys: [sample.vkey], checkpoint: grown(sample.log, 60).checkpoint() };
    const verdict = await verifyFileInLog(sample.pack(), { read: served(grown(sample.log)), kept });
    expect(says(verdict)).toEqual([
      ...['compared', 'kept', true],
      'its 360 entries begin with the 40 that this file is of',
      'its 100 entries are still what the log begins with',
    ]);
  });

  it('finds a log that lost what the file is of, and one with another past, with both things that it signed', async () => {
    const sample = await sampleArchive();
    const short = await verifyFileInLog(sample.pack(), { read: served(sample.log, 30) });
    expect(says(short)).toEqual(['shrunk', 'The log had 40 entries and now has 30: 10 are gone.']);
    expect(short).toMatchObject({
      fault: {
        remembered: { checkpoint: sample.log.checkpoint(40) },
        shown: { checkpoint: sample.log.checkpoint(30) },
      },
    });
    const other = await verifyFileInLog(sample.pack(), { read: served(sampleLog(700)) });
    expect(says(other)).toEqual(['forked', 'The log of 700 entries does not begin with the one of 40 seen before.']);
  });

  it('finds it also where only what was kept tells, and does so before the file', async () => {
    const sample = await sampleArchive();
    const kept = { keys: [sample.vkey], checkpoint: sampleLog(300).checkpoint() };
    const verdict = await verifyFileInLog(sample.pack(), { read: served(grown(sample.log)), kept });
    expect(says(verdict)[0]).toBe('forked');
    const next = signerKey(sample.log.origin, NOTE, new Uint8Array(32).fill(9));
    const { text } = readNote(utf8(sample.log.checkpoint()));
    const swapped: ReadFile = async (path) =>
      path === 'checkpoint' ? utf8(writeNote({ text, signatures: [signNote(text, next)] })) : served(sample.log, 300, [writeVerifierKey(next)])(path); // prettier-ignore
    const key = await verifyFileInLog(sample.pack(), {
      read: swapped,
      kept: { keys: [sample.vkey], checkpoint: sample.log.checkpoint(40) },
    });
    expect(says(key)[0]).toBe('key');
  });

  it('holds by a former key that the site still names, where the log has grown from it under the next one', async () => {
    const sample = await sampleArchive();
    const next = signerKey(sample.log.origin, NOTE, new Uint8Array(32).fill(9));
    const resigned = (note: string): string => {
      const { text } = readNote(utf8(note));
      return writeNote({ text, signatures: [signNote(text, next)] });
    };
    const log = grown(sample.log);
    const read: ReadFile = async (path) =>
      path === 'checkpoint' ? utf8(resigned(log.checkpoint())) : served(log, 300, [writeVerifierKey(next), sample.vkey])(path); // prettier-ignore
    const kept = { keys: [writeVerifierKey(next)], checkpoint: resigned(log.checkpoint(100)) };
    expect(says(await verifyFileInLog(sample.pack(), { read, kept })).slice(0, 3)).toEqual([
      'compared',
      'announced',
      true,
    ]);
  });

  it('is refused under a key that somebody gave and that did not sign it', async () => {
    const sample = await sampleArchive();
    const key = readVerifierKey(sampleLog(1, { seed: 2 }).vkey);
    const verdict = await verifyFileInLog(sample.pack(), { read: served(sample.log), key });
    expect(says(verdict).slice(0, 3)).toEqual(['unread', 'given', false]);
  });

  it('is refused where its log is known by another key, also while the site names none', async () => {
    const sample = await sampleArchive();
    const other = sampleLog(40, { seed: 2 });
    const kept = { keys: [other.vkey], checkpoint: other.checkpoint() };
    expect(says(await verifyFileInLog(sample.pack(), { read: gone, kept })).slice(0, 3)).toEqual([
      ...['unread', 'kept', false],
    ]);
  });

  it('says that it is of another log, and that the log could not be read, and then keeps nothing', async () => {
    const sample = await sampleArchive();
    const elsewhere = await verifyFileInLog(sample.pack(), { read: served(sampleLog(5, { origin: 'other.example' })) });
    expect([...says(elsewhere).slice(0, 3), elsewhere]).toEqual([
      ...['elsewhere', 'file', true],
      expect.not.objectContaining({ kept: expect.anything() as unknown }),
    ]);
    const kept = { keys: [sample.vkey], checkpoint: sample.log.checkpoint() };
    expect(await verifyFileInLog(sample.pack(), { read: gone, kept })).toMatchObject({
      log: 'unread',
      whose: 'kept',
      why: 'The log has no vkey yet.',
    });
  });

  it('[U77] says how far it is, and what is no file of ours', async () => {
    const steps: string[] = [];
    const sample = await sampleArchive();
    const told = (done: number, of: number) => void steps.push(`${done}/${of}`);
    await verifyFileInLog(sample.pack(), { read: gone, told });
    expect([steps[0], steps.at(-1)]).toEqual(['0/22', '21/22']);
    await expect(verifyFileInLog(new Uint8Array(), { read: gone })).rejects.toThrow('The file is empty.');
    await expect(verifyFileInLog(utf8('hello'), { read: gone })).rejects.toThrow('neither an archive');
    const broken = sample.pack().subarray(0, 900);
    await expect(verifyFileInLog(broken, { read: gone })).rejects.toThrow('cut off at its end');
  });
});

const ENTRY = {
  ...{ book: 0, at: 1_800_000_000_000, number: 42n, event: 5, corrects: undefined },
  client: '11111111-1111-1111-1111-111111111111',
  subject: '22222222-2222-2222-2222-222222222222',
  actor: '33333333-3333-3333-3333-333333333333',
  postings: [
    { account: 1, amount: 1250n },
    { account: 3, amount: -1250n },
  ],
};
const SHOWN = {
  ...{ number: '42', at: '2027-01-15T08:00:00.000Z', event: 'withdrawal_requested', client: ENTRY.client },
  ...{ total: '0.00', cash: '-12.50', owed: '0.00' },
};
const witness = signerKey('witness.example/w1', COSIGNATURE, new Uint8Array(32).fill(2));

async function receipt() {
  const log = sampleLog(300);
  const [canonical, nonce] = [canonicalEntry(ENTRY), new Uint8Array(32).fill(7)];
  log.entries[5] = blindedEntry(1, nonce, canonical);
  const { text, signatures } = readNote(utf8(log.checkpoint()));
  const checkpoint = writeNote({ text, signatures: [...signatures, cosign(text, witness, 1_800_000_000)] });
  const proof = (await tiledTree(300, log.read).inclusion(5)).map(base64);
  const json = {
    ...{ log_status: 'logged', type: 1, book: 0, number: '42', leaf_index: 5, proof, checkpoint },
    ...{ canonical: base64(canonical), nonce: base64(nonce) },
  };
  return { log, json };
}

describe('[U79] [U80] a line of the statement beside its receipt and the log', () => {
  it('is verified with the witnesses that cosigned, and the log is kept', async () => {
    const { log, json } = await receipt();
    const read = served(grown(log));
    expect(await verifyEntryInLog(json, SHOWN, { read, witnesses: [witness] })).toMatchObject({
      ...{ kind: 'verified', origin: log.origin, size: 300, leafIndex: 5 },
      witnesses: [{ name: 'witness.example/w1', time: 1_800_000_000 }],
      kept: { keys: [log.vkey], checkpoint: log.checkpoint() },
    });
    expect(await verifyEntryInLog(json, SHOWN, { read })).toMatchObject({ witnesses: [] });
  });

  it.each([
    [{ number: '43' }, /^The number of entry 42 is shown as 43; the log has 42\.$/],
    [{ at: '2027-01-15T08:00:00.001Z' }, /^The time of entry 42 is shown as 2027-01-15T08:00:00.001Z/],
    [{ event: 'deposit_approved' }, /^The event of entry 42 is shown as deposit_approved/],
    [{ client: ENTRY.actor }, /^The client of entry 42/],
    [
      { cash: '-12.49' },
      /^-12.49 is shown as what entry 42 changed the cash by; the log has -12.50 \(differs by 0.01\)\.$/,
    ],
    [{ total: '0.01' }, /changed the total by; the log has 0.00 \(differs by 0.01\)/],
    [{ owed: '-5.00' }, /changed what is owed by; the log has 0.00/],
  ])('is refused where the page shows it in another way: %j', async (other, message) => {
    const { log, json } = await receipt();
    const verdict = await verifyEntryInLog(json, { ...SHOWN, ...other }, { read: served(log) });
    expect(verdict).toEqual({ kind: 'refused', message: expect.stringMatching(message) as unknown });
  });

  it('waits where no checkpoint covers it, is refused where it is not in the tree, and unknown where nobody answers', async () => {
    const { log, json } = await receipt();
    const read = served(log);
    const none = { ...json, log_status: 'waiting', nonce: null, leaf_index: null, proof: null, checkpoint: null };
    expect(await verifyEntryInLog(none, SHOWN, { read })).toEqual({ kind: 'waiting' });
    expect(await verifyEntryInLog({ ...json, leaf_index: 6 }, SHOWN, { read })).toMatchObject({ kind: 'refused' });
    expect(await verifyEntryInLog(json, SHOWN, { read: gone })).toEqual({
      kind: 'unread',
      message: 'The log has no vkey yet.',
    });
  });

  it('finds a log that is shorter than the receipt says, and one that is not what was kept', async () => {
    const { log, json } = await receipt();
    expect(await verifyEntryInLog(json, SHOWN, { read: served(log, 200) })).toMatchObject({
      fault: { kind: 'shrunk' },
    });
    const kept = { keys: [log.vkey], checkpoint: sampleLog(290).checkpoint() };
    expect(await verifyEntryInLog(json, SHOWN, { read: served(log), kept })).toMatchObject({
      fault: { kind: 'forked', remembered: kept },
    });
  });
});
