import { id, nullable, oneOf, reading, type RowOf, table, text, time } from '../../kernel/table.ts';

/** What delays the approval of a client's withdrawals. Only those of the clients that a withdrawal's decision or a hold is about are read. */
export const HOLDS = table('hold', {
  id,
  clientId: id,
  code: oneOf('aml_review', 'court_order', 'security_cooling'),
  reference: text,
  /** Who placed it, or renewed it last; null where a change of access placed it by itself. */
  setBy: nullable(id),
  setAt: time,
  endsAt: time,
  liftedAt: nullable(time),
});
export type Hold = RowOf<typeof HOLDS>;
export const HOLDS_OF = reading<Hold>('holdsOf');
export type HoldCode = Hold['code'];

declare module '../../kernel/decision.ts' {
  interface Changes {
    hold_placed: { readonly after: Hold };
    hold_renewed: { readonly after: Hold };
    hold_lifted: { readonly after: Hold; readonly liftedBy: string; readonly noteId: string };
  }
}
