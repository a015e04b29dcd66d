import type { Trader } from '@clearbook/contracts/copying';
import { messages } from '@clearbook/contracts/messages';
import { expect, it } from 'vitest';
import { errorsOf, requestOf } from '../../lib/form.ts';
import { copyForm, traderForm } from './trader.form.ts';

const trader = { id: 't1' } as Trader;

it('[S65] a copy without a stop loss sends none', () => {
  const typed = { amount: ' 100 ', copy_open: true, stop_loss: ' ' };
  expect(requestOf(copyForm, typed, trader)).toEqual({
    params: { id: 't1' },
    body: { amount: '100', copy_open: true },
  });
  expect(requestOf(copyForm, { ...typed, stop_loss: '20' }, trader).body).toMatchObject({ stop_loss: '20' });
  expect(errorsOf(copyForm, copyForm.initial(trader), trader)).toHaveProperty('amount');
});

it('[S65] a new trader’s picture is judged with the rest and sent by itself', () => {
  const empty = traderForm.initial();
  const picture = new File(['x'], 'a.txt', { type: 'text/plain' });
  expect(errorsOf(traderForm, { ...empty, picture }, undefined)).toMatchObject({ picture: messages.upload.notAnImage });
  expect(traderForm.body({ ...empty, picture, client_email: ' ' }, undefined)).not.toHaveProperty('picture');
  expect(traderForm.body({ ...empty, client_email: ' ' }, undefined)).not.toHaveProperty('client_email');
});
