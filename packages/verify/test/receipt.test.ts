import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNTS,
  base64,
  blindedEntry,
  cosign,
  COSIGNATURE,
  dollars,
  EVENTS,
  hex,
  leafHash,
  openCheckpoint,
  readJournalEntry,
  readReceipt,
  readVerifierKey,
  signerKey,
  tiledTree,
  utf8,
  verifyReceipt,
  writeNote,
} from '@clearbook/verify';
import type { Refused } from '@clearbook/verify';
import { canonicalEntry } from './sample-entries.ts';
import { sampleLog } from './sample-log.ts';

const NONCE = new Uint8Array(32).fill(7);
const id = (digit: string): string => '00000000-0000-0000-0000-000000000000'.replaceAll('0', digit);
/** The example of docs/verify.md. */
const EXAMPLE = {
  book: 0,
  at: 1_800_000_000_000,
  number: 42n,
  event: 5,
  client: id('1'),
  subject: id('2'),
  actor: id('3'),
  corrects: undefined,
  postings: [
    { account: 1, amount: 1250n },
    { account: 2, amount: -1250n },
  ],
};
const canonical = canonicalEntry(EXAMPLE);

/** A receipt as the server gives it, of an entry at place 5 of a log of 700, with one witness. */
async function sample() {
  const log = sampleLog(700);
  log.entries[5] = blindedEntry(1, NONCE, canonical);
  const witness = signerKey('witness.example/w1', COSIGNATURE, new Uint8Array(32).fill(2));
  const opened = openCheckpoint(utf8(log.checkpoint()), [log.signer]);
  const checkpoint = writeNote({
    ...opened.note,
    signatures: [...opened.note.signatures, cosign(opened.note.text, witness, 1_800_000_000)],
  });

  const json = {
    log_status: 'logged',
    type: 1,
    book: 0,
    number: '42',
    canonical: base64(canonical),
    nonce: base64(NONCE),
    leaf_index: 5,
    proof: (await tiledTree(700, log.read).inclusion(5)).map(base64),
    checkpoint,
  };
  return { log, witness, json, keys: [readVerifierKey(log.vkey)] };
}

describe('[U46] the canonical bytes of an entry', () => {
  it('are those of the example in docs/verify.md, and say what it says', () => {
    expect(hex(canonical)).toBe(
      '00010000000001a3185c5000000000000000002a00051111111111111111111111111111111122222222222222222222222222222222333333333333333333333333333333330000000000000000000100000000000004e20002fffffffffffffb1e',
    );
    expect(readJournalEntry(canonical)).toEqual(EXAMPLE);
    const blinded = blindedEntry(1, NONCE, canonical);
    expect(hex(blinded)).toBe('e9b07ac30a5a2d2441635433820cf684c8bd18992d0bd66a0f6c6d2f3c6ddac3');
    expect(hex(leafHash(blinded))).toBe('fb13ec1c30ebc3f460fca12c2f0a786df3dacad7b2e6aa85a2fadfa3d5699fe9');
  });

  it('name events and accounts as the books do', () => {
    const books = readFileSync(new URL('../../domain/src/kernel/accounts.ts', import.meta.url), 'utf8');
    const [accounts = '', events = ''] = books.split('export const EVENTS');
    const codes = (text: string) =>
      Object.fromEntries([...text.matchAll(/^ {2}'?([\w:]+)'?: (\d+),/gm)].map(([, name, code]) => [code, name]));
    expect(codes(accounts)).toEqual(ACCOUNTS);
    expect(codes(events)).toEqual(EVENTS);
  });

  it('are refused when a cent is missing, when they end early, and in an unknown version', () => {
    const other = canonicalEntry({
      ...EXAMPLE,
      postings: [
        { account: 1, amount: 1250n },
        { account: 2, amount: -1249n },
      ],
    });
    expect(() => readJournalEntry(other)).toThrow('Entry 42: its postings sum to 0.01, not to zero.');
    expect(() => readJournalEntry(canonical.subarray(0, 97))).toThrow('not 97');
    expect(() => readJournalEntry(Uint8Array.of(0, 2, ...canonical.subarray(2)))).toThrow('version 2');
    expect(dollars(-5n)).toBe('-0.05');
  });
});

describe('[U47] a receipt', () => {
  it('is verified by what it holds, and says who cosigned', async () => {
    const { json, keys, witness } = await sample();
    const found = verifyReceipt(readReceipt(json), keys, [witness]);
    expect(found.entry).toEqual(EXAMPLE);
    expect(found.checkpoint.size).toBe(700);
    expect(found.witnesses.map(({ witness: { name } }) => name)).toEqual(['witness.example/w1']);
    expect(verifyReceipt(readReceipt(json), keys).witnesses).toEqual([]);
  });

  it('that waits for its checkpoint is not there yet, and is no failure', async () => {
    const { json } = await sample();
    const waits = { ...json, log_status: 'waiting', nonce: null, leaf_index: null, proof: null, checkpoint: null };
    try {
      readReceipt(waits);
      expect.unreachable();
    } catch (error) {
      expect((error as Refused).reason).toBe('unavailable');
      expect((error as Refused).message).toBe('Entry 42 is not in the log yet. It takes a minute at most.');
    }
  });

  it('is refused by the number of its entry when anything differs', async () => {
    const { json, keys } = await sample();
    const fails = (change: object) => expect(() => verifyReceipt(readReceipt({ ...json, ...change }), keys));
    const cent = canonicalEntry({
      ...EXAMPLE,
      postings: [
        { account: 1, amount: 1251n },
        { account: 2, amount: -1251n },
      ],
    });
    fails({ canonical: base64(cent) }).toThrow(/^Entry 42 of book 0 is not what the log has/);
    fails({ canonical: base64(canonicalEntry({ ...EXAMPLE, at: EXAMPLE.at + 1 })) }).toThrow(
      /^Entry 42 of book 0 is not/,
    );
    fails({ number: '43' }).toThrow('Entry 43 of book 0: the bytes are those of entry 42 of book 0.');
    fails({ book: 1 }).toThrow('Entry 42 of book 1: the bytes are those of entry 42 of book 0.');
    fails({ nonce: base64(new Uint8Array(32).fill(8)) }).toThrow(/^Entry 42 of book 0 is not what the log has/);
    fails({ leaf_index: 6 }).toThrow(/^Entry 42 of book 0 is not what the log has/);
    fails({ proof: json.proof.slice(1) }).toThrow(/^Entry 42 of book 0 is not what the log has/);
    fails({ type: 2 }).toThrow('Entry 42 of book 0: the receipt is of type 2');
    fails({ checkpoint: sampleLog(700, { seed: 3 }).checkpoint() }).toThrow('not signed by any of the keys');
    fails({ canonical: undefined }).toThrow('The receipt has no canonical');
    fails({ nonce: 'AAAA' }).toThrow('The nonce of entry 42 has 3 bytes');
  });
});
