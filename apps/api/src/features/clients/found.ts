import { messages } from '@clearbook/contracts/messages';
import { Problem } from '../../platform/http/index.ts';

/** The client, or a 404 problem. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'user.not_found', messages.admin.userNotFound);
  return value;
}
