import { messages } from './messages.ts';

/** The largest file that an upload may be, in bytes. */
export const UPLOAD_MAX_BYTES = 8 * 1024 * 1024;
/** Kinds of image that are taken. The server looks at the content; the browser only has the name's word for it. */
export const UPLOAD_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The sentence that refuses this file, or null. What is inside the file only the server can tell. */
export function uploadRefusal(file: { size: number; type: string } | null, required: string): string | null {
  if (file === null) return required;
  if (!UPLOAD_TYPES.some((type) => type === file.type)) return messages.upload.notAnImage;
  if (file.size > UPLOAD_MAX_BYTES) return messages.upload.tooLarge;
  return null;
}
