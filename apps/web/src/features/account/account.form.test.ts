import { messages } from '@clearbook/contracts/messages';
import { describe, expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { emailForm, identityForm, type PicturesOf, turnOffForm } from './account.form.ts';

const image = new File(['x'], 'a.png', { type: 'image/png' });
const text = new File(['x'], 'a.txt', { type: 'text/plain' });

describe('the pictures of a document', () => {
  const both: PicturesOf = { wanted: ['front', 'back'], anyOf: false };
  it('[S65] both are asked for, or the one that was declined', () => {
    expect(errorsOf(identityForm, { front: image, back: null }, both)).toEqual({
      missing: messages.identity.bothRequired,
    });
    expect(errorsOf(identityForm, { front: null, back: null }, { wanted: ['back'], anyOf: false })).toEqual({
      missing: messages.identity.sideRequired.back,
    });
    expect(errorsOf(identityForm, { front: image, back: image }, both)).toEqual({});
  });

  it('[S65] one is enough to replace it', () => {
    const replace = { ...both, anyOf: true };
    expect(errorsOf(identityForm, { front: null, back: null }, replace)).toEqual({
      missing: messages.identity.replaceRequired,
    });
    expect(errorsOf(identityForm, { front: image, back: null }, replace)).toEqual({});
    expect([...(requestOf(identityForm, { front: image, back: null }, replace).form?.keys() ?? [])]).toEqual(['front']);
  });

  it('[S65] what is no image is said beside its side', () => {
    expect(errorsOf(identityForm, { front: image, back: text }, both)).toEqual({ back: messages.upload.notAnImage });
  });
});

it('[S65] a change of address sends a code only where one was typed, and two-factor asks for both proofs', () => {
  expect(emailForm.body({ email: 'a@example.test', password: 'p', code: '' }, undefined)).not.toHaveProperty('code');
  expect(Object.keys(errorsOf(turnOffForm, turnOffForm.initial(), undefined))).toEqual(['password', 'code']);
});
