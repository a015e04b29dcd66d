import type { FileKind, FileStore } from '../../platform/files/index.ts';
import { Problem, type UploadedFile } from '../../platform/http/index.ts';

/**
 * Keeps each picture that came in a field of these names.
 * @returns the files' ids by field
 * @throws Problem 415 or 422 that names the field of a picture that can't be kept
 */
export async function storePictures<N extends string>(
  files: FileStore,
  uploads: readonly UploadedFile[],
  { names, ownerId, kind }: { names: readonly N[]; ownerId: string; kind: FileKind },
  now: Date,
): Promise<Map<N, string>> {
  const stored = new Map<N, string>();
  for (const { name, data } of uploads) {
    const field = names.find((each) => each === name);
    if (field === undefined) continue;
    try {
      stored.set(field, await files.store({ ownerId, kind, data }, now));
    } catch (error) {
      if (error instanceof Problem && error.fields.length > 0)
        throw new Problem(error.status, error.code, error.detail, [{ name: field, message: error.detail }]);
      throw error;
    }
  }
  return stored;
}
