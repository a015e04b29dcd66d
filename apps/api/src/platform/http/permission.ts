import { messages } from '@clearbook/contracts/messages';
import type { Permission } from '@clearbook/contracts/permissions';
import type { Actor } from './context.ts';
import { Problem } from './problem.ts';

export function notIncluded(permission: Permission): Problem {
  return new Problem(403, 'auth.permission_missing', messages.common.notIncluded(permission));
}

/** Staff whose session is used from a network that the operator didn't name. */
export function staffElsewhere(): Problem {
  return new Problem(403, 'auth.network', messages.session.staffElsewhere);
}

/**
 * What a route asks for beside its own permission, where that depends on what is asked.
 * @throws Problem 403 `auth.permission_missing` where the role does not include it
 */
export function requirePermission({ permissions }: Pick<Actor, 'permissions'>, permission: Permission): void {
  if (!permissions.has(permission)) throw notIncluded(permission);
}
