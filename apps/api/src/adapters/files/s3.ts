import { S3mini } from 's3mini';
import { FilesUnavailable } from '../../platform/files-unavailable.ts';
import type { S3Location } from '../../platform/files-url.ts';
import type { FileStorage } from '../../platform/files/index.ts';

export const S3_TIMEOUT_MS = 15_000;
/** Whoever asks again within this gets the same answer about the bucket's health. */
const CHECK_MS = 15_000;
/** Stays in the bucket, so that asking costs one HEAD. */
const CHECK_NAME = 'check';

/** A bucket of any S3-compatible store. What it doesn't answer or refuses is FilesUnavailable. */
export function s3Storage({ endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Location): FileStorage {
  const store = new S3mini({
    endpoint: `${endpoint}/${bucket}`,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: S3_TIMEOUT_MS,
  });
  let checked: { at: number; answer: Promise<true | string> } | undefined;

  async function ask<T>(what: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      throw new FilesUnavailable(`the object store did not ${what}`, { cause: error });
    }
  }

  async function check(): Promise<true | string> {
    try {
      const there = await store.objectExists(prefix + CHECK_NAME).catch(() => false);
      if (there !== true) await store.putObject(prefix + CHECK_NAME, 'ok', 'text/plain');
      return true;
    } catch {
      return 'object storage does not answer';
    }
  }

  return {
    put: (name, data) => ask('take a file', async () => void (await store.putObject(prefix + name, data, BYTES))),
    remove: (name) => ask('remove a file', async () => void (await store.deleteObject(prefix + name))),
    get: (name) =>
      ask('give a file', async () => {
        const answer = await store.getObjectArrayBuffer(prefix + name);
        return answer === null ? undefined : Buffer.from(answer);
      }),
    check: () => {
      if (checked === undefined || performance.now() - checked.at > CHECK_MS)
        checked = { at: performance.now(), answer: check() };
      return checked.answer;
    },
  };
}

const BYTES = 'application/octet-stream';
