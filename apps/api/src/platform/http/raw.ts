import { STATUS_CODES } from 'node:http';
import { problemBody } from './errors.ts';
import { API_CSP, baseHeaders } from './headers.ts';
import type { Problem } from './problem.ts';

/** A refusal as bytes, for connections that have no reply: what is not HTTP, and handshakes of sockets. The connection ends with it. */
export function rawAnswer(problem: Problem, requestId: string, more: Record<string, string> = {}): string {
  const title = STATUS_CODES[problem.status] ?? 'Error';
  const body = JSON.stringify({ ...problemBody(problem, requestId), title });
  const headers: Record<string, string> = {
    ...baseHeaders({ secure: false }),
    ...more,
    ...problem.headers,
    'content-security-policy': API_CSP,
    'cache-control': 'no-store',
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${problem.status} ${title}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
