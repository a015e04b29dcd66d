import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers';
import { fileURLToPath } from 'node:url';
import { crc32, createDeflate } from 'node:zlib';
import type { Identity } from '@clearbook/contracts/identity';
import sharp from 'sharp';
import { BOUNDARY, form } from '../form.ts';
import { call, multipart, parsed } from '../http-client.ts';
import { picture } from '../picture.ts';
import type { Person, Site } from '../site.ts';
import { evenly } from './hostile.ts';
import { summary, type Figures } from './races.ts';

/** What issue 3 asks for: refused or drawn anew within this, and the server no larger than this above where it was. */
const IMAGE_TIME_MAX_MS = 2_000;
const MEMORY_RISE_MAX_BYTES = 200 * 1024 * 1024;
/** How many of the collected pictures a sample sends, taken evenly. */
const SAMPLE = 24;
const CORPUS = fileURLToPath(new URL('../../../../../shared/data/images/', import.meta.url));
const CANARIES = ['CANARY', 'GPS', '<script', 'PK\u0003\u0004', '%PDF', 'Exif\0\0', 'http://ns.adobe.com'];

type Hostile = { name: string; data: Buffer; expect: 'refused' | 'clean' | 'either' };

/**
 * Sends every hostile picture there is to the server, one after the other, and looks at what it keeps, how long it takes and how large it
 * grows. Without `inFull` only one of the largest is made, which takes a second, and a part of the collected ones is sent.
 */
export async function hostileImages(
  site: Site,
  { inFull }: { inFull: boolean },
): Promise<Figures & { wrong: string[] }> {
  const wrong: string[] = [];
  const client = await site.client('hostile-images');
  const made = await hostileFiles(inFull);
  const given = inFull ? corpus() : evenly(corpus(), SAMPLE);
  // The first picture of a process loads the library: that is no rise that a picture causes.
  for (let i = 0; i < 3; i += 1) await send(site, client, await photograph());
  const memory = watch(site.servers[0]?.running.child.pid);
  let slowest = 0;
  let slowestWork = 0;
  let kept = 0;
  // A face is kept small and a document readable: what was made to do harm goes both ways.
  const ways = [
    ...made.flatMap((each) => [
      { ...each, to: send },
      { ...each, to: sendDocument },
    ]),
    ...given.map((each) => ({ ...each, to: send })),
  ];
  for (const each of ways) {
    const from = performance.now();
    const workFrom = memory.processorMs();
    const { status, file } = await each.to(site, client, each.data);
    const ms = performance.now() - from;
    // Other programs may keep the machine busy: what the server itself worked is what a picture costs.
    const workMs = (memory.processorMs() ?? Number.POSITIVE_INFINITY) - (workFrom ?? 0);
    slowest = Math.max(slowest, ms);
    slowestWork = Math.max(slowestWork, Math.min(ms, workMs));
    if (Math.min(ms, workMs) > IMAGE_TIME_MAX_MS) wrong.push(`${each.name} took ${Math.round(ms)} ms`);
    if (![200, 400, 413, 415, 422].includes(status)) wrong.push(`${each.name} was answered ${status}`);
    if (each.expect === 'refused' && status === 200) wrong.push(`${each.name} was accepted`);
    if (each.expect === 'clean' && status !== 200) wrong.push(`${each.name} was refused with ${status}`);
    if (file === undefined) continue;
    kept += 1;
    const problem = await remains(file);
    if (problem !== undefined) wrong.push(`${each.name}: ${problem}`);
  }
  const rise = memory.stop();
  if (rise !== undefined && rise > MEMORY_RISE_MAX_BYTES) wrong.push(`the server grew by ${mb(rise)}`);
  await stillWorks(site, client, wrong);
  return {
    wrong,
    ok: wrong.length === 0,
    figures: `${made.length} made and ${given.length} collected pictures${given.length === 0 ? ' (../shared is not here)' : ''}: ${kept} drawn anew without metadata, the others refused with 4xx; slowest ${Math.round(slowest)} ms, of which the server worked ${Math.round(slowestWork)} ms at most; memory ${rise === undefined ? 'not measured on this system' : `rose by ${mb(rise)} at most`}${summary(wrong)}`,
  };
}

