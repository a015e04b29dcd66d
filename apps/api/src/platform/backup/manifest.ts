import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { PlainError } from '../plain-error.ts';

export const MANIFEST = 'manifest.json';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const hex = z.string().regex(/^(?:[0-9a-f]{2})+$/);
/** Paths inside a backup never lead out of it. */
const path = z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.(\/|$))[^\0]+$/);

const manifestSchema = z.strictObject({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  schemaVersion: z.int().positive(),
  tables: z.array(
    z.strictObject({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().nonnegative(),
      file: path,
      sha256,
    }),
  ),
  sequences: z.array(
    z.strictObject({ schema: z.string(), name: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
  ),
  files: z.array(z.strictObject({ path, sha256 })),
  /** Where the key of the sealed files and second factors is. Backups from before have it among their files. */
  seal: z
    .discriminatedUnion('where', [
      z.strictObject({ where: z.literal('left_out'), mark: hex }),
      z.strictObject({ where: z.literal('passphrase'), mark: hex, salt: hex, sealed: hex }),
      z.strictObject({ where: z.literal('elsewhere'), mark: hex.nullable() }),
    ])
    .optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Reads a backup's table of contents and checks every file against it, before anything is changed. */
export async function readBackup(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new PlainError(`${folder} is no finished backup: it has no ${MANIFEST}.`);
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new PlainError(`The backup in ${folder} was made by another version, or its ${MANIFEST} is damaged.`);
  const manifest = parsed.data;
  for (const { file, sha256: expected } of [
    ...manifest.tables,
    ...manifest.files.map((each) => ({ file: each.path, sha256: each.sha256 })),
  ]) {
    const actual = await hashFile(join(folder, file)).catch(() => 'missing');
    if (actual !== expected)
      throw new PlainError(
        `The backup in ${folder} is damaged: ${file} is ${actual === 'missing' ? 'missing' : 'not what was written'}.`,
      );
  }
  return manifest;
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Passes bytes on and hashes them. */
export function hashing(): { stream: Transform; digest: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
