import { fixed, id, int, nullable, oneOf, type RowOf, rowsOf, table, text, time } from '../../kernel/table.ts';

/** What delays the approval of a client's withdrawals. Only those of the clients that a withdrawal's decision or a hold is about are read. */
export const HOLDS = table(
  'hold',
  {
    id,
    clientId: fixed(id),
    code: fixed(oneOf('aml_review', 'court_order', 'security_cooling')),
    reference: fixed(text),
    /** Null if a change of login details placed it. */
    placedBy: fixed(nullable(id)),
    placedAt: fixed(time),
    /** Who placed it, or renewed it last, and when. */
    setBy: nullable(id),
    setAt: time,
    endsAt: time,
    renewals: int,
    liftedBy: nullable(id),
    liftedAt: nullable(time),
    /** The id of its reason's note. */
    liftNote: nullable(id),
  },
  { rule: 'F38' },
);
export type Hold = RowOf<typeof HOLDS>;
export const HOLDS_OF = rowsOf(HOLDS, 'clientId');
export type HoldCode = Hold['code'];
