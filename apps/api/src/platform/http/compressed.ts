import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const COMPRESS_FROM_BYTES = 1_000;
/** Quick: an answer is compressed anew each time. */
const BROTLI_QUALITY = 4;

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
  return promisify(gzip)(text, { level: 3 });
}
