import { join } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { parseFilesUrl } from '../../platform/files-url.ts';
import type { FileStorage } from '../../platform/files/index.ts';
import { localStorage } from './local.ts';
import { s3Storage } from './s3.ts';

/** The bucket of FILES_URL, or the folder DATA_DIR/files. */
export function fileStorage(config: Pick<Config, 'filesUrl' | 'dataDir'>): FileStorage {
  const bucket = config.filesUrl === undefined ? undefined : parseFilesUrl(config.filesUrl);
  return bucket ? s3Storage(bucket) : localStorage(join(config.dataDir, 'files'));
}

export { localStorage, s3Storage };
