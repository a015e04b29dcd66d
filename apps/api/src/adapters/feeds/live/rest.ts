/** One request, headers and body together, may take this long. */
export const REST_TIMEOUT_MS = 5_000;
/** The largest answer read: 77 instruments with all that a vendor says about each fit many times over. */
export const MAX_REST_BYTES = 1024 * 1024;

/**
 * One bounded GET. Redirects are refused: an answer may not send us anywhere. Throws with a few words that hold neither the key nor the address.
 */
export async function getText(
  url: URL,
  options: { headers?: Record<string, string>; timeoutMs?: number; maxBytes?: number; signal?: AbortSignal } = {},
): Promise<string> {
  const { timeoutMs = REST_TIMEOUT_MS, maxBytes = MAX_REST_BYTES } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...options.headers },
      redirect: 'error',
      signal: options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal]),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new SourceFailure(reasonOf(response.status));
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop cancels the rest of the body.
      if (size > maxBytes) throw new SourceFailure('its answer was too large');
      chunks.push(chunk);
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    throw new SourceFailure(deadline.aborted ? 'no answer in time' : 'it could not be reached');
  }
}

/** A failure in words that staff may read. */
export class SourceFailure extends Error {
  override name = 'SourceFailure';
}

export function causeOf(error: unknown): string {
  return error instanceof SourceFailure ? error.message : 'its answer could not be understood';
}

function reasonOf(status: number): string {
  if (status === 401 || status === 403) return `the key was refused (status ${status})`;
  if (status === 429) return 'too many requests (status 429)';
  return `status ${status}`;
}
