import type { LogWitness } from '../../features/transparency/index.ts';
import type { Config } from '../../platform/config.ts';

/** Longer than that nobody waits for a witness, and more than that nobody says. */
const ANSWER_MS = 5_000;
const ANSWER_MAX_BYTES = 16_384;

/** LOG_WITNESSES: who is sent each checkpoint, at the addresses that the operator gave and no others. */
export function openWitnesses({ logWitnesses }: Pick<Config, 'logWitnesses'>): readonly LogWitness[] {
  return logWitnesses.map(({ url, vkey }) => ({ vkey, submit: (body) => submit(`${url}/add-checkpoint`, body) }));
}

async function submit(url: string, body: string): Promise<{ status: number; text: string }> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  // A witness that points elsewhere is not followed: the server asks only where it was told to.
  const answer = await fetch(url, { method: 'POST', body, redirect: 'error', signal });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > ANSWER_MAX_BYTES) throw new Error(`${url} answered more than ${ANSWER_MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return { status: answer.status, text: Buffer.concat(chunks).toString('utf8') };
}
