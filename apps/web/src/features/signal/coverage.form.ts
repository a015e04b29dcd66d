import { putCoverageBody, type SignalCoverage } from '@clearbook/contracts/signals';
import { formOf } from '../../lib/form.ts';

/** For which instruments somebody wants signals. */
export const coverageForm = formOf({
  route: 'PUT /signals/coverage',
  schema: putCoverageBody,
  initial: ({ covered }: SignalCoverage) => ({ symbols: covered }),
  body: (values) => values,
  /** How many more may be chosen. */
  preview: ({ symbols }, { allowed }) => Math.max(0, allowed - symbols.length),
  topics: ['signals'],
});
