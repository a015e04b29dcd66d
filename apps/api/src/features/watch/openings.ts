import { imageOf, PARTIES, type RowImage, type State } from '@clearbook/domain/ledger';
import { type Trade, TRADES } from '@clearbook/domain/positions';

/** A trade that a batch opens, and the mark-up of its client. */
export type Opening = { readonly trade: Trade; readonly markup: number };

/** What is opened here, is named by its own id in its invalidation (a mirrored trade goes by its copy), and was not moved on by a later command of the same batch. */
export function openings(rows: readonly RowImage[], state: State): Opening[] {
  return rows.flatMap((row) => {
    const image = imageOf(TRADES, row);
    if (image === undefined || image.before !== null || image.after.copyId !== null) return [];
    const trade = image.after;
    const party = state.of(PARTIES).get(trade.clientId);
    return party !== undefined && state.of(TRADES).get(trade.id) === trade ? [{ trade, markup: party.markup }] : [];
  });
}
