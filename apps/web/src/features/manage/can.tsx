import type { Permission } from '@clearbook/contracts/permissions';
import type { ReactNode } from 'react';
import { useCan } from './use-can.ts';

/** What only a permission makes useful. */
export function Can({ permission, children }: { permission: Permission; children: ReactNode }) {
  return useCan()(permission) ? children : null;
}
