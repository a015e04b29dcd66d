import { expect, it } from 'vitest';
import { messages } from './messages.ts';
import { UPLOAD_MAX_BYTES, uploadRefusal } from './uploads.ts';

it('[S18] an upload is refused for being absent, of another kind, or too large', () => {
  const required = messages.deposit.proofRequired;
  expect(uploadRefusal(null, required)).toBe(required);
  expect(uploadRefusal({ size: 10, type: 'image/svg+xml' }, required)).toBe(messages.upload.notAnImage);
  expect(uploadRefusal({ size: UPLOAD_MAX_BYTES + 1, type: 'image/png' }, required)).toBe(messages.upload.tooLarge);
  expect(uploadRefusal({ size: UPLOAD_MAX_BYTES, type: 'image/webp' }, required)).toBeNull();
});
