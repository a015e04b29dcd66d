import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import {
  base64,
  COSIGNATURE,
  cosignatures,
  openCheckpoint,
  readVerifierKey,
  signerKey,
  tiledTree,
  utf8,
} from '@clearbook/verify';
import type { ReadFile } from '@clearbook/verify';
import { sampleLog } from '../../verify/test/sample-log.ts';
import type { SampleLog } from '../../verify/test/sample-log.ts';
import { createWitnessServer } from '../src/serve.ts';
import { openStore } from '../src/store.ts';
import { Alarm } from '../src/memory.ts';
import { createWitness } from '../src/witness.ts';
import type { Witness } from '../src/witness.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const each of undo.splice(0)) await each();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'clearbook-witness-'));
  undo.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function witnessOf(log: SampleLog, name = 'witness.example/w1', state = folder()): Witness & { state: string } {
  const signer = signerKey(name, COSIGNATURE, createHash('sha256').update(name).digest());
  const witness = createWitness({
    keys: [readVerifierKey(log.vkey)],
    signer,
    store: openStore(state),
    now: () => 1_800_000_000,
  });
  return { ...witness, state };
}

/** The log as it was at a size, under its present key. */
const at = (log: SampleLog, size: number): ReadFile => {
  return async (path) =>
    path === 'checkpoint' ? utf8(log.checkpoint(size)) : path === 'vkey' ? utf8(`${log.vkey}\n`) : log.read(path);
};

async function alarmOf(work: Promise<unknown>): Promise<Alarm> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Alarm)) throw new Error(`there was no alarm, but ${String(error)}`);
  return error;
}

const log = sampleLog(600);
/** Same origin, same key, another history from the first leaf on. */
const forked = sampleLog(600, { word: 'other' });

describe('[U50] a witness cosigns a log that grows', () => {
  it('at every size, and what it publishes is signed by both', async () => {
    const witness = witnessOf(log);
    for (const size of [0, 1, 255, 256, 257, 257, 600]) await witness.look(at(log, size));
    const kept = readFileSync(join(witness.state, 'checkpoint'));
    const checkpoint = openCheckpoint(kept, [readVerifierKey(log.vkey)]);
    const key = signerKey(
      'witness.example/w1',
      COSIGNATURE,
      createHash('sha256').update('witness.example/w1').digest(),
    );
    expect(checkpoint.size).toBe(600);
    expect(cosignatures(checkpoint, [key])).toMatchObject([{ time: 1_800_000_000 }]);
    expect(readdirSync(witness.state)).toEqual(['checkpoint']);
  });

  it('remembers across a restart', async () => {
    const witness = witnessOf(log);
    await witness.look(at(log, 300));
    const again = witnessOf(log, undefined, witness.state);
    expect(again.last()?.size).toBe(300);
    expect(await alarmOf(again.look(at(log, 299)))).toMatchObject({ kind: 'shrunk' });
  });

  it('cosigns nothing while tiles are missing, and takes up again when they are there', async () => {
    const witness = witnessOf(log);
    await witness.look(at(log, 300));
    const without: ReadFile = async (path) => (path.startsWith('tile/') ? undefined : at(log, 600)(path));
    await expect(witness.look(without)).rejects.toMatchObject({ reason: 'unavailable' });
    expect(witness.last()?.size).toBe(300);
    await witness.look(at(log, 600));
    expect(witness.last()?.size).toBe(600);
  });
});

