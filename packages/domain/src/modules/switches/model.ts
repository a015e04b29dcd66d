import { flag, id, oneOf, reading, table, text, time } from '../../kernel/table.ts';

/** What staff can stop for everybody. Closing a position, cancelling an order and withdrawing are not among them, and never will be. */
export const SWITCH_NAMES = ['trading', 'forex', 'crypto', 'stocks', 'deposits', 'sign_up', 'copying'] as const;
export type SwitchName = (typeof SWITCH_NAMES)[number];

/** Every stop and every start, by whom and why. The last one of a name counts, and none ever changes. */
export const SWITCH_CHANGES = table(
  'switch_change',
  {
    id,
    name: oneOf(...SWITCH_NAMES),
    stopped: flag,
    /** What clients read on every page while it is stopped; empty for a start. */
    banner: text,
    reason: text,
    staffId: id,
    at: time,
  },
  { lock: 'none', book: 'site' },
);

/** What is stopped now, by name, as the last change of each says. */
export const STOPS = reading<true>('stops');
