import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { readCount, readHash, readNote, readUtf8, Refused, utf8 } from '@clearbook/verify';
import { Alarm } from './memory.ts';
import type { Witness } from './witness.ts';
import type { Store } from './store.ts';

const MOST_BYTES = 256_000;
const MOST_HASHES = 63;

type Answer = { readonly status: number; readonly text: string; readonly type?: string };

/** c2sp.org/tlog-witness: logs send their checkpoints here, and anybody may read the last one that was cosigned. */
export function createWitnessServer(witness: Witness, store: Store, alarmed: (alarm: Alarm) => void): Server {
  const monitored = `/${createHash('sha256').update(witness.origin).digest('hex')}/checkpoint`;
  return createServer((request, response) => {
    answerTo(request)
      .catch((error: unknown) => failure(error, alarmed))
      .then((answer) => send(response, answer))
      .catch(() => response.destroy());
  });

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    if (request.method === 'GET' && request.url === monitored) {
      const text = store.read('checkpoint');
      return text === undefined ? { status: 404, text: 'Nothing has been cosigned yet.\n' } : { status: 200, text };
    }
    if (request.url !== '/add-checkpoint') return { status: 404, text: 'There is nothing here.\n' };
    if (request.method !== 'POST') return { status: 405, text: 'Send a checkpoint with POST.\n' };
    return submitted(witness, await body(request));
  }
}

async function submitted(witness: Witness, text: string): Promise<Answer> {
  const { old, proof, checkpoint } = readSubmission(text);
  const origin = readNote(utf8(checkpoint)).text.split('\n')[0];
  if (origin !== witness.origin) return { status: 404, text: `This witness does not know the log ${origin}.\n` };
  const result = await witness.submit(old, proof, utf8(checkpoint));
  switch (result.outcome) {
    case 'cosigned':
      return { status: 200, text: result.line };
    case 'elsewhere':
      return { status: 409, text: `${result.size}\n`, type: 'text/x.tlog.size' };
    case 'backwards':
      return { status: 400, text: 'The old size is larger than the checkpoint.\n' };
    case 'unproven':
      return { status: 422, text: `${result.why}\n` };
  }
}

function readSubmission(text: string): { old: number; proof: Uint8Array[]; checkpoint: string } {
  const end = text.indexOf('\n\n');
  const [first = '', ...hashes] = end === -1 ? [] : text.slice(0, end).split('\n');
  if (!first.startsWith('old '))
    throw new Refused('malformed', 'The request does not begin with a line "old" and a size.');
  if (hashes.length > MOST_HASHES) throw new Refused('malformed', `A proof has at most ${MOST_HASHES} hashes.`);
  return {
    old: readCount(first.slice(4), 'The old size'),
    proof: hashes.map((line) => readHash(line, 'A line of the proof')),
    checkpoint: text.slice(end + 2),
  };
}

async function body(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new Refused('malformed', `The request is longer than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return readUtf8(Buffer.concat(chunks), 'The request');
}

function failure(error: unknown, alarmed: (alarm: Alarm) => void): Answer {
  if (error instanceof Alarm) {
    alarmed(error);
    return { status: 422, text: `${error.message}\n` };
  }
  if (!(error instanceof Refused)) return { status: 500, text: 'The witness could not do it.\n' };
  const signed = error.reason === 'unsigned' || error.reason === 'forged';
  const status = signed ? 403 : error.reason === 'unproven' ? 422 : 400;
  return { status, text: `${error.message}\n` };
}

function send(response: ServerResponse, { status, text, type = 'text/plain; charset=utf-8' }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(text);
}
