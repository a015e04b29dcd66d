import type { Cents } from '../money/index.ts';
import type { EntryDraft } from './accounts.ts';
import { tallied } from '../protection/tally.ts';
import type { Decision } from './decision.ts';
import type { Party, Protection, State, Trade } from './state.ts';

/**
 * Carries a decision into the state in memory, so that the next command of the batch, or of the twin, is decided against it.
 * All or nothing: the entry comes first, because it is what can break a promise and throw, and nothing may stay behind of a command that failed.
 */
export function apply(state: State, decision: Decision, now: Date): void {
  if (decision.entry) applyEntry(state, decision.entry, now);
  if (decision.also) applyEntry(state, decision.also, now);
  if (decision.released) state.releases?.alone.push(decision.released);
  for (const change of decision.changes ?? []) {
    switch (change.kind) {
      case 'party':
        // Only the switches: sums come from postings alone.
        state.parties.set(change.after.id, { ...change.after, ...sumsOf(state.parties.get(change.after.id)) });
        break;
      case 'deposit_created':
      case 'deposit_moved':
        state.deposits.set(change.after.id, change.after);
        break;
      case 'withdrawal_created':
      case 'withdrawal_moved':
        state.withdrawals.set(change.after.id, change.after);
        break;
      case 'trade_opened':
        state.trades.set(change.after.id, change.after);
        carryToPositions(state, undefined, change.after);
        carryToCopy(state, change.after, change.after.collateral, 0n);
        break;
      case 'trade_closed': {
        const { before, after } = change;
        state.trades.set(after.id, after);
        carryToPositions(state, before, after);
        const brought = after.realised - before.realised + after.shortfall - before.shortfall;
        carryToCopy(state, after, after.collateralLeft - before.collateralLeft, brought);
        break;
      }
      case 'trade_amended':
        state.trades.set(change.after.id, change.after);
        break;
      case 'trade_financed': {
        const { before, after } = change;
        state.trades.set(after.id, after);
        const charged = after.financed - before.financed;
        carryToCopy(state, after, -charged, -charged);
        break;
      }
      case 'order_placed':
      case 'order_moved':
        state.orders.set(change.after.id, change.after);
        break;
      case 'trader_created':
      case 'trader_deleted':
        state.traders.set(change.after.id, change.after);
        break;
      case 'copy_started':
      case 'copy_moved':
        state.copies.set(change.after.id, change.after);
        break;
      case 'copy_skipped':
        break;
      case 'loan_created':
      case 'loan_moved':
        state.loans.set(change.after.id, change.after);
        break;
      case 'package_added':
        state.packages.set(change.after.id, change.after);
        break;
      case 'limit_set': {
        const protection = protectionOf(state, change.clientId);
        const others = protection.limits.filter(({ kind }) => kind !== change.after.kind);
        state.protections.set(change.clientId, { ...protection, limits: [...others, change.after] });
        break;
      }
      case 'time_out_set':
        state.protections.set(change.clientId, {
          ...protectionOf(state, change.clientId),
          timeOut: change.after,
        });
        break;
      case 'hold_placed':
      case 'hold_renewed':
      case 'hold_lifted':
        state.holds.set(change.after.id, change.after);
        break;
      case 'release_limits_set':
        if (state.releases !== null) state.releases = { ...state.releases, limits: change.after };
        break;
      case 'fees_set':
        state.settings = { ...state.settings, ...change.after };
        break;
      case 'verification_declined':
        state.verifications.set(change.clientId, { submission: change.submission, state: 'declined' });
        break;
      case 'proposal_made':
      case 'proposal_moved':
        state.proposals.set(change.after.id, change.after);
        break;
      case 'wallets_set':
      case 'staff_told':
      case 'staff_added':
      case 'staff_removed':
      case 'plan_bought':
      case 'manual_trade':
      case 'account_closed':
      case 'note':
      case 'audit':
        break;
    }
  }
}

