import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COMPRESS_FROM_BYTES = 1_000;
/** Quick: an answer is compressed anew each time. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 3;
const PIECE_BYTES = 32 * 1024;

/**
 * A long answer as its reader takes it. Only for answers without a secret: the length of a compressed text tells about what is in it.
 */
export async function compressed(text: string, request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> {
  reply.header('vary', 'accept-encoding');
  const accepted = request.headers['accept-encoding'] ?? '';
  if (text.length < COMPRESS_FROM_BYTES) return text;
  if (/\bbr\b/.test(accepted)) {
    reply.header('content-encoding', 'br');
    return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  }
  if (!/\bgzip\b/.test(accepted)) return text;
  reply.header('content-encoding', 'gzip');
  return promisify(gzip)(text, { level: GZIP_LEVEL });
}

/** A long file as its reader takes it, a part at a time. Whichever end fails or goes away takes the other one with it. */
export function compressedFile(file: Readable, request: FastifyRequest, reply: FastifyReply): Readable {
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return file;
  reply.header('content-encoding', 'gzip');
  return pipeline(file, inPieces, createGzip({ level: GZIP_LEVEL }), () => undefined);
}

/** A line at a time would cost more than compressing it. */
async function* inPieces(lines: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let piece: Buffer[] = [];
  let length = 0;
  for await (const line of lines) {
    const bytes = Buffer.from(line);
    piece.push(bytes);
    length += bytes.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(piece);
    piece = [];
    length = 0;
  }
  yield Buffer.concat(piece);
}
