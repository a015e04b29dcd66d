import { messages } from '@clearbook/contracts/messages';
import { Problem } from '../../platform/http/index.ts';

/** The trade, or the answer that there is none of this id. */
export function found<T>(value: T | undefined): T {
  if (value === undefined) throw new Problem(404, 'trade.not_found', messages.trade.notFound);
  return value;
}
