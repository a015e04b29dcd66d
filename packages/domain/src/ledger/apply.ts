import type { EntryDraft } from '../kernel/accounts.ts';
import type { AnyDecision } from '../kernel/decision.ts';
import { PARTIES, type Party } from '../kernel/party.ts';
import type { State } from '../kernel/state.ts';
import { keyOf, rowAfter, type RowImage } from '../kernel/table.ts';
import { FOLLOWS, POSTED } from './modules.ts';

/**
 * Carries a decision into the state in memory, so that the next command of the batch, or of the reference ledger, is decided against it.
 * All or nothing: the entry comes first because only it can throw, and a command that fails must leave nothing behind.
 */
export function apply(state: State, decision: AnyDecision, now: Date): void {
  const { entry, also } = decision;
  if (also && also.clientId !== entry?.clientId) throw new Error('a decision that moves the money of two clients');
  if (entry) applyEntry(state, entry, now);
  if (also) applyEntry(state, also, now);
  for (const image of decision.rows ?? []) {
    const rows = state.of<RowImage['after']>(image.table);
    const key = keyOf(image.table, image.after);
    rows.set(key, rowAfter(image, rows.get(key)));
    for (const follows of FOLLOWS) follows(state, image);
  }
  decision.carries?.(state);
}

function applyEntry(state: State, entry: EntryDraft, now: Date): void {
  const party = state.of(PARTIES).get(entry.clientId);
  if (party === undefined) throw new Error('entry for somebody without books');
  let { cash, margin, withdrawing, loan, deposited, realised, topUpDay, topUpCount } = party;
  if (entry.event === 'demo_top_up') {
    const today = now.toISOString().slice(0, 10);
    const begun = topUpDay !== null && topUpDay >= today;
    topUpCount = begun ? topUpCount + 1 : 1;
    topUpDay = begun ? topUpDay : today;
  }
  for (const { account, amount } of entry.postings) {
    if (account === 'cash') {
      cash -= amount;
      if (entry.event === 'deposit_approved' || entry.event === 'demo_top_up') deposited -= amount;
    } else if (account === 'margin') margin -= amount;
    else if (account === 'withdrawing') withdrawing -= amount;
    else if (account === 'loan') loan += amount;
    else if (account === 'trading' && entry.event === 'trade_closed') realised += amount;
  }
  if (cash < 0n || margin < 0n || withdrawing < 0n || loan < 0n) throw new Error(`${entry.event} breaks a floor`);
  const after: Party = { ...party, cash, margin, withdrawing, loan, deposited, realised, topUpDay, topUpCount };
  state.of(PARTIES).set(party.id, after);
  for (const posted of POSTED) posted(state, entry, { before: party, after }, now);
}
