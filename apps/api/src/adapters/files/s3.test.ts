import { expect, it } from 'vitest';
import { s3Storage } from './s3.ts';

it('[O55] a bucket that does not answer is said to be unavailable, and nothing else', async () => {
  const storage = s3Storage({
    endpoint: 'http://127.0.0.1:1',
    bucket: 'proofs',
    prefix: '',
    region: 'auto',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  });
  const name = '018f0000-0000-7000-8000-000000000001';
  await expect(storage.put(name, Buffer.from('x'))).rejects.toMatchObject({ name: 'FilesUnavailable' });
  await expect(storage.get(name)).rejects.toMatchObject({ name: 'FilesUnavailable' });
  expect(await storage.check()).toBe('object storage does not answer');
});
