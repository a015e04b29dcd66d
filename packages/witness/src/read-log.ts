import { Refused } from '@clearbook/verify';
import type { ReadFile } from '@clearbook/verify';

const PATIENCE = 30_000;
/** The longest thing that is read here is a checkpoint with many signatures. */
const MOST_BYTES = 1_000_000;

/** Reads the files below an address, as tlog-tiles serves them. */
export function readOver(prefix: string): ReadFile {
  const base = prefix.endsWith('/') ? prefix : `${prefix}/`;
  return async (path) => {
    const url = new URL(path, base);
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) });
      if (answer.status === 404) return undefined;
      if (!answer.ok) throw new Refused('unavailable', `${url.href} answered ${answer.status}.`);
      return await bounded(answer, url);
    } catch (error) {
      if (error instanceof Refused) throw error;
      throw new Refused(
        'unavailable',
        `${url.href} cannot be read (${error instanceof Error ? error.message : 'unknown'}).`,
      );
    }
  };
}

async function bounded(answer: Response, url: URL): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new Refused('malformed', `${url.href} is longer than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
