import type { Me } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { phonePlacesFor } from './places.ts';

it('[S161] a phone’s bar leads staff to what waits for them, and clients to their money', () => {
  const bar = (me: Partial<Me>) => phonePlacesFor({ guest: null, mode: 'live', ...me } as Me).map(({ to }) => to);
  expect(bar({ role: 'admin' })).toEqual(['/overview', '/queues', '/all-user', '/dashboard']);
  expect(bar({ role: 'client' })).toEqual(['/dashboard', '/trades', '/copy-trader', '/account']);
});
