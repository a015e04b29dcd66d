import { messages } from '@clearbook/contracts/messages';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './context.ts';
import { Problem } from './problem.ts';
import { invalid } from './validation.ts';

/** One uploaded file; the limit holds while it streams in, so no more than this is ever kept. */
export const FILE_MAX_BYTES = 8 * 1024 * 1024;

/**
 * The files of a multipart request, each named field once. Where some may be left out, the caller says which are wanted; a field
 * without content counts as left out, which is what a browser sends for an empty file input.
 * @throws Problem 413 over the limit, 422 for a missing, unknown or repeated field, 400 where it is not readable as multipart
 */
export async function readFiles(
  request: FastifyRequest,
  names: readonly string[],
  someMayMiss = false,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  try {
    for await (const part of request.files()) {
      const data = await part.toBuffer();
      if (!names.includes(part.fieldname))
        throw invalid([
          { name: part.fieldname.slice(0, 100), message: messages.common.unknownField(part.fieldname.slice(0, 100)) },
        ]);
      files.push({ name: part.fieldname, filename: part.filename, data });
    }
  } catch (error) {
    throw asProblem(error);
  }
  const count = (name: string) => files.filter((file) => file.name === name && file.data.length > 0).length;
  const missing = names.filter((name) => count(name) > 1 || (count(name) === 0 && !someMayMiss));
  if (missing.length > 0) throw invalid(missing.map((name) => ({ name, message: messages.upload.required })));
  return files.filter((file) => file.data.length > 0);
}

function asProblem(error: unknown): unknown {
  if (error instanceof Problem || !(error instanceof Error)) return error;
  const { code = '' } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new Problem(413, 'upload.too_large', messages.upload.tooLarge);
  if (/^FST_(?:FILES|PARTS|FIELDS)_LIMIT$/.test(code))
    return new Problem(413, 'upload.too_many_parts', messages.common.tooLarge);
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return error;
  // What remains are complaints of the parser about the bytes: boundaries, headers, an early end.
  return new Problem(400, 'request.unreadable', messages.common.badBody);
}
