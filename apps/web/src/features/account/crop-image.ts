export type Area = { x: number; y: number; width: number; height: number };

/** The longer side of what is sent: the server draws it anew at 512. */
const SIDE_MAX = 1024;
const QUALITY = 0.92;

/** The chosen part of an image as a file of its own. Undefined where this browser cannot draw the image. */
export async function cropImage(file: File, area: Area): Promise<File | undefined> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (bitmap === undefined) return undefined;
  const side = Math.max(1, Math.min(SIDE_MAX, Math.round(area.width)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(bitmap, area.x, area.y, area.width, area.height, 0, 0, side, side);
  bitmap.close();
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
  return blob === null ? undefined : new File([blob], 'picture.jpg', { type: blob.type });
}
