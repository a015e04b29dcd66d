/** How long to wait before each automatic retry, in milliseconds. Their number is the limit of automatic retries. */
export const RETRY_WAITS_MS = [600, 2000] as const;
/** The longest Retry-After that is waited for without asking the person, in seconds. */
const RETRY_AFTER_MAX_S = 5;

/**
 * One intent of a person ("withdraw 100 dollars") has one Idempotency-Key, however often it is sent.
 * The key lives until a definite answer came or until what is asked for changes.
 */
export type Intent = {
  keyFor(request: string): string;
  /** Whether this request was sent, and how it ended is not known. */
  isOpen(request: string): boolean;
  /** `definite` is false while we do not know whether the request took effect. What was asked for since then stays open. */
  settle(request: string, definite: boolean): void;
};

export function createIntent(newKey: () => string = () => crypto.randomUUID()): Intent {
  let open: { key: string; request: string } | null = null;
  return {
    isOpen: (request) => open?.request === request,
    keyFor(request) {
      if (open === null || open.request !== request) open = { key: newKey(), request };
      return open.key;
    },
    settle(request, definite) {
      if (definite && open?.request === request) open = null;
    },
  };
}

/** Milliseconds to wait before retry number `attempt` (from 0), or null when the person should decide. */
export function retryWait(attempt: number, uncertain: boolean, retryAfterS: number | null): number | null {
  const wait = RETRY_WAITS_MS[attempt];
  if (!uncertain || wait === undefined) return null;
  if (retryAfterS === null) return wait;
  return retryAfterS > RETRY_AFTER_MAX_S ? null : Math.max(wait, retryAfterS * 1000);
}

/** A text that is the same for the same request and differs otherwise. A file counts by name, size, type and time of change. */
export function requestText(parts: { params?: unknown; body?: unknown; form?: FormData | undefined }): string {
  const form = [...(parts.form?.entries() ?? [])].map(([name, value]) =>
    typeof value === 'string' ? [name, value] : [name, value.name, value.size, value.type, value.lastModified],
  );
  return JSON.stringify([parts.params ?? null, parts.body ?? null, form]);
}
