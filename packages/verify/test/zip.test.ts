import { describe, expect, it } from 'vitest';
import { readZip, utf8 } from '@clearbook/verify';
import { sampleZip } from './sample-zip.ts';

const FILES = { 'entries.jsonl': '{"a":1}\n'.repeat(1000), 'profile.json': '{"name":"Zoë"}' };

describe('[U49] the files of a zip', () => {
  it.each([0, 8] as const)('are read as they were written, by method %i', async (method) => {
    const read = await readZip(sampleZip(FILES, method));
    expect([...read]).toEqual(Object.entries(FILES).map(([name, text]) => [name, utf8(text)]));
  });

  it('are refused by name when a bit of them is turned, when cut off, and when they are larger than they say', async () => {
    const stored = sampleZip(FILES, 0);
    const bit = stored.slice();
    bit[100] = (bit[100] as number) ^ 1;
    await expect(readZip(bit)).rejects.toThrow('entries.jsonl in the zip is damaged.');
    await expect(readZip(stored.subarray(0, stored.length - 1))).rejects.toThrow('no zip');
    await expect(readZip(utf8('{}'))).rejects.toThrow('no zip');
    const bomb = sampleZip({ 'a.json': 'x'.repeat(100_000) });
    const view = new DataView(bomb.buffer, bomb.byteOffset);
    const list = view.getUint32(bomb.length - 6, true);
    view.setUint32(list + 24, 10, true);
    await expect(readZip(bomb)).rejects.toThrow('a.json in the zip is damaged.');
    view.setUint32(list + 24, 0xfffffffe, true);
    await expect(readZip(bomb)).rejects.toThrow('more than');
    view.setUint16(list + 10, 12, true);
    view.setUint32(list + 24, 100_000, true);
    await expect(readZip(bomb)).rejects.toThrow('method 12');
  });
});
