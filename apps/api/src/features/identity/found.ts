import { messages } from '@clearbook/contracts/messages';
import { Problem } from '../../platform/http/index.ts';

/** @throws Problem 404 for whoever has sent no identity documents */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'identity.not_found', messages.identity.notFound);
  return value;
}
