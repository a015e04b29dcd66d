import { messages } from '@clearbook/contracts/messages';
import { describe, expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { detailsForm } from './details.form.ts';
import { emailForm, fundsDocumentForm, identityForm, type PicturesOf, turnOffForm } from './account.form.ts';

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

describe('a document of a source of funds', () => {
  it('[I32] names what it is, and is sent under that name', () => {
    const { kind, required } = messages.identity.funds;
    expect(errorsOf(fundsDocumentForm, { kind: '', file: null }, undefined)).toEqual({ kind, file: required });
    expect(errorsOf(fundsDocumentForm, { kind: 'payslip', file: text }, undefined)).toEqual({
      file: messages.upload.notAnImage,
    });
    const sent = requestOf(fundsDocumentForm, { kind: 'payslip', file: image }, undefined).form;
    expect([...(sent?.keys() ?? [])]).toEqual(['payslip']);
  });
});

describe('personal details', () => {
  const of = { details: null, today: '2026-11-28' };
  const whole = {
    date_of_birth: '1990-04-23',
    nationality: 'NL',
    residence: 'DE',
    street: 'Lindenallee 7',
    city: 'Hamburg',
    postal_code: '',
    tax_number: '12345678901',
    source_of_funds: 'salary',
    source_detail: ' ',
  };
  it('[I19] everything that is missing is said together, each beside its field', () => {
    expect(Object.keys(errorsOf(detailsForm, detailsForm.initial(of), of)).toSorted()).toEqual([
      'city',
      'date_of_birth',
      'nationality',
      'residence',
      'source_of_funds',
      'street',
      'tax_number',
    ]);
    expect(errorsOf(detailsForm, { ...whole, date_of_birth: '' }, of)).toEqual({
      date_of_birth: messages.identity.details.dateOfBirth,
    });
    expect(errorsOf(detailsForm, { ...whole, source_of_funds: 'other', date_of_birth: '2008-11-29' }, of)).toEqual({
      date_of_birth: messages.identity.details.problems.under_age,
      source_detail: messages.identity.details.problems.source_detail_missing,
    });
  });

  it('[I18] what is left empty is sent as nothing, and a tax number only where there are any', () => {
    expect(requestOf(detailsForm, whole, of).body).toMatchObject({ postal_code: null, source_detail: null });
    expect(errorsOf(detailsForm, { ...whole, tax_number: '', residence: 'AE' }, of)).toEqual({});
    const details = { ...(detailsForm.body(whole, of) as object), submitted_at: '2026-11-28T10:00:00.000Z' };
    expect(detailsForm.initial({ ...of, details: details as never })).toEqual({ ...whole, source_detail: '' });
  });
});

it('[S65] a change of address sends a code only where one was typed, and two-factor asks for both proofs', () => {
  expect(emailForm.body({ email: 'a@example.test', password: 'p', code: '' }, undefined)).not.toHaveProperty('code');
  expect(Object.keys(errorsOf(turnOffForm, turnOffForm.initial(), undefined))).toEqual(['password', 'code']);
});
