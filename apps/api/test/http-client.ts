import { Agent, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export type Call = {
  method?: string;
  /** With the leading slash. `/api/v1` is put before it unless it is a page or one of the operator's. */
  path: string;
  cookie?: string;
  /** Idempotency-Key. */
  key?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, under the content type that `headers` names. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
};

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; bytes: Buffer };

const OUTSIDE_API = /^\/(healthz|readyz|metrics|login|api\/)/;
const agent = new Agent({ keepAlive: true, maxSockets: 512 });

/** Whoever is known to give the password again when they are asked: the cookie of their session, and the password. */
const answering = new Map<string, string>();
/** One of the many requests of a session gives it; the others wait for that. */
const underWay = new Map<string, Promise<unknown>>();
export function givesPasswordAgain(cookie: string, password: string): void {
  answering.set(cookie, password);
}

/** One request as a person makes it, who gives the password again where they are asked (A136) and is known to. */
export async function call(base: string, request: Call): Promise<Answer> {
  const answer = await callOnce(base, request);
  const { cookie = '' } = request;
  const password = answering.get(cookie);
  if (answer.status !== 403 || password === undefined || !answer.text.includes('auth.step_up_required')) return answer;
  const given =
    underWay.get(cookie) ??
    callOnce(base, { path: '/auth/step-up', body: { password }, cookie }).finally(() => underWay.delete(cookie));
  underWay.set(cookie, given);
  await given;
  return callOnce(base, request);
}

/** One request over real sockets. Rejects when the connection breaks before the whole answer was read: then nobody knows what happened. */
function callOnce(base: string, { method, path, cookie, key, body, raw, headers = {} }: Call): Promise<Answer> {
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const url = base + (OUTSIDE_API.test(path) ? path : `/api/v1${path}`);
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url, {
      agent,
      method: method ?? (content === undefined ? 'GET' : 'POST'),
      headers: {
        ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(cookie !== undefined && { cookie }),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('aborted', () => reject(new Error('the answer was cut off')));
      incoming.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: bytes.toString(), bytes });
      });
    });
    outgoing.end(content);
  });
}

export type Settled = Answer & {
  /** How often it was sent. */
  attempts: number;
  /** 5xx other than 503 that came on the way: defects, whatever the last answer is. */
  failures: string[];
};

/**
 * A client that keeps its promise: the same request under the same key, to one server after the other, until somebody answers. Broken
 * connections and 503 are what such a client must expect; anything else is an answer.
 */
export async function callUntilAnswered(
  servers: readonly string[],
  request: Call,
  patienceMs = 90_000,
): Promise<Settled> {
  const deadline = performance.now() + patienceMs;
  const failures: string[] = [];
  let last: unknown;
  for (let attempts = 1; ; attempts += 1) {
    const base = servers[(attempts - 1) % servers.length] ?? '';
    const answer = await call(base, request).catch((error: unknown) => void (last = error));
    if (answer && answer.status < 500) return { ...answer, attempts, failures };
    if (answer) {
      last = `${answer.status} ${answer.text}`;
      if (answer.status !== 503) failures.push(`${request.method ?? 'POST'} ${request.path}: ${answer.status}`);
    }
    if (performance.now() > deadline) throw new Error(`Nobody answered ${request.path}: ${String(last)}`);
    await pause(50);
  }
}

/** The body of an answer that must be a success; throws with the whole answer otherwise. */
export function parsed<T = Record<string, never>>(answer: Answer): T {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return JSON.parse(answer.text) as T;
}

/** The code of a problem, or the status of a success: what tests count. */
export function verdict(answer: Answer): string {
  if (answer.status < 400) return String(answer.status);
  return `${answer.status} ${(JSON.parse(answer.text) as { code: string }).code}`;
}

/** The cookies of such a header, for a browser that visits this address. */
export function cookiesOf(header: string, url: string): { name: string; value: string; url: string }[] {
  return header
    .split('; ')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return { name, value: value.join('='), url };
    });
}

/** One file as a browser sends it. */
export function multipart(name: string, filename: string, data: Buffer): Pick<Call, 'raw' | 'headers'> {
  const boundary = 'clearbook-test-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n`;
  return {
    raw: Buffer.concat([Buffer.from(head), data, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