async function send(site: Site, client: Person, data: Buffer): Promise<{ status: number; file: Buffer | undefined }> {
  const base = site.urls[0] ?? '';
  const answer = await call(base, {
    method: 'POST',
    path: '/me/picture',
    cookie: client.cookie,
    ...multipart('file', 'a.png', data),
  });
  if (answer.status !== 200) return { status: answer.status, file: undefined };
  const { picture } = parsed<{ picture: string }>(answer);
  const file = await call(base, { path: picture, cookie: client.cookie });
  return { status: answer.status, file: file.bytes };
}

/** As the front of an identity document; whoever was waiting for a decision is declined, so that the next one can be sent. */
async function sendDocument(
  site: Site,
  client: Person,
  data: Buffer,
): Promise<{ status: number; file: Buffer | undefined }> {
  const base = site.urls[0] ?? '';
  const answer = await call(base, {
    method: 'POST',
    path: '/identity',
    cookie: client.cookie,
    raw: form([
      { name: 'front', filename: 'front.jpg', data },
      { name: 'back', filename: 'back.png', data: picture(1) },
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  });
  if (answer.status !== 201) return { status: answer.status, file: undefined };
  const { front } = parsed<Identity>(answer);
  const file = await call(base, { path: `/files/${front?.file}`, cookie: client.cookie });
  const body = { decision: 'reject', reason: 'the next one, please' };
  parsed(await call(base, { path: `/admin/verifications/${client.id}/decision`, body, cookie: site.admin.cookie }));
  return { status: 200, file: file.bytes };
}

/** What is left of an upload in the file that the server made of it. */
async function remains(file: Buffer): Promise<string | undefined> {
  const meta = await sharp(file).metadata();
  const left = (['exif', 'xmp', 'iptc', 'icc', 'comments'] as const).filter((name) => meta[name] !== undefined);
  if (left.length > 0) return `kept ${left.join(', ')}`;
  if (meta.format !== 'webp') return `is a ${meta.format}`;
  const canary = CANARIES.find((text) => file.includes(text));
  return canary === undefined ? undefined : `kept ${JSON.stringify(canary)}`;
}

async function stillWorks(site: Site, client: Person, wrong: string[]): Promise<void> {
  const { status } = await send(site, client, await photograph());
  if (status !== 200) wrong.push(`afterwards an ordinary picture was answered ${status}`);
}

/** The largest size that a process had while it was watched, above where it began. Undefined where the system does not tell. */
function watch(pid: number | undefined): { stop(): number | undefined; processorMs(): number | undefined } {
  const read = (): number | undefined => {
    const path = `/proc/${pid}/status`;
    const found = existsSync(path) ? /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
    return found === undefined ? undefined : Number(found) * 1024;
  };
  const start = read();
  let most = start ?? 0;
  const timer = every(() => {
    most = Math.max(most, read() ?? 0);
  }, 10);
  return {
    processorMs: () => {
      const path = `/proc/${pid}/stat`;
      if (!existsSync(path)) return undefined;
      // After the name in brackets; fields 14 and 15 are user and system time in hundredths of a second.
      const fields = readFileSync(path, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    stop: () => {
      clearInterval(timer);
      return start === undefined ? undefined : most - start;
    },
  };
}

/** Valid, broken and odd pictures that were collected for tests and stay outside of the project. */
function corpus(): Hostile[] {
  if (!existsSync(CORPUS)) return [];
  return readdirSync(CORPUS, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:png|jpe?g|webp|gif)$/i.test(name) && statSync(join(CORPUS, name)).size < 8 * 1024 * 1024)
    .map((name) => ({
      name,
      data: readFileSync(join(CORPUS, name)),
      expect: name.endsWith('.gif') ? 'refused' : name.startsWith('jpeg-valid') ? 'clean' : 'either',
    }));
}

async function photograph(): Promise<Buffer> {
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
}

/** Pictures made to do harm. */
async function hostileFiles(inFull: boolean): Promise<Hostile[]> {
  const plain = sharp({ create: { width: 320, height: 240, channels: 3, background: 'red' } });
  const [jpeg, png, webp, gif] = await Promise.all([
    plain.clone().jpeg().toBuffer(),
    plain.clone().png().toBuffer(),
    plain.clone().webp().toBuffer(),
    plain.clone().gif().toBuffer(),
  ]);
  const tagged = await plain
    .clone()
    .withExif({
      IFD0: { Copyright: 'EXIF-CANARY' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLongitude: '0/1 7/1 0/1' },
    })
    .jpeg()
    .toBuffer();
  const html = Buffer.from('<html><script>alert("POLYGLOT-CANARY")</script></html>');
  const zip = Buffer.from('PK\u0003\u0004ZIP-CANARY');
  const comment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, html.length + 2]),
    html,
    jpeg.subarray(2),
  ]);
  const text = png.indexOf('IDAT') - 4;
  const bomb = await deflated(64 * 1024 * 1024, 1024 * 1024);
  const withChunk = (type: string, data: Buffer) =>
    Buffer.concat([png.subarray(0, text), chunk(type, data), png.subarray(text)]);
  const files: Hostile[] = [
    { name: 'GPS and copyright in EXIF', data: tagged, expect: 'clean' },
    { name: 'JPEG with a page after its end', data: Buffer.concat([jpeg, html]), expect: 'clean' },
    { name: 'JPEG with a page in a comment', data: comment, expect: 'clean' },
    { name: 'PNG with an archive after its end', data: Buffer.concat([png, zip]), expect: 'clean' },
    { name: 'WebP with a script after its end', data: Buffer.concat([webp, html]), expect: 'clean' },
    { name: 'PNG with a text chunk', data: withChunk('tEXt', Buffer.from('Comment\0TEXT-CANARY')), expect: 'clean' },
    {
      name: 'PNG with 64 MB of text',
      data: withChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb])),
      expect: 'either',
    },
    {
      name: 'PNG with a profile of 64 MB',
      data: withChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), bomb])),
      expect: 'either',
    },
    { name: 'a page before a JPEG', data: Buffer.concat([html, jpeg]), expect: 'refused' },
    { name: 'GIF', data: gif, expect: 'refused' },
    { name: 'GIF with a script', data: Buffer.from('GIF89a/*\0\0\0\0\0*/=1;alert("CANARY")'), expect: 'refused' },
    {
      name: 'SVG',
      data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      expect: 'refused',
    },
    {
      name: 'SVG with a declaration',
      data: Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
      ),
      expect: 'refused',
    },
    { name: 'PDF', data: Buffer.from('%PDF-1.7\n%CANARY'), expect: 'refused' },
    { name: 'PDF before a JPEG', data: Buffer.concat([Buffer.from('%PDF-1.4\n'), jpeg]), expect: 'refused' },
    {
      name: 'EICAR',
      data: Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
      expect: 'refused',
    },
    { name: 'archive', data: zip, expect: 'refused' },
    { name: 'zeros', data: Buffer.alloc(100_000), expect: 'refused' },
    { name: 'PNG of 0 × 0', data: await pngOf(0, 0, {}), expect: 'refused' },
    { name: 'PNG that says 2,147,483,647 × 1', data: await pngOf(2_147_483_647, 1, { rows: 0 }), expect: 'refused' },
    {
      name: 'PNG that says 65,535 × 65,535 and ends',
      data: await pngOf(65_535, 65_535, { rows: 1 }),
      expect: 'refused',
    },
    { name: 'JPEG that says 65,500 × 65,500', data: resized(jpeg, 65_500), expect: 'refused' },
  ];
  for (const [name, whole] of Object.entries({ jpeg, png, webp }))
    for (const part of [0.02, 0.3, 0.5, 0.9])
      files.push({
        name: `${name}, cut off at ${part * 100} %`,
        data: whole.subarray(0, Math.floor(whole.length * part)),
        expect: 'refused',
      });
  files.push({ name: '17,000 × 17,000 pixels, grey', data: await pngOf(17_000, 17_000, {}), expect: 'refused' });
  if (inFull) {
    files.push(
      { name: '17,000 × 17,000 pixels, one bit', data: await pngOf(17_000, 17_000, { bits: 1 }), expect: 'refused' },
      {
        name: '17,000 × 17,000 pixels, interlaced',
        data: await pngOf(17_000, 17_000, { interlaced: true }),
        expect: 'refused',
      },
      {
        name: '5,000 × 5,000 pixels, 16 bits a channel',
        data: await pngOf(5_000, 5_000, { bits: 16, channels: 4 }),
        expect: 'either',
      },
      {
        name: '5,000 × 5,000 pixels, interlaced',
        data: await pngOf(5_000, 5_000, { bits: 8, channels: 4, interlaced: true }),
        expect: 'either',
      },
      {
        name: '5,000 × 5,000 pixels, interlaced, 16 bits a channel',
        data: await pngOf(5_000, 5_000, { bits: 16, channels: 4, interlaced: true }),
        expect: 'either',
      },
      {
        name: 'progressive photograph of 24 megapixels',
        data: await photographOf(6_000, 4_000, { progressive: true }),
        expect: 'either',
      },
      {
        name: 'progressive photograph of 12 megapixels, lying on its side',
        data: await photographOf(4_000, 3_000, { progressive: true, orientation: 6 }),
        expect: 'clean',
      },
      {
        name: 'photograph of 24 megapixels, lying on its side',
        data: await photographOf(6_000, 4_000, { orientation: 6 }),
        expect: 'clean',
      },
    );
  }
  return files;
}

