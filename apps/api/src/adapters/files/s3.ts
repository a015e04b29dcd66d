import { S3mini } from 's3mini';
import type { S3Location } from '../../platform/files-url.ts';
import type { FileStorage } from '../../platform/files/index.ts';

export const S3_TIMEOUT_MS = 15_000;

/** A bucket of any S3-compatible store. */
export function s3Storage({ endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Location): FileStorage {
  const store = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: S3_TIMEOUT_MS,
  });
  return {
    async put(name, data) {
      await store.putObject(prefix + name, data, 'application/octet-stream');
    },
    async remove(name) {
      await store.deleteObject(prefix + name);
    },
    async get(name) {
      const answer = await store.getObjectArrayBuffer(prefix + name);
      return answer === null ? undefined : Buffer.from(answer);
    },
  };
}
