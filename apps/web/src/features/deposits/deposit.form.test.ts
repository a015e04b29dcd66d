import { messages } from '@clearbook/contracts/messages';
import { expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { amountFields, methodForm, proofForm } from './deposit.form.ts';

it('[S65] the first step of a deposit keeps to the rules of its amount', () => {
  expect(amountFields.initial('12.00')).toEqual({ amount: '12.00' });
  expect(errorsOf(amountFields, { amount: '' }, '')).toEqual({ amount: messages.deposit.amountRequired });
  expect(errorsOf(amountFields, { amount: ' 12 ' }, '')).toEqual({});
});

it('[S65] the second step asks for a method and sends it with the amount', () => {
  const of = { amount: '12.00', method: null };
  expect(errorsOf(methodForm, methodForm.initial(of), of)).toEqual({ method: messages.deposit.methodRequired });
  expect(requestOf(methodForm, { method: 'bitcoin' }, of)).toEqual({ body: { amount: '12.00', method: 'bitcoin' } });
});

it('[S65] the proof is an image of at most the size that the server takes', () => {
  expect(errorsOf(proofForm, { file: null }, 'd1')).toEqual({ file: messages.deposit.proofRequired });
  const text = new File(['x'], 'a.txt', { type: 'text/plain' });
  expect(errorsOf(proofForm, { file: text }, 'd1')).toEqual({ file: messages.upload.notAnImage });
  const image = new File(['x'], 'a.png', { type: 'image/png' });
  expect(errorsOf(proofForm, { file: image }, 'd1')).toEqual({});
  expect(requestOf(proofForm, { file: image }, 'd1').form?.get('file')).toBeInstanceOf(File);
});
