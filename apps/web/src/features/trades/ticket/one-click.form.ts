import { usdAmount } from '@clearbook/contracts/money';
import { oneClickWords as words } from '@clearbook/contracts/words/orders';
import { strictObject } from 'zod/mini';
import type { FormRules } from '../../../lib/form.ts';
import { formatUsd } from '../../../lib/format.ts';
import { type Deviation, deviationError } from './max-deviation.ts';

/** Up to this size nothing is asked, unless somebody says otherwise. */
const DEFAULT_GUARD = '10000';
const schema = strictObject({ guard: usdAmount(words.guardRequired) });

/** The size up to which one-click trading asks nothing. `Of` is how far a price may move, which has a field of its own. */
export const guardFields: FormRules<{ guard: string }, Deviation> = {
  schema,
  initial: () => ({ guard: DEFAULT_GUARD }),
  body: ({ guard }) => ({ guard: guard.trim() }),
  check: (_, deviation) => {
    const wrong = deviationError(deviation);
    return wrong === null ? {} : { max_deviation: wrong };
  },
};

/** What the button says: a dollar sign alone while no amount can be read. */
export function turnOnText({ guard }: { guard: string }): string {
  return words.turnOn(schema.safeParse({ guard: guard.trim() }).success ? formatUsd(guard.trim()) : '$');
}