async function photographOf(
  width: number,
  height: number,
  { progressive = false, orientation = 1 }: { progressive?: boolean; orientation?: number },
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#445566' } })
    .withMetadata({ orientation })
    .jpeg({ progressive, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

type Shape = { bits?: 1 | 8 | 16; channels?: 1 | 4; interlaced?: boolean; rows?: number };

/** A PNG of one colour and any size, in a few hundred kilobytes, made row by row. */
async function pngOf(
  width: number,
  height: number,
  { bits = 8, channels = 1, interlaced = false, rows }: Shape,
): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, channels === 4 ? 6 : 0, 0, 0, interlaced ? 1 : 0], 8);
  const bytesOf = (pixels: number): number => (pixels === 0 ? 0 : 1 + Math.ceil((pixels * bits * channels) / 8));
  // Adam7: where each of the seven passes begins and how far it steps.
  const passes = interlaced
    ? [[0, 0, 8, 8], [4, 0, 8, 8], [0, 4, 4, 8], [2, 0, 4, 4], [0, 2, 2, 4], [1, 0, 2, 2], [0, 1, 1, 2]]
    : [[0, 0, 1, 1]]; // prettier-ignore
  const total = passes.reduce(
    (sum, [x = 0, y = 0, dx = 1, dy = 1]) => sum + bytesOf(Math.ceil((width - x) / dx)) * Math.ceil((height - y) / dy),
    0,
  );
  const length = rows === undefined ? total : rows * bytesOf(width);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', await deflated(length, 1024 * 1024)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** So many zero bytes, deflated without ever holding them all. */
async function deflated(length: number, step: number): Promise<Buffer> {
  const stream = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  stream.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => stream.on('end', resolve).on('error', reject));
  for (let left = length; left > 0; left -= step)
    if (!stream.write(Buffer.alloc(Math.min(step, left))))
      await new Promise((resolve) => stream.once('drain', resolve));
  stream.end();
  await ended;
  return Buffer.concat(parts);
}

/** The same JPEG with another size in its header. */
function resized(jpeg: Buffer, side: number): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(side, frame + 5);
  changed.writeUInt16BE(side, frame + 7);
  return changed;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, body, sum]);
}

const mb = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
