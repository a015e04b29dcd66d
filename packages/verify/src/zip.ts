import { readUtf8 } from './bytes.ts';
import { Refused } from './refused.ts';

/** An archive of ten thousand entries has a few megabytes. More than this is refused before it is unpacked. */
const MOST_BYTES = 512_000_000;
const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const LONGEST_COMMENT = 65_535;

/** The files of a zip by their names, unpacked and checked against its checksums. Stored and deflated, as PKWARE's APPNOTE says. */
export async function readZip(zip: Uint8Array): Promise<Map<string, Uint8Array>> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffffffff)
    throw new Refused('malformed', 'The zip is of the 64-bit kind, which is not read here.');
  const files = new Map<string, Uint8Array>();
  let total = 0;
  for (let i = 0; i < count; i++) {
    const listed = central(zip, view, at);
    total += listed.size;
    if (total > MOST_BYTES) throw new Refused('malformed', `The zip unpacks to more than ${MOST_BYTES} bytes.`);
    if (files.has(listed.name)) throw new Refused('malformed', `The zip has two files named ${listed.name}.`);
    if (!listed.name.endsWith('/')) files.set(listed.name, await unpack(zip, view, listed));
    at = listed.next;
  }
  return files;
}

function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= 0 && at >= view.byteLength - 22 - LONGEST_COMMENT; at--) {
    if (view.getUint32(at, true) === END && view.getUint16(at + 20, true) === view.byteLength - at - 22) return at;
  }
  throw new Refused('malformed', 'This is no zip, or it is cut off at its end.');
}

type Listed = { name: string; method: number; crc: number; packed: number; size: number; local: number; next: number };

function central(zip: Uint8Array, view: DataView, at: number): Listed {
  if (at + 46 > zip.length || view.getUint32(at, true) !== CENTRAL)
    throw new Refused('malformed', 'The list of files in the zip is damaged.');
  const name = at + 46;
  const nameEnd = name + view.getUint16(at + 28, true);
  const next = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  if (next > zip.length) throw new Refused('malformed', 'The list of files in the zip is damaged.');
  const listed = {
    name: readUtf8(zip.subarray(name, nameEnd), 'The name of a file in the zip'),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    local: view.getUint32(at + 42, true),
    next,
  };
  if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0) throw new Refused('malformed', `${listed.name} is encrypted.`);
  return listed;
}

async function unpack(zip: Uint8Array, view: DataView, listed: Listed): Promise<Uint8Array> {
  const { name, local, packed, size } = listed;
  const damaged = new Refused('malformed', `${name} in the zip is damaged.`);
  if (local + 30 > zip.length || view.getUint32(local, true) !== LOCAL) throw damaged;
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (start + packed > zip.length) throw damaged;
  const bytes = zip.subarray(start, start + packed);
  const file = listed.method === DEFLATED ? await inflate(bytes, size, damaged) : bytes;
  if (listed.method !== STORED && listed.method !== DEFLATED) {
    throw new Refused('malformed', `${name} is packed by method ${listed.method}; 0 and 8 are read here.`);
  }
  if (file.length !== size || crc32(file) !== listed.crc) throw damaged;
  return file;
}

async function inflate(bytes: Uint8Array, size: number, damaged: Refused): Promise<Uint8Array> {
  const file = new Uint8Array(size);
  let at = 0;
  try {
    const reader = new Blob([bytes as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
      .getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const chunk = part.value as Uint8Array;
      // Stops as soon as it is more than the list says, so that nothing small can grow without end.
      if (at + chunk.length > size) throw damaged;
      file.set(chunk, at);
      at += chunk.length;
    }
  } catch {
    throw damaged;
  }
  if (at !== size) throw damaged;
  return file;
}

let table: Uint32Array | undefined;

function crc32(bytes: Uint8Array): number {
  table ??= Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