describe('[U51] a witness raises the alarm, cosigns nothing, and keeps what was signed', () => {
  async function after(size: number, lie: ReadFile): Promise<Alarm> {
    const witness = witnessOf(log);
    await witness.look(at(log, size));
    const alarm = await alarmOf(witness.look(lie));
    expect(witness.last()).toMatchObject({ size, root: log.root(size) });
    expect(readFileSync(join(alarm.evidence, 'cosigned-before'), 'utf8')).toContain(`${log.origin}\n${size}\n`);
    expect(readFileSync(join(alarm.evidence, 'reason'), 'utf8')).toBe(`${alarm.message}\n`);
    return alarm;
  }

  it('where the log is rolled back to yesterday', async () => {
    const alarm = await after(400, at(log, 250));
    expect(alarm).toMatchObject({ kind: 'shrunk', message: 'log.example/books has 250 leaves and had 400.' });
    expect(readFileSync(join(alarm.evidence, 'signed-too'), 'utf8')).toBe(log.checkpoint(250));
  });

  it('where two logs of one size are signed', async () => {
    expect(await after(400, at(forked, 400))).toMatchObject({ kind: 'forked' });
  });

  it('where a longer log did not begin with the one that was seen', async () => {
    const alarm = await after(400, at(forked, 600));
    expect(alarm).toMatchObject({ kind: 'forked' });
    expect(alarm.message).toContain('did not begin with the log of 400');
  });

  it('where one leaf was changed and everything after it signed again', async () => {
    const changed = sampleLog(600);
    changed.entries[17] = utf8('a cent more');
    expect(await after(400, at(changed, 600))).toMatchObject({ kind: 'forked' });
  });

  it('where the log was rolled back and grew past what was seen', async () => {
    const regrown = sampleLog(600);
    for (let i = 350; i < 600; i++) regrown.entries[i] = utf8(`again ${i}`);
    expect(await after(400, at(regrown, 600))).toMatchObject({ kind: 'forked' });
  });

  it('where the key was replaced, even under the same name', async () => {
    const rekeyed = sampleLog(600, { seed: 2 });
    expect(await after(400, at(rekeyed, 600))).toMatchObject({ kind: 'key' });
    const quietly: ReadFile = async (path) => at(path === 'checkpoint' ? rekeyed : log, 600)(path);
    expect(await after(400, quietly)).toMatchObject({ kind: 'key' });
  });

  it('does not cry wolf at a page that is in the way', async () => {
    const witness = witnessOf(log);
    await witness.look(at(log, 400));
    const portal: ReadFile = async (path) => (path === 'vkey' ? undefined : utf8('<html>\nSign in first.\n</html>\n'));
    await expect(witness.look(portal)).rejects.toMatchObject({ reason: 'malformed' });
  });
});

