import { createPublicKey, verify } from 'node:crypto';
import { verifyCheckpoint } from '@sigstore/verify/dist/tlog/checkpoint.js';
import { describe, expect, it } from 'vitest';
import {
  COSIGNATURE,
  cosign,
  cosignatures,
  NOTE,
  openCheckpoint,
  readCheckpointText,
  readNote,
  readSignerKey,
  readVerifierKey,
  Refused,
  signerKey,
  signNote,
  utf8,
  verifyNote,
  writeNote,
  writeSignature,
  writeSignerKey,
  writeVerifierKey,
} from '@clearbook/verify';
import { sampleLog } from './sample-log.ts';

/** From c2sp.org/signed-note and from the documentation of Go's sumdb/note. */
const C2SP = {
  vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
  note: 'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
};
const GO = {
  skey: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
  vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  enoch: '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n',
};
const peter = readVerifierKey(GO.vkey);

function opened(note: string | Uint8Array): string {
  const read = readNote(typeof note === 'string' ? utf8(note) : note);
  verifyNote(read, [peter]);
  return read.text;
}

describe('[U41] a signed note is verified by the letter of c2sp.org/signed-note', () => {
  it('accepts the published notes, and signs the one of Go to the same bytes', () => {
    const foo = readVerifierKey(C2SP.vkey);
    expect(verifyNote(readNote(utf8(C2SP.note)), [foo])).toEqual([foo]);
    expect(opened(`${GO.text}\n${GO.line}`)).toBe(GO.text);
    const signer = readSignerKey(GO.skey);
    expect(writeSignature(signNote(GO.text, signer))).toBe(GO.line);
    expect(writeVerifierKey(signer)).toBe(GO.vkey);
    expect(writeSignerKey(signer)).toBe(GO.skey);
  });

  it('passes over the signatures of unknown keys, also of one that shares its name or its ID with a known one', () => {
    expect(opened(`${GO.text}\n${GO.enoch}${GO.line}`)).toBe(GO.text);
    const namesake = writeSignature(signNote(GO.text, signerKey('PeterNeumann', NOTE, new Uint8Array(32))));
    const sharesId = GO.line.replace('PeterNeumann', 'SomebodyElse');
    expect(opened(`${GO.text}\n${namesake}${sharesId}${GO.line}`)).toBe(GO.text);
    expect(() => opened(`${GO.text}\n${GO.enoch}`)).toThrow('not signed by any of the keys');
  });

  it('refuses the whole note where a known key is named and did not sign', () => {
    const forged = GO.line.replace('ZJku', 'ZJkv');
    expect(() => opened(`${GO.text}\n${forged}`)).toThrow('is not that of the key');
    expect(() => opened(`${GO.text}\n${GO.line}${forged}`)).toThrow('is not that of the key');
    expect(() => opened(`${GO.text.replace('answer', 'Answer')}\n${GO.line}`)).toThrow('is not that of the key');
  });

  it('takes the last empty line for the one before the signatures', () => {
    const text = 'Above.\n\nBelow.\n';
    const note = writeNote({ text, signatures: [signNote(text, readSignerKey(GO.skey))] });
    expect(opened(note)).toBe(text);
  });

  const noisy = (line: string): string => `${GO.text}\n${line}`;
  const hostile: [what: string, note: string | Uint8Array, why: string][] = [
    ['nothing', '', 'no empty line'],
    ['text without signatures', GO.text, 'no empty line'],
    ['an empty list of signatures', `${GO.text}\n`, 'newline'],
    ['no newline at the end', noisy(GO.line.trimEnd()), 'does not end with a newline'],
    ['a carriage return', noisy(GO.line).replaceAll('\n', '\r\n'), 'control character'],
    ['a tab in the text', `a\tb\n\n${GO.line}`, 'control character'],
    ['bytes that are no text', Uint8Array.of(0xff, 10, 10), 'not valid UTF-8'],
    ['a hyphen for the dash', noisy(GO.line.replace('—', '-')), 'not of the form'],
    ['a name with a plus', noisy(GO.line.replace('Peter', 'Peter+')), 'not of the form'],
    ['a name with a space that is not ASCII', noisy(GO.line.replace('rN', 'r\u00a0N')), 'not of the form'],
    ['two spaces', noisy(GO.line.replace(' x08', '  x08')), 'not of the form'],
    ['base64 without padding', noisy(GO.line.replace('nAM=', 'nAM')), 'base64'],
    ['base64 for URLs', noisy(GO.line.replace('/', '_')), 'not base64'],
    ['base64 whose last bits are not zero', noisy(GO.line.replace('nAM=', 'nAN=')), 'one correct form'],
    ['a signature of four bytes', noisy('— PeterNeumann x08gow==\n'), 'too short'],
    ['more than a hundred signatures', noisy(GO.line.repeat(101)), '101 signatures'],
    ['more than a million bytes', `${'a'.repeat(1_000_000)}\n\n${GO.line}`, 'more than 1000000 bytes'],
  ];
  it.each(hostile)('refuses %s', (_, note, why) => {
    expect(() => opened(note)).toThrow(Refused);
    expect(() => opened(note)).toThrow(why);
  });

  it.each([
    ['another name', GO.vkey.replace('Peter', 'Paul'), 'does not have the ID'],
    ['an ID of three bytes', GO.vkey.replace('c74f20a3', 'c74f20'), 'not of the form'],
    ['an unknown type', 'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', 'of a type'],
    ['a key that is too long', 'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==', 'base64'],
    ['no key', 'PeterNeumann+c74f20a3', 'not of the form'],
  ])('refuses a verifier key with %s', (_, vkey, why) => {
    expect(() => readVerifierKey(vkey)).toThrow(why);
  });
});

