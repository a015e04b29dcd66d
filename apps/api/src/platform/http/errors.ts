import { STATUS_CODES } from 'node:http';
import { messages } from '@clearbook/contracts/messages';
import type { ProblemBody } from '@clearbook/contracts/common';
import { isStorageFull, isUnavailable } from '../database/pool.ts';
import { FilesUnavailable } from '../files-unavailable.ts';
import type { Halt } from '../halt.ts';
import { Problem } from './problem.ts';

const RETRY_AFTER_SECONDS = '2';
/** Somebody has to make room, or to put a newer program in this one's place. */
const HALTED_RETRY_SECONDS = '30';

/** Every error that can leave a route, as the caller may see it. Undefined: a defect, to be logged and answered with 500. */
export function problemOf(error: unknown, files?: readonly string[]): Problem | undefined {
  if (error instanceof Problem) return error;
  if (!(error instanceof Error)) return undefined;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };

  if (statusCode === 415 || code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') return wrongType(files);
  if (statusCode === 413) return new Problem(413, 'request.too_large', messages.common.tooLarge);
  if (statusCode === 400 || error instanceof URIError)
    return new Problem(400, 'request.unreadable', messages.common.badBody);
  if (isStorageFull(error)) return halted('storage_full');
  if (error instanceof FilesUnavailable) return filesUnavailable();
  if (isUnavailable(error)) return busy();
  return undefined;
}

export function busy(): Problem {
  return new Problem(503, 'server.busy', messages.common.busy, [], { 'retry-after': RETRY_AFTER_SECONDS });
}

/** No writes are taken for the moment. */
export function halted(halt: Halt): Problem {
  const detail = halt === 'storage_full' ? messages.common.storageFull : messages.common.outdated;
  return new Problem(503, `server.${halt}`, detail, [], { 'retry-after': HALTED_RETRY_SECONDS });
}

function filesUnavailable(): Problem {
  const headers = { 'retry-after': HALTED_RETRY_SECONDS };
  return new Problem(503, 'server.files_unavailable', messages.common.filesUnavailable, [], headers);
}

export function failed(): Problem {
  return new Problem(500, 'server.failed', messages.common.failed);
}

export function notFound(): Problem {
  return new Problem(404, 'request.not_found', messages.common.notFound);
}

/** Names what the route takes instead: JSON, or a form with these files. */
export function wrongType(files?: readonly string[]): Problem {
  const { wrongType: json, wrongTypeFiles } = messages.common;
  return new Problem(415, 'request.wrong_type', files === undefined ? json : wrongTypeFiles(files.join(', ')));
}

export function problemBody(problem: Problem, requestId: string): ProblemBody {
  return {
    type: `urn:clearbook:problem:${problem.code}`,
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    code: problem.code,
    detail: problem.detail,
    fields: problem.fields,
    request_id: requestId,
  };
}
