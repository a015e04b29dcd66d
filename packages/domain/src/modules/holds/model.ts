import { id, int, nullable, oneOf, type RowOf, rowsOf, table, text, time } from '../../kernel/table.ts';

/** What delays the approval of a client's withdrawals. Only those of the clients that a withdrawal's decision or a hold is about are read. */
export const HOLDS = table('hold', {
  id,
  clientId: id,
  code: oneOf('aml_review', 'court_order', 'security_cooling'),
  reference: text,
  /** Null where a change of access placed it by itself. */
  placedBy: nullable(id),
  placedAt: time,
  /** Who placed it, or renewed it last, and when. */
  setBy: nullable(id),
  setAt: time,
  endsAt: time,
  renewals: int,
  liftedBy: nullable(id),
  liftedAt: nullable(time),
  /** Under which the reason is kept. */
  liftNote: nullable(id),
});
export type Hold = RowOf<typeof HOLDS>;
export const HOLDS_OF = rowsOf(HOLDS, 'clientId');
export type HoldCode = Hold['code'];
