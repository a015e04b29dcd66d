import { messages } from '@clearbook/contracts/messages';
import { Problem } from '../../platform/http/index.ts';

/** The trader, or the answer that there is none of this id. */
export function trader<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'trader.not_found', messages.trader.notFound);
  return value;
}
