import { messages } from '@clearbook/contracts/messages';
import { expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { packageForm, saidOf, withTyped } from './package.form.ts';

const typed = { name: 'Gold', price: '100', markup: '1.5', leverage: '30', features: ['Fast'], feature: '' };

it('[S65] a feature that is still being typed belongs to the package', () => {
  expect(withTyped(['Fast'], ' Calm ')).toEqual(['Fast', 'Calm']);
  expect(withTyped(['Fast'], ' ')).toEqual(['Fast']);
  expect(requestOf(packageForm, { ...typed, feature: 'Calm' }, undefined).body).toMatchObject({
    features: ['Fast', 'Calm'],
  });
});

it('[S65] what is missing marks its field and is said once', () => {
  const errors = errorsOf(packageForm, packageForm.initial(), undefined);
  expect(saidOf(errors, 'name')).toBe(true);
  expect(saidOf(errors, 'features')).toBe(true);
  expect(saidOf({ 'features.1': 'Too long' }, 'features')).toBe('Too long');
  expect(saidOf({ price: messages.amount.format }, 'price')).toBe(messages.amount.format);
  expect(saidOf({}, 'price')).toBeUndefined();
});
