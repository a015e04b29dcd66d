import { expect, it } from 'vitest';
import { costOf } from './fee.ts';

it('[S17] fee and net payout add up to the amount, a half cent rounded to the even one', () => {
  expect(costOf('200', { fee_applies: true, fee_percent: '1.50' })).toEqual({
    amount: '200.00',
    percent: '1.50',
    fee: '3.00',
    net: '197.00',
  });
  expect(costOf('0.50', { fee_applies: true, fee_percent: '1.00' })).toMatchObject({ fee: '0.00', net: '0.50' });
  expect(costOf('1.50', { fee_applies: true, fee_percent: '1.00' })).toMatchObject({ fee: '0.02', net: '1.48' });
  expect(costOf('999999999.99', { fee_applies: true, fee_percent: '5.00' })).toMatchObject({
    fee: '50000000.00',
    net: '949999999.99',
  });
});

it('[S17] no fee where none applies, whatever the percent', () => {
  expect(costOf('200', { fee_applies: false, fee_percent: '1.50' })).toMatchObject({ fee: '0.00', net: '200.00' });
});
