import { createHash } from 'node:crypto';
import { readZip } from '@clearbook/verify';
import { expect, it } from 'vitest';
import { type Listed, zipOf, type ZipEntry } from './zip.ts';

const last = { name: 'manifest.json', content: (listed: readonly Listed[]) => JSON.stringify(listed) };
const options = { now: new Date(0), onEntry: () => undefined };

async function* parts(...texts: string[]): AsyncGenerator<string> {
  for (const text of texts) yield await Promise.resolve(text);
}
async function packed(entries: readonly ZipEntry[]): Promise<Map<string, Uint8Array>> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf(entries, last, options)) chunks.push(chunk);
  return readZip(Buffer.concat(chunks));
}

it('[U20] [U22] packs one entry after another, and names each with its lines, size and hash in the last', async () => {
  const files = await packed([
    { name: 'README.txt', content: () => parts('for people\n') },
    { name: 'data/a.jsonl', content: () => parts('{"a":1}\n', '{"a":2}\n{"a":3}\n') },
    { name: 'data/none.jsonl', content: () => parts() },
  ]);
  const text = '{"a":1}\n{"a":2}\n{"a":3}\n';
  expect(new TextDecoder().decode(files.get('data/a.jsonl'))).toBe(text);
  const listed = JSON.parse(new TextDecoder().decode(files.get('manifest.json'))) as Listed[];
  expect(listed.map(({ name, lines, bytes }) => [name, lines, bytes])).toEqual([
    ['README.txt', null, 11],
    ['data/a.jsonl', 3, text.length],
    ['data/none.jsonl', 0, 0],
  ]);
  expect(listed[1]!.sha256).toBe(createHash('sha256').update(text).digest('hex'));
});

it('[U26] fails where something it is made of does, instead of ending early', async () => {
  const broken = async function* (): AsyncGenerator<string> {
    yield await Promise.resolve('{"a":1}\n');
    throw new Error('the cursor broke');
  };
  await expect(packed([{ name: 'data/a.jsonl', content: broken }])).rejects.toThrow('the cursor broke');
});