/** The sums of what a client has open follow each trade, here as in the database, where they were read. */
function carryToPositions(state: State, before: Trade | undefined, after: Trade): void {
  const { clientId, symbol, side, entryPrice } = after;
  const count = state.openTrades?.get(clientId);
  const opened = (after.status === 'active' ? 1 : 0) - (before === undefined ? 0 : 1);
  if (count !== undefined) state.openTrades?.set(clientId, count + opened);
  const sums = state.exposures?.get(clientId);
  if (sums === undefined) return;
  const lots = after.openLots - (before?.openLots ?? 0n);
  const required = after.requiredMarginLeft - (before?.requiredMarginLeft ?? 0n);
  const known = sums.find((sum) => sum.symbol === symbol && sum.side === side);
  const sum = known ?? { symbol, side, lots: 0n, value: 0n, required: 0n };
  state.exposures?.set(clientId, [
    ...sums.filter((one) => one !== known),
    { ...sum, lots: sum.lots + lots, value: sum.value + lots * entryPrice, required: sum.required + required },
  ]);
}

/** A copy's two running figures follow its mirrored trades, here as in the database. */
function carryToCopy(state: State, trade: Trade, held: Cents, result: Cents): void {
  const copy = trade.copyId === null ? undefined : state.copies.get(trade.copyId);
  if (copy === undefined || trade.leadTradeId === null || copy.status === 'stopped') return;
  const mirrored = copy.mirrored.includes(trade.leadTradeId) ? copy.mirrored : [...copy.mirrored, trade.leadTradeId];
  state.copies.set(copy.id, { ...copy, held: copy.held + held, result: copy.result + result, mirrored });
}

function applyEntry(state: State, entry: EntryDraft, now: Date): void {
  const party = state.parties.get(entry.clientId);
  if (party === undefined) throw new Error('entry for somebody without books');
  let { cash, margin, withdrawing, loan, deposited, realised, topUpDay, topUpCount } = party;
  if (entry.event === 'demo_top_up') {
    const today = now.toISOString().slice(0, 10);
    topUpCount = topUpDay === today ? topUpCount + 1 : 1;
    topUpDay = today;
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
  state.parties.set(party.id, { ...party, cash, margin, withdrawing, loan, deposited, realised, topUpDay, topUpCount });
  tally(state, entry, party, { cash, margin }, now);
  if (entry.event === 'adjustment' && entry.corrects !== null) {
    const corrected = state.entries.get(entry.corrects);
    const taken = entry.postings.find((posting) => posting.account === 'cash')?.amount ?? 0n;
    if (corrected) state.entries.set(entry.corrects, { ...corrected, corrected: corrected.corrected + taken });
  }
}

/** What a client's own limits are measured by. What closings and financing changed in cash and margin is the client's result. */
function tally(
  state: State,
  { event, clientId }: EntryDraft,
  before: Party,
  after: { readonly cash: Cents; readonly margin: Cents },
  now: Date,
): void {
  const protection = state.protections.get(clientId);
  if (protection === undefined) return;
  const change = after.cash + after.margin - before.cash - before.margin;
  if (event === 'trade_closed' || event === 'overnight_financing')
    state.protections.set(clientId, { ...protection, tally: tallied(protection.tally, now, { result: change }) });
  else if (event === 'deposit_approved' || event === 'demo_top_up')
    state.protections.set(clientId, { ...protection, tally: tallied(protection.tally, now, { funded: change }) });
}

function protectionOf(state: State, clientId: string): Protection {
  const protection = state.protections.get(clientId);
  if (protection === undefined) throw new Error('a limit of somebody without books');
  return protection;
}

function sumsOf(party: Party | undefined): Partial<Party> {
  if (party === undefined) return {};
  const { cash, margin, withdrawing, loan, deposited, realised, topUpDay, topUpCount } = party;
  return { cash, margin, withdrawing, loan, deposited, realised, topUpDay, topUpCount };
}
