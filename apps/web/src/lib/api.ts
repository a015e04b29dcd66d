import type { ProblemBody, Reply, RequestBody, RequestQuery, RouteKey } from '@clearbook/contracts';
import { firstMessages as messages } from '@clearbook/contracts/first-messages';
import { ApiProblem } from './problem.ts';

export { ApiProblem, problemText } from './problem.ts';

export const API_BASE = '/api/v1';
/** A request without an answer after this many milliseconds counts as lost. */
const TIMEOUT_MS = 20_000;
/** Browsers send no more than 64 KiB for pages that are gone. */
const MAX_KEEPALIVE_BYTES = 60_000;

export type RequestOptions<K extends RouteKey> = {
  /** What the one name in the route's path stands for. */
  params?: { id: string } | undefined;
  query?: RequestQuery<K> | undefined;
  body?: RequestBody<K> | undefined;
  form?: FormData | undefined;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** It goes out even if the page doesn't last until its answer. */
  keepalive?: boolean | undefined;
};

type Listener = () => void;
const signedOutListeners = new Set<Listener>();

/** Calls `listener` whenever the server says that nobody is signed in. Returns the way to stop. */
export function onSignedOut(listener: Listener): () => void {
  signedOutListeners.add(listener);
  return () => signedOutListeners.delete(listener);
}

/** What is being changed by this page now. */
const writing = new Set<Promise<unknown>>();

/** Once nothing that this page has sent to be changed is still without its answer. */
export async function untilWritten(): Promise<void> {
  await Promise.allSettled(writing);
}

/** Sends one request of the route table and returns its reply. Throws an ApiProblem, and nothing else, on any failure. */
export async function api<K extends RouteKey>(key: K, options: RequestOptions<K> = {}): Promise<Reply<K>> {
  const [method = 'GET', path = '/'] = key.split(' ');
  const sent = send(method, address(path, options), options);
  if (method !== 'GET') {
    writing.add(sent);
    void sent.catch(() => null).finally(() => writing.delete(sent));
  }
  const response = await sent;
  if (response.status === 204) return null as Reply<K>;
  if (response.ok) return (await json(response)) as Reply<K>;
  throw await failed(response);
}

/** A file of the server, as its bytes. Fails as `api` does. */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await send('GET', `${API_BASE}${path}`, {});
  if (!response.ok) throw await failed(response);
  return response.blob();
}

/** The problem of an answer. Whoever listens learns of it first where it says that nobody is signed in any more. */
async function failed(response: Response): Promise<ApiProblem> {
  const problem = await problemOf(response);
  if (problem.signedOut) for (const listener of signedOutListeners) listener();
  return problem;
}

function address<K extends RouteKey>(path: string, options: RequestOptions<K>): string {
  const filled = path.replace(/:\w+/, () => encodeURIComponent(options.params?.id ?? ''));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((options.query ?? {}) as Record<string, unknown>)) {
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) query.set(name, value.toString());
  }
  const text = query.toString();
  return `${API_BASE}${filled}${text === '' ? '' : `?${text}`}`;
}

async function send<K extends RouteKey>(method: string, url: string, options: RequestOptions<K>): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (options.form !== undefined) init.body = options.form;
  else if (method !== 'GET') {
    headers['content-type'] = 'application/json';
    const body = JSON.stringify(options.body ?? {});
    init.body = body;
    init.keepalive = options.keepalive === true && new TextEncoder().encode(body).length < MAX_KEEPALIVE_BYTES;
  }
  const timeout = AbortSignal.timeout(options.form === undefined ? TIMEOUT_MS : TIMEOUT_MS * 6);
  init.signal = options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]);
  try {
    return await fetch(url, init);
  } catch (error) {
    if (options.signal?.aborted === true) throw error;
    throw new ApiProblem(0, 'network.unreachable', messages.common.unreachable);
  }
}

async function json(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    throw new ApiProblem(0, 'network.unreadable', messages.common.unreachable);
  }
}

async function problemOf(response: Response): Promise<ApiProblem> {
  const after = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfter = Number.isFinite(after) ? after : null;
  const body = (await response.json().catch(() => null)) as Partial<ProblemBody> | null;
  if (body !== null && typeof body.detail === 'string') {
    return new ApiProblem(response.status, body.code ?? 'unknown', body.detail, body.fields ?? [], retryAfter);
  }
  // A proxy answered instead of the application.
  const detail = response.status >= 500 ? messages.common.unreachable : messages.common.failed;
  return new ApiProblem(response.status, 'unknown', detail, [], retryAfter);
}
