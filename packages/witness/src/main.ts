import { randomBytes, createHash } from 'node:crypto';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  COSIGNATURE,
  readSignerKey,
  readUtf8,
  readVerifierKey,
  Refused,
  signerKey,
  writeSignerKey,
  writeVerifierKey,
} from '@clearbook/verify';
import type { ReadFile, SignerKey, VerifierKey } from '@clearbook/verify';
import { readOver } from './read-log.ts';
import { createWitnessServer } from './serve.ts';
import { openStore } from './store.ts';
import type { Store } from './store.ts';
import { Alarm } from './memory.ts';
import { createWitness } from './witness.ts';
import type { Witness } from './witness.ts';

const USAGE = `npm run witness -- --log URL [--vkey KEY] [--state FOLDER] [--name NAME] [--peer URL] [--interval SECONDS] [--listen PORT] [--once]

  --log       where the log is, such as https://example.com/log
  --vkey      its verifier key, which you have from somebody you trust; without it the key of the first visit is kept
  --state     what the witness remembers (witness-data)
  --name      the witness's own name in its signatures, such as example.org/witness
  --peer      another witness of the same log, which is compared with this one; may be given more than once
  --interval  seconds between two looks (60)
  --listen    a port at which logs submit their checkpoints and others read the last one
  --once      look once and end: 0 in order, 2 alarm, 3 the log could not be read
`;
const IN_ORDER = 0;
const WRONG_CALL = 1;
const ALARM = 2;
const UNREADABLE = 3;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      log: { type: 'string' },
      vkey: { type: 'string' },
      state: { type: 'string', default: 'witness-data' },
      name: { type: 'string' },
      peer: { type: 'string', multiple: true, default: [] },
      interval: { type: 'string', default: '60' },
      listen: { type: 'string' },
      once: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const seconds = Number(values.interval);
  if (values.help || values.log === undefined || !(seconds >= 1)) {
    process.stderr.write(USAGE);
    return values.help ? IN_ORDER : WRONG_CALL;
  }
  const store = openStore(resolve(process.env['INIT_CWD'] ?? '.', values.state));
  const read = readOver(values.log);
  const key = await logKey(store, read, values.vkey);
  const signer = ownKey(store, values.name);
  const witness = createWitness({ keys: [key], signer, store, now: () => Math.floor(Date.now() / 1000) });
  say(`Witness ${writeVerifierKey(signer)} of the log ${writeVerifierKey(key)}`);
  const round = (): Promise<void> => look(witness, read, values.peer);
  if (values.once) {
    await round();
    return IN_ORDER;
  }
  return watch(witness, store, round, seconds * 1000, values.listen);
}

/** Looks until there is an alarm. A log that cannot be read is said, and looked at again. */
async function watch(
  witness: Witness,
  store: Store,
  round: () => Promise<void>,
  interval: number,
  port: string | undefined,
): Promise<number> {
  const stop = new AbortController();
  let alarm: Alarm | undefined;
  const server =
    port === undefined
      ? undefined
      : createWitnessServer(witness, store, (raised) => {
          alarm = raised;
          stop.abort();
        });
  if (server) {
    server.listen(Number(port));
    await once(server, 'listening');
    say(`Listening at port ${port}: POST /add-checkpoint`);
  }
  try {
    while (!stop.signal.aborted) {
      await round().catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
        process.stderr.write(`${error.message}\n`);
      });
      await pause(interval, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  } finally {
    server?.close();
  }
  throw alarm ?? new Error('The witness was stopped.');
}

async function look(witness: Witness, read: ReadFile, peers: readonly string[]): Promise<void> {
  const { size } = await witness.look(read);
  say(`${new Date().toISOString()} cosigned ${witness.origin} at ${size} leaves`);
  const path = `${createHash('sha256').update(witness.origin).digest('hex')}/checkpoint`;
  for (const peer of peers) {
    const theirs = await readOver(peer)(path);
    if (theirs) await witness.compare(theirs, read);
  }
}

async function logKey(store: Store, read: ReadFile, given: string | undefined): Promise<VerifierKey> {
  const kept = store.read('log.vkey')?.trim();
  if (kept !== undefined && given !== undefined && kept !== given) {
    throw new Refused(
      'malformed',
      `This folder is of the log ${kept}. A log with another key needs a folder of its own.`,
    );
  }
  const text = kept ?? given ?? (await firstKey(read));
  const key = readVerifierKey(text);
  if (kept === undefined) store.write('log.vkey', `${text}\n`);
  return key;
}

async function firstKey(read: ReadFile): Promise<string> {
  const bytes = await read('vkey');
  const first = bytes && readUtf8(bytes, 'The verifier key').split('\n')[0];
  if (!first) throw new Refused('unavailable', 'The log names no verifier key: give it with --vkey.');
  return first;
}

function ownKey(store: Store, name: string | undefined): SignerKey {
  const kept = store.read('key');
  const key =
    kept === undefined
      ? signerKey(name ?? `${hostname()}/witness`, COSIGNATURE, randomBytes(32))
      : readSignerKey(kept.trim());
  if (name !== undefined && key.name !== name) {
    throw new Refused(
      'malformed',
      `The key in this folder is that of ${key.name}. Another name needs a folder of its own.`,
    );
  }
  if (kept === undefined) {
    store.write('key', `${writeSignerKey(key)}\n`, 0o600);
    store.write('vkey', `${writeVerifierKey(key)}\n`);
  }
  return key;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof Alarm) {
    process.stderr.write(`ALARM (${error.kind}): ${error.message} What was signed is in ${error.evidence}.\n`);
    process.exitCode = ALARM;
  } else {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof Refused && error.reason !== 'malformed' ? UNREADABLE : WRONG_CALL;
  }
}
