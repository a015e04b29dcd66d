import { expect, it } from 'vitest';
import { messages } from './messages.ts';
import { UPLOAD_MAX_BYTES, uploadRefusal } from './uploads.ts';

it('[A121] what is refused begins with the specification’s words', () => {
  const wrongKind = uploadRefusal({ size: 10, type: 'image/svg+xml' }, '');
  const tooLarge = uploadRefusal({ size: UPLOAD_MAX_BYTES + 1, type: 'image/png' }, '');
  for (const words of [wrongKind, tooLarge]) expect(words).toMatch(/^Upload Failed\. [A-Z]/);
  expect(messages.login.closed).toMatch(/^Login failed\. Please check your credentials\. [A-Z]/);
  expect(messages.withdrawal.notFound).toBe('withdrawals not found');
});

it('[S18] an upload is refused for being absent, of another kind, or too large', () => {
  const required = messages.deposit.proofRequired;
  expect(uploadRefusal(null, required)).toBe(required);
  expect(uploadRefusal({ size: 10, type: 'image/svg+xml' }, required)).toBe(messages.upload.notAnImage);
  expect(uploadRefusal({ size: UPLOAD_MAX_BYTES + 1, type: 'image/png' }, required)).toBe(messages.upload.tooLarge);
  expect(uploadRefusal({ size: UPLOAD_MAX_BYTES, type: 'image/webp' }, required)).toBeNull();
});
