import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { messages } from '@clearbook/contracts/messages';
import { MESSAGE_MAX_BYTES, SOCKETS_PER_PERSON } from '@clearbook/contracts/socket';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type Authenticate,
  busy,
  cameFromElsewhere,
  type CountHandshake,
  notFound,
  originRefused,
  Problem,
  rawAnswer,
  type Signed,
} from '../http/index.ts';
import type { Logger } from '../log.ts';

export const STREAM_PATH = '/api/v1/stream';
export const SOCKETS_MAX = 10_000;
/** How long a refusal may be on its way. No timeout of HTTP applies after a handshake. */
export const REFUSAL_MS = 5_000;
/** Refused because one of the open sockets has to close first. */
const RETRY = { 'retry-after': '5' };

export type AdmissionOptions = {
  allowedOrigins: readonly string[];
  /** Must not count as a sign of life: SessionCheck.glance. */
  glance: Authenticate;
  log: Logger;
  /** Whether an address asks too often. Without it nobody does. */
  countHandshake?: CountHandshake;
};

/** Whether a handshake becomes a socket: the session behind it, where it comes from, and how many there are already. */
export function createAdmission(
  { allowedOrigins, glance, log, countHandshake = () => ({ headers: {} }) }: AdmissionOptions,
  open: (socket: WebSocket, cookieHeader: string | undefined, signed: Signed) => void,
): (request: IncomingMessage, stream: Duplex, head: Buffer) => void {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_MAX_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
  });
  /** Open sockets and pending handshakes, in total and per person. */
  const streams = new Set<Duplex>();
  const slots = new Map<string, Set<Duplex>>();

  /** What an answer says of the limits, by the request that becomes a socket. */
  const limits = new WeakMap<IncomingMessage, Record<string, string>>();
  server.on('headers', (lines, request) => {
    for (const [name, value] of Object.entries(limits.get(request) ?? {})) lines.push(`${name}: ${value}`);
  });

  async function admit(request: IncomingMessage, stream: Duplex): Promise<Signed | Problem> {
    if (request.url !== STREAM_PATH) return notFound();
    // As for any request: a browser names its origin on every handshake, a program has no one else's cookie.
    if (cameFromElsewhere(request.headers, allowedOrigins)) return originRefused();
    const signed = await glance(request.headers.cookie);
    if (!signed) return new Problem(401, 'auth.not_signed_in', messages.common.notSignedIn);
    if (signed.mustChangePassword)
      return new Problem(403, 'auth.password_change_required', messages.password.changeFirst);
    if (signed.mustEnrol)
      return new Problem(403, 'auth.second_factor_enrolment_required', messages.secondFactor.enrolFirst);
    if (takeSlot(signed.userId, stream)) return signed;
    return new Problem(429, 'socket.too_many', messages.common.tooManySockets(SOCKETS_PER_PERSON), [], RETRY);
  }

  /** Counts and takes in one step: handshakes that wait side by side see each other. */
  function takeSlot(userId: string, stream: Duplex): boolean {
    const own = slots.get(userId) ?? new Set();
    if (own.size >= SOCKETS_PER_PERSON || stream.destroyed) return false;
    slots.set(userId, own.add(stream));
    stream.once('close', () => {
      own.delete(stream);
      if (own.size === 0) slots.delete(userId);
    });
    return true;
  }

  return (request, stream, head) => {
    stream.on('error', () => stream.destroy());
    const { refusal, headers } = countHandshake(request);
    if (refusal !== undefined) return refuse(stream, refusal, headers);
    limits.set(request, headers);
    // The slot is taken before anything is awaited and returned when the stream ends, whatever happened to it.
    if (streams.size >= SOCKETS_MAX) return refuse(stream, busy(), headers);
    streams.add(stream);
    stream.once('close', () => streams.delete(stream));
    admit(request, stream).then(
      (admitted) => {
        if (admitted instanceof Problem) return refuse(stream, admitted, headers);
        server.handleUpgrade(request, stream, head, (socket) => open(socket, request.headers.cookie, admitted));
      },
      (error: unknown) => {
        log.warn({ err: error }, 'a socket could not be admitted');
        refuse(stream, busy(), headers);
      },
    );
  };
}

/** The connection ends with its refusal: the other end may never close its half, or never read. */
function refuse(stream: Duplex, problem: Problem, headers: Record<string, string>): void {
  const late = setTimeout(() => stream.destroy(), REFUSAL_MS).unref();
  stream.once('close', () => clearTimeout(late));
  stream.end(rawAnswer(problem, randomUUID(), headers), () => stream.destroy());
}
