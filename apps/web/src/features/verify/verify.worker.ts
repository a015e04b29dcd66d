import { lookAgain, readVerifierKey, Refused, verifyEntryInLog, verifyFileInLog } from '@clearbook/verify';
import type { Check, ReadFile, Remembered, VerifierKey } from '@clearbook/verify';
import type { Answer, Asked, FileResult, LookResult, ShownCheck } from './protocol.ts';

// Everything that hashes or checks signatures runs here, so that the page never stands still. The policy of this file's own answer lets it ask
// this site alone, and all that it asks for are files of the public log and the names of its witnesses.

/** So many failures of one check are shown; the report has all. */
const FAILURES_SHOWN = 20;

const say = (answer: Answer): void => globalThis.postMessage(answer);

const read: ReadFile = async (path) => {
  try {
    const answer = await fetch(`/log/${path}`, { cache: 'no-store', credentials: 'omit' });
    if (answer.status === 404) return undefined;
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
  } catch {
    // Said below: nobody answered.
  }
  throw new Refused('unavailable', 'The log could not be read.');
};

addEventListener('message', (event: MessageEvent<Asked>) => {
  // What nobody has thought of reaches the page as the worker's error.
  answer(event.data).then((result) => say({ result }), reportError);
});

async function answer(asked: Asked): Promise<Exclude<Answer, { told: unknown }>['result']> {
  const { kept } = asked;
  if (asked.kind === 'look') return look(kept);
  if (asked.kind === 'file') return checkFile(asked, kept);
  return verifyEntryInLog(asked.receipt, asked.shown, { read, kept, witnesses: await witnessKeys() });
}

async function look(kept: Remembered | undefined): Promise<LookResult> {
  try {
    const sight = await lookAgain(kept, read);
    return 'fault' in sight ? { kind: 'fault', fault: sight.fault } : { kind: 'seen', kept: sight.remembered };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'unread', message: error.message };
    throw error;
  }
}

async function checkFile(
  { file, key }: Extract<Asked, { kind: 'file' }>,
  kept: Remembered | undefined,
): Promise<FileResult> {
  let given: VerifierKey | undefined;
  let what: 'file' | 'key' = 'key';
  try {
    if (key !== '') given = readVerifierKey(key);
    what = 'file';
    const verdict = await verifyFileInLog(await bytesOf(file), {
      ...{ read, kept, witnesses: await witnessKeys() },
      ...(given !== undefined && { key: given }),
      told: (done, of) => say({ told: [done, of] }),
    });
    if (verdict.kind === 'fault') return verdict;
    const { report, ...rest } = verdict;
    return { ...rest, passed: report.passed, checks: report.checks.map(shown), report: written(report.checks) };
  } catch (error) {
    if (error instanceof Refused) return { kind: 'unreadable', what, message: error.message };
    throw error;
  }
}

/** A folder, or a file that is gone meanwhile, cannot be read. */
async function bytesOf(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw new Refused('unavailable', '');
  }
}

function shown({ name, text, failures }: Check): ShownCheck {
  const some = failures.slice(0, FAILURES_SHOWN);
  return { name, text, failures: some, more: failures.length - some.length };
}

function written(checks: readonly Check[]): Blob {
  const lines = checks.flatMap(({ name, text, failures }) => [
    `${failures.length === 0 ? 'ok    ' : 'FAILED'} ${name}: ${text}`,
    ...failures.map((failure) => `       ${failure}`),
  ]);
  return new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' });
}

/** Whom the site names as its witnesses: a cosignature counts only where it is theirs. Without an answer nobody is counted. */
async function witnessKeys(): Promise<VerifierKey[]> {
  try {
    const answer = await fetch('/api/v1/transparency', { cache: 'no-store', credentials: 'omit' });
    const { log } = (await answer.json()) as { log: { witnesses: { vkey: string }[] } };
    return log.witnesses.map(({ vkey }) => readVerifierKey(vkey));
  } catch {
    return [];
  }
}
