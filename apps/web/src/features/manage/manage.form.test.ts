import type { AdminUser, Settings, Wallets } from '@clearbook/contracts/admin';
import { messages } from '@clearbook/contracts/messages';
import { describe, expect, it } from 'vitest';
import { errorsOf, placed, requestOf } from '../../lib/form.ts';
import { ApiProblem } from '../../lib/problem.ts';
import {
  faviconForm,
  feesDiffer,
  memberForm,
  settingsForm,
  signalForm,
  walletsDiffer,
  walletsForm,
} from './manage.form.ts';

describe('the site’s settings', () => {
  const saved = { sitename: 'Clearbook', miniwithdrawal: '10.00', withdrawalpercent: '1.50' } as Settings;
  it('[S65] send a reason where one is typed, and none otherwise', () => {
    const typed = settingsForm.initial(saved);
    expect(requestOf(settingsForm, typed, saved).body).toEqual(saved);
    expect(requestOf(settingsForm, { ...typed, reason: 'Costs rose' }, saved).body).toMatchObject({
      reason: 'Costs rose',
    });
  });

  it('[S65] know what a client would pay more or less for', () => {
    expect(feesDiffer({ ...saved, sitename: 'Other' } as Settings, saved)).toBe(false);
    expect(feesDiffer({ ...saved, withdrawalpercent: '2.00' }, saved)).toBe(true);
  });

  it('[S65] whatever is refused of the icon stands beside it', () => {
    const problem = new ApiProblem(422, 'upload.refused', 'Not an image');
    expect(placed(faviconForm, problem, { file: null }).errors).toEqual({ file: 'Not an image' });
    expect(errorsOf(faviconForm, { file: null }, undefined)).toEqual({});
    const text = new File(['x'], 'a.txt', { type: 'text/plain' });
    expect(errorsOf(faviconForm, { file: text }, undefined)).toEqual({ file: messages.upload.notAnImage });
  });
});

it('[S65] the addresses for deposits differ where one of them does', () => {
  const saved = { bitcoin: 'a', ethereum: 'b', usdt: 'c', upcoming: null } as Wallets;
  expect(walletsForm.initial(saved)).toMatchObject({ bitcoin: 'a', ethereum: 'b', usdt: 'c', reason: '' });
  expect(walletsDiffer({ ...saved }, saved)).toBe(false);
  expect(walletsDiffer({ ...saved, usdt: 'd' }, saved)).toBe(true);
});

const BY = '0199f2c4-7a1e-7c3b-9d52-6f0e8b1a2c35';
it('[G101] a change of the addresses builds on upcoming ones, and names the proposal by which they hold', () => {
  const upcoming = { bitcoin: 'x', ethereum: 'b', usdt: 'c' };
  const saved = { ...upcoming, bitcoin: 'a', upcoming, set_by: BY } as unknown as Wallets;
  expect(walletsForm.initial(saved)).toEqual({ ...upcoming, reason: '', set_by: BY });
  expect(walletsDiffer(upcoming, saved)).toBe(false);
  expect(walletsDiffer({ ...upcoming, bitcoin: 'a' }, saved)).toBe(true);
  expect(walletsDiffer({ ...upcoming, usdt: 'd' }, saved)).toBe(true);
  expect(requestOf(walletsForm, { ...upcoming, usdt: 'd', reason: '', set_by: BY }, saved).body).toMatchObject({
    ...{ bitcoin: 'x', ethereum: 'b', usdt: 'd', set_by: BY },
  });
});

it('[S65] a share of signals is a whole number between 1 and 100, with a reason', () => {
  const user = { id: 'u1', signal_strength: 40 } as AdminUser;
  expect(signalForm.initial(user)).toEqual({ signal_strength: '40', reason: '' });
  expect(errorsOf(signalForm, { signal_strength: '1.5', reason: 'Asked for' }, user)).toEqual({
    signal_strength: messages.admin.signalRange,
  });
  expect(requestOf(signalForm, { signal_strength: ' 55 ', reason: 'Asked for' }, user)).toEqual({
    params: { id: 'u1' },
    body: { signal_strength: 55, reason: 'Asked for' },
  });
});

it('[S65] whoever is proposed as staff is named, with a reason', () => {
  expect(Object.keys(errorsOf(memberForm, memberForm.initial(), undefined))).toEqual(['email', 'reason']);
});
