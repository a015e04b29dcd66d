import { messages } from '@clearbook/contracts/messages';
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata } from 'sharp';
import { busy, Problem } from '../http/index.ts';

/** Pixels that are ever decoded, half as many with 16 bits a channel: a picture of a few kilobytes can unfold into gigabytes. */
export const IMAGE_MAX_PIXELS = 25_000_000;
/** The longer side of what is kept. */
export const IMAGE_SIDE_MAX = 2_048;
const ICON_SIDE = 128;
export const AVATAR_SIDE = 512;
export const IMAGE_TIME_LIMIT_SECONDS = 10;
/** What may be in memory at once for a picture whose rows do not come one after the other. */
export const IMAGE_WHOLE_MAX_BYTES = 120_000_000;
/** Decoding takes a processor and up to 100 MB, so one picture at a time. */
export const IMAGES_AT_ONCE = 1;
export const IMAGES_WAITING_MAX = 32;

/** By content, not by name. An animated PNG is a PNG; of anything animated the first frame is kept. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp']);

/** `picture` keeps its shape, `avatar` becomes a square around its middle, `icon` a small square with all of it. */
export type ImageShape = 'picture' | 'avatar' | 'icon';
/** `look`: what pictures that look alike have in common, 64 bits; null where it is too plain to be told from others, or no document. */
export type CleanImage = { data: Buffer; mime: 'image/webp' | 'image/png'; look: bigint | null };

sharp.concurrency(1);
sharp.cache(false);

let running = 0;
const waiting: (() => void)[] = [];

/**
 * What may be kept of an uploaded picture: decoded, turned upright, and written anew, so that nothing of the upload itself
 * remains: no metadata, no hidden second file.
 * @throws Problem 415 where it is not a JPEG, PNG or WebP, 422 where it cannot be decoded or is too large, 503 when too many wait
 */
export async function cleanImage(upload: Buffer, shape: ImageShape): Promise<CleanImage> {
  const type = await fileTypeFromBuffer(upload).catch(() => undefined);
  if (!type || !ACCEPTED.has(type.mime))
    throw new Problem(415, 'upload.not_an_image', messages.upload.notAnImage, [
      { name: 'file', message: messages.upload.notAnImage },
    ]);
  if (running >= IMAGES_AT_ONCE) {
    if (waiting.length >= IMAGES_WAITING_MAX) throw busy();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await redraw(upload, shape);
  } catch (error) {
    const tooLarge = error instanceof Error && /pixel limit/.test(error.message);
    const message = tooLarge ? messages.upload.tooLarge : messages.upload.notAnImage;
    throw new Problem(422, tooLarge ? 'upload.too_large' : 'upload.unreadable', message, [{ name: 'file', message }]);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function redraw(upload: Buffer, shape: ImageShape): Promise<CleanImage> {
  const options = { limitInputPixels: IMAGE_MAX_PIXELS, failOn: 'error', pages: 1, sequentialRead: true } as const;
  const meta = await sharp(upload, options).metadata();
  // The header alone is enough to refuse what would unfold too far.
  const depth = meta.depth === 'ushort' ? 2 : 1;
  if (meta.width * meta.height * depth > IMAGE_MAX_PIXELS || heldBytes(meta) > IMAGE_WHOLE_MAX_BYTES)
    throw new Error('pixel limit');
  const image = sharp(upload, options).timeout({ seconds: IMAGE_TIME_LIMIT_SECONDS }).rotate();
  if (shape === 'icon') {
    const data = await image
      .resize(ICON_SIDE, ICON_SIDE, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
      .png()
      .toBuffer();
    return { data, mime: 'image/png', look: null };
  }
  const sized =
    shape === 'avatar'
      ? image.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      : image.resize(IMAGE_SIDE_MAX, IMAGE_SIDE_MAX, { fit: 'inside', withoutEnlargement: true });
  const data = await sized.webp({ quality: 85, effort: 2 }).toBuffer();
  return { data, mime: 'image/webp', look: shape === 'picture' ? await lookOf(data) : null };
}

/** Grey steps that a pixel has to be brighter by than the one before it: less is the noise of compression. */
const LOOK_STEP = 2;
/** With fewer bits that say something, or that don't, every blank page looks like every other. */
const LOOK_BITS_LEAST = 8;

/** Whether the picture gets brighter from left to right, at 8 × 8 places: what stays when it is saved anew, scaled or brightened. */
async function lookOf(picture: Buffer): Promise<bigint | null> {
  const grey = await sharp(picture).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  let [look, set] = [0n, 0];
  for (let row = 0; row < 8; row += 1)
    for (let column = 0; column < 8; column += 1) {
      const at = row * 9 + column;
      const brighter = (grey[at + 1] ?? 0) - (grey[at] ?? 0) > LOOK_STEP;
      look = (look << 1n) | (brighter ? 1n : 0n);
      if (brighter) set += 1;
    }
  return set < LOOK_BITS_LEAST || set > 64 - LOOK_BITS_LEAST ? null : BigInt.asIntN(64, look);
}

/**
 * An ordinary picture is read row by row and needs little. One that is interlaced or progressive is held whole until its last byte: the
 * pixels twice for a PNG, two bytes a sample for a JPEG (measured).
 */
function heldBytes({ width, height, channels, depth, isProgressive, format }: Metadata): number {
  if (!isProgressive) return 0;
  const samples = width * height * channels;
  return format === 'png' ? samples * (depth === 'ushort' ? 2 : 1) * 2 : samples * 2;
}
