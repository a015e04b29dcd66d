import type { Permission } from '@clearbook/contracts/permissions';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../lib/queries.ts';

/** What whoever looks may do. Comfort only: the server and the database refuse each request by themselves. */
export function useCan(): (permission: Permission) => boolean {
  const staff = useQuery(queries.me()).data?.staff;
  return (permission) => staff?.permissions.includes(permission) ?? false;
}