describe('[U42] a checkpoint is three lines that the log signed', () => {
  const log = sampleLog(5);
  const key = readVerifierKey(log.vkey);

  it('reads the published example to its fields', () => {
    const read = readCheckpointText(
      'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\nmore\n',
    );
    expect(read).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: ['more'] });
  });

  it('is what the implementation of sigstore opens too', () => {
    const note = log.checkpoint();
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.publicKey]);
    const authority = {
      logID: Buffer.from(key.id),
      baseURL: log.origin,
      publicKey: createPublicKey({ key: der, format: 'der', type: 'spki' }),
    };
    const entry = { inclusionProof: { checkpoint: { envelope: note } } };
    const theirs = verifyCheckpoint(entry as never, [authority as never]);
    const ours = openCheckpoint(utf8(note), [key]);
    expect([theirs.origin, theirs.logSize, theirs.logHash.toString('hex')]).toEqual([
      ours.origin,
      BigInt(ours.size),
      Buffer.from(ours.root).toString('hex'),
    ]);
  });

  it('refuses the checkpoint of another log, even under a key that is trusted', () => {
    expect(() => openCheckpoint(utf8(log.checkpoint()), [key], 'log.example/other')).toThrow(
      'not of log.example/other',
    );
  });

  const [origin, size, root] = ['log.example/books', '5', 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I='];
  it.each([
    ['two lines', [origin, size], 'fewer than its three lines'],
    ['no origin', ['', size, root], 'fewer than its three lines'],
    ['a size with a zero before it', [origin, '05', root], 'whole number'],
    ['a size below zero', [origin, '-5', root], 'whole number'],
    ['a size in hex', [origin, '0x5', root], 'whole number'],
    ['a size beyond every log', [origin, '9'.repeat(17), root], 'larger than any log'],
    ['a root of 31 bytes', [origin, size, 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw=='], '31 bytes'],
    ['an empty line within', [origin, size, root, '', 'more'], 'empty line'],
    ['no leaves and a root all the same', [origin, '0', root], 'empty tree'],
  ])('refuses %s', (_, lines, why) => {
    expect(() => readCheckpointText(`${lines.join('\n')}\n`)).toThrow(why);
  });
});

describe('[U43] a cosignature is one of c2sp.org/tlog-cosignature', () => {
  const log = sampleLog(5);
  const key = readVerifierKey(log.vkey);
  const witness = signerKey('witness.example/w1', COSIGNATURE, new Uint8Array(32).fill(9));
  const signed = openCheckpoint(utf8(log.checkpoint()), [key]);
  const withLines = (...lines: string[]): ReturnType<typeof openCheckpoint> =>
    openCheckpoint(utf8(log.checkpoint() + lines.join('')), [key]);
  const line = (time: number): string => writeSignature(cosign(signed.note.text, witness, time));

  it('signs the header, the time and the whole text, and says when', () => {
    expect(cosignatures(withLines(line(1_679_315_147), line(1_679_315_200)), [witness])).toEqual([
      { witness, time: 1_679_315_200 },
    ]);
    expect(cosignatures(signed, [witness])).toEqual([]);
  });

  it('signs these bytes and no others, by the crypto of Node', () => {
    const message = `cosignature/v1\ntime 1679315147\n${signed.note.text}`;
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), witness.publicKey]);
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const { signature } = cosign(signed.note.text, witness, 1_679_315_147);
    expect(Buffer.from(signature.subarray(0, 8)).readBigUInt64BE()).toBe(1_679_315_147n);
    expect(verify(null, Buffer.from(message), publicKey, signature.subarray(8))).toBe(true);
  });

  it('is under a key of its own type: the key of plain notes is another, with another ID', () => {
    const plain = signerKey(witness.name, NOTE, new Uint8Array(32).fill(9));
    expect(plain.id).not.toEqual(witness.id);
    expect(readVerifierKey(writeVerifierKey(witness))).toMatchObject({ name: witness.name, type: COSIGNATURE });
    expect(() => cosign(signed.note.text, plain, 1)).toThrow('not one for cosignatures');
    expect(() =>
      openCheckpoint(utf8(writeNote({ text: signed.note.text, signatures: [cosign(signed.note.text, witness, 1)] })), [
        witness,
      ]),
    ).toThrow('not signed');
  });

  it('refuses one with another time, of another checkpoint, or of the wrong length', () => {
    const moved = cosign(signed.note.text, witness, 1_679_315_147);
    moved.signature[7]! ^= 1;
    expect(() => cosignatures(withLines(writeSignature(moved)), [witness])).toThrow('not by that witness');
    const other = cosign(signed.note.text.replace('\n5\n', '\n6\n'), witness, 1_679_315_147);
    expect(() => cosignatures(withLines(writeSignature(other)), [witness])).toThrow('not by that witness');
    const short = { ...other, signature: other.signature.subarray(0, 64) };
    expect(() => cosignatures(withLines(writeSignature(short)), [witness])).toThrow('72 bytes');
  });
});