describe('[U52] two witnesses find out that they are shown two logs', () => {
  it.each([
    [600, 600],
    [400, 600],
    [600, 400],
  ])('at %i and %i leaves', async (mine, theirs) => {
    const [one, two] = [witnessOf(log), witnessOf(forked, 'witness.example/w2')];
    await one.look(at(log, mine));
    await two.look(at(forked, theirs));
    const published = readFileSync(join(two.state, 'checkpoint'));
    expect(await alarmOf(one.compare(published, at(log, mine)))).toMatchObject({ kind: 'forked' });
  });

  it('and agree where they are shown one, whoever is ahead', async () => {
    const [one, two] = [witnessOf(log), witnessOf(log, 'witness.example/w2')];
    await one.look(at(log, 300));
    await two.look(at(log, 600));
    await one.compare(readFileSync(join(two.state, 'checkpoint')), at(log, 600));
    await two.compare(readFileSync(join(one.state, 'checkpoint')), at(log, 600));
  });
});

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  undo.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('[U53] a witness answers as c2sp.org/tlog-witness says', () => {
  async function served(): Promise<{ url: string; witness: Witness; alarms: Alarm[] }> {
    const alarms: Alarm[] = [];
    const made = witnessOf(log);
    const url = await listening(createWitnessServer(made, openStore(made.state), (alarm) => alarms.push(alarm)));
    return { url, witness: made, alarms };
  }

  async function add(
    url: string,
    old: number | string,
    proof: readonly Uint8Array[],
    checkpoint: string,
  ): Promise<[number, string]> {
    const lines = [`old ${old}`, ...proof.map(base64), '', checkpoint];
    const answer = await fetch(`${url}/add-checkpoint`, { method: 'POST', body: lines.join('\n') });
    return [answer.status, await answer.text()];
  }

  it('200 with a cosignature, which it also serves; then only from that size on', async () => {
    const { url, witness } = await served();
    const monitored = `${url}/${createHash('sha256').update(log.origin).digest('hex')}/checkpoint`;
    expect((await fetch(monitored)).status).toBe(404);
    const [status, line] = await add(url, 0, [], log.checkpoint(400));
    expect([status, line.startsWith('— witness.example/w1 ')]).toEqual([200, true]);
    expect(await (await fetch(monitored)).text()).toBe(log.checkpoint(400) + line);
    expect(await add(url, 0, [], log.checkpoint(600))).toEqual([409, '400\n']);
    const proof = await tiledTree(600, log.read).consistency(400);
    expect(await add(url, 400, proof, log.checkpoint(600))).toMatchObject([200, expect.stringMatching(/^— witness/)]);
    expect(await add(url, 400, proof, log.checkpoint(600))).toEqual([409, '600\n']);
    expect((await add(url, 600, [], log.checkpoint(600)))[0]).toBe(200);
    expect(witness.last()?.size).toBe(600);
  });

  it('cosigns one of two that arrive together from the same size', async () => {
    const { url, witness } = await served();
    await witness.look(at(log, 400));
    const sent = [500, 600].map(async (size) =>
      add(url, 400, await tiledTree(size, log.read).consistency(400), log.checkpoint(size)),
    );
    expect((await Promise.all(sent)).map(([status]) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each<[what: string, status: number, old: number | string, proof: Uint8Array[], checkpoint: string]>([
    ['another log', 404, 400, [], sampleLog(2, { origin: 'log.example/other' }).checkpoint()],
    ['a checkpoint that the log did not sign', 403, 400, [], sampleLog(600, { seed: 2 }).checkpoint()],
    ['a signature of another text', 403, 400, [], log.checkpoint(600).replace('\n600\n', '\n599\n')],
    ['an old size beyond the checkpoint', 400, 500, [], log.checkpoint(450)],
    ['an old size with a zero before it', 400, '0400', [], log.checkpoint(600)],
    ['no proof', 422, 400, [], log.checkpoint(600)],
    ['a wrong proof', 422, 400, [log.root(3)], log.checkpoint(600)],
    ['a proof that is too long', 400, 400, Array.from({ length: 64 }, () => log.root(3)), log.checkpoint(600)],
    ['something else', 400, 400, [], 'nothing'],
  ])('refuses %s with %i, and raises no alarm', async (_, status, old, proof, checkpoint) => {
    const { url, witness, alarms } = await served();
    await witness.look(at(log, 400));
    expect((await add(url, old, proof, checkpoint))[0]).toBe(status);
    expect(witness.last()?.size).toBe(400);
    expect(alarms).toEqual([]);
  });

  it('refuses a second log of the same size with 422, and raises the alarm', async () => {
    const { url, witness, alarms } = await served();
    await witness.look(at(log, 400));
    expect((await add(url, 400, [], forked.checkpoint(400)))[0]).toBe(422);
    expect(alarms).toMatchObject([{ kind: 'forked' }]);
  });
});

describe('[U54] npm run witness', () => {
  function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
    return new Promise((resolve) => {
      execFile(process.execPath, [MAIN, '--once', ...args], (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
      });
    });
  }

  it('ends with 0, with 2 and one line at an alarm, and with 3 where the log cannot be read', async () => {
    let shown: ReadFile = at(log, 400);
    const url = await listening(
      createServer((request, response) => {
        void shown((request.url ?? '').replace('/log/', '')).then((bytes) => {
          response.writeHead(bytes ? 200 : 404).end(bytes);
        });
      }),
    );
    const state = folder();
    const args = ['--log', `${url}/log`, '--state', state, '--name', 'witness.example/w1'];
    const first = await run(...args);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toContain(log.vkey);
    expect(statSync(join(state, 'key')).mode & 0o777).toBe(0o600);
    expect(readVerifierKey(readFileSync(join(state, 'vkey'), 'utf8').trim()).name).toBe('witness.example/w1');

    shown = at(forked, 600);
    const second = await run(...args);
    expect(second.code).toBe(2);
    expect(second.err).toMatch(/^ALARM \(forked\): [^\n]+\n$/);
    expect(readdirSync(join(state, 'evidence'))).toHaveLength(1);

    shown = async () => undefined;
    expect((await run(...args)).code).toBe(3);
    expect((await run()).code).toBe(1);
  });
});
