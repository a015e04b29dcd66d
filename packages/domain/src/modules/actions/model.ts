import { id, json, type RowOf, table, time } from '../../kernel/table.ts';

/** At which margin levels, in percent, a client wants to be told, highest first. */
export const MARGIN_CALLS = table(
  'margin_call',
  {
    clientId: id,
    levels: json<readonly number[]>(),
    /** No quote from before sets one off. */
    setAt: time,
  },
  { key: ['clientId'] },
);
export type MarginCalls = RowOf<typeof MARGIN_CALLS>;
