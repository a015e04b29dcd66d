import type { Me } from '@clearbook/contracts';
import { expect, it } from 'vitest';
import { ROLES, type RoleName } from '@clearbook/contracts/permissions';
import { phonePlacesFor, placesFor } from './places.ts';

const staffOf = (role: RoleName): Me['staff'] => ({ role, permissions: [...ROLES[role]] });

it('[S161] a phone’s bar leads staff to what waits for them, and clients to their money', () => {
  const bar = (me: Partial<Me>) => phonePlacesFor({ guest: null, mode: 'live', ...me } as Me).map(({ to }) => to);
  expect(bar({ role: 'admin', staff: staffOf('owner') })).toEqual(['/overview', '/queues', '/all-user', '/dashboard']);
  expect(bar({ role: 'client' })).toEqual(['/dashboard', '/trades', '/copy-trader', '/account']);
});

it('[S61] nobody is led to a page of which their role reads nothing', () => {
  const places = (role: RoleName) =>
    placesFor({ guest: null, mode: 'live', role: 'admin', staff: staffOf(role) } as Me).flatMap((group) =>
      group.places.map(({ to }) => to),
    );
  expect(places('finance')).toEqual(expect.arrayContaining(['/overview', '/reconciliation', '/queues', '/all-user']));
  expect(places('operations')).not.toContain('/reconciliation');
  expect(places('operations')).toContain('/overview');
  expect(places('support')).not.toContain('/overview');
});
