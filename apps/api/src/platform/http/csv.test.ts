import { text } from 'node:stream/consumers';
import { decimal } from '@clearbook/contracts/money';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { csvFile } from './csv.ts';

const row = z.strictObject({ what: z.string(), sum: decimal, why: z.string() });

async function* of(...rows: z.infer<typeof row>[]): AsyncGenerator<z.infer<typeof row>> {
  for (const one of rows) yield await Promise.resolve(one);
}

it('[E10] a file has a header line, CRLF, and quotes what holds a comma, a quote or a line break', async () => {
  const file = await text(
    csvFile(of({ what: 'a, "b"', sum: '-12.50', why: 'two\nlines' }, { what: 'é 漢', sum: '0.00', why: '' }), row),
  );
  expect(file).toBe('what,sum,why\r\n"a, ""b""",-12.50,"two\nlines"\r\né 漢,0.00,\r\n');
});

it('[E10] a file without rows is its header line', async () => {
  expect(await text(csvFile(of(), row))).toBe('what,sum,why\r\n');
});

it('[E11] text that a spreadsheet would run gets an apostrophe; sums stay numbers, negative ones too', async () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    const evil = `${start}HYPERLINK("http://x")`;
    const file = await text(csvFile(of({ what: evil, sum: '-1.00', why: 'x' }), row));
    expect(file, JSON.stringify(start)).toContain(`'${start}HYPERLINK(""http://x"")`);
    expect(file).toContain(',-1.00,');
  }
  expect(await text(csvFile(of({ what: 'a=b', sum: '1.00', why: '5-3' }), row))).toContain('a=b,1.00,5-3');
});

it('[E13] blanks, a separator or a full-width form before it make a formula no less of one', async () => {
  for (const evil of [
    ';=1+1',
    ' =1+1',
    '\u00a0\u200b=1+1',
    ', ;+1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    '﹦1',
    '\n=1+1',
    '\ufeff@x',
    '| -1',
  ]) {
    const [cell = ''] =
      (await text(csvFile(of({ what: evil, sum: '-1.00', why: 'x' }), row))).split('\r\n')[1]?.split(',-1.00') ?? [];
    expect(cell.replace(/^"/, '')[0], JSON.stringify(evil)).toBe("'");
  }
  const inner = await text(csvFile(of({ what: 'safe;=1+1', sum: '-2.00', why: 'two\n=3' }), row));
  expect(inner).toContain('safe;\'=1+1,-2.00,"two\n\'=3"');
  const plain = { what: 'a = b; c - d', sum: '-3.00', why: 'x@example.org, y+z' };
  expect(await text(csvFile(of(plain), row))).toContain('a = b; c - d,-3.00,"x@example.org, y+z"');
});

it('[E12] a read that fails in the middle breaks the file off instead of ending it', async () => {
  async function* failing(): AsyncGenerator<z.infer<typeof row>> {
    yield { what: 'one', sum: '1.00', why: '' };
    await Promise.resolve();
    throw new Error('the database went away');
  }
  await expect(text(csvFile(failing(), row))).rejects.toThrow('the database went away');
});

it('[M59] a reader who stopped reading is cut off in time, and its rows end', async () => {
  let ended = false;
  async function* endless(): AsyncGenerator<z.infer<typeof row>> {
    try {
      for (;;) yield await Promise.resolve({ what: 'x'.repeat(1000), sum: '1.00', why: '' });
    } finally {
      ended = true;
    }
  }
  const late = new AbortController();
  const file = csvFile(Object.assign(endless(), { signal: late.signal }), row);
  const reading = file[Symbol.asyncIterator]();
  await reading.next();
  late.abort();
  await expect(reading.next()).rejects.toThrow('aborted');
  expect([file.destroyed, ended]).toEqual([true, true]);
});

it('[E12] no more is read than the reader takes', async () => {
  let read = 0;
  async function* endless(): AsyncGenerator<z.infer<typeof row>> {
    for (;;) {
      read += 1;
      yield await Promise.resolve({ what: 'x'.repeat(1000), sum: '1.00', why: '' });
    }
  }
  const file = csvFile(endless(), row);
  for await (const _part of file) break;
  expect(read).toBeLessThan(500);
  expect(file.destroyed).toBe(true);
});
