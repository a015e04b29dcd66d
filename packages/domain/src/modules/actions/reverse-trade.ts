import type { EntryDraft } from '../../kernel/accounts.ts';
import type { Context, Decision, Fields } from '../../kernel/decision.ts';
import { PARTIES, type Party } from '../../kernel/party.ts';
import type { State } from '../../kernel/state.ts';
import { conversionRate, instrument } from '../../market/index.ts';
import { type Cents, max, min } from '../../money/index.ts';
import { followVolume } from '../configuration/volumes.ts';
import { followTrade, movedTrade } from '../positions/follow-trade.ts';
import { notional, requiredMargin } from '../positions/margin.ts';
import { type Trade, TRADES } from '../positions/model.ts';
import { effectiveLeverageHundredths, effectiveMarkup } from '../positions/terms.ts';
import { tally } from '../protection/tally.ts';
import { isMirrored, findOpenTrade } from '../trading/amend-trade.ts';
import { closeAtQuote, type TradeClosed } from '../trading/close-trade.ts';
import type { MaxDeviation } from '../trading/deviation.ts';
import { conversionQuote, decideOpenTrade } from '../trading/open-trade.ts';
import { refuse } from './refusals.ts';

/** Closes all that is open of a trade and opens as much on the other side, at one quote: both or neither. */
export type ReverseTrade = {
  readonly kind: 'reverse_trade';
  readonly clientId: string;
  readonly tradeId: string;
  /** Collateral of the new position; null for as much as the closed one had left, as far as that is free. */
  readonly amount: Cents | null;
  /** Refused where the price has moved further than this against the client. */
  readonly maxDeviation?: MaxDeviation;
};

/** The close, and the trade that was opened instead. */
export type TradeReversed = TradeClosed & Fields<'trade_id' | 'filled_price'>;

/** The new position is decided as any opening is, on what the close leaves: cash, limits, how many are open. Neither waits for a price. */
export function decideReverseTrade(state: State, command: ReverseTrade, context: Context): Decision<TradeReversed> {
  const found = findOpenTrade(state, command);
  if ('outcome' in found) return found;
  const { trade, party } = found;
  if (isMirrored(state, trade)) return refuse('trade.mirrored');
  const { clientId, tradeId, maxDeviation } = command;
  const closed = closeAtQuote(state, { clientId, tradeId, lots: null, closedBy: 'client' }, context);
  if (!closed.outcome.ok) return { outcome: closed.outcome };
  const after = stateAfter(state, party, closed, context.now);
  const opened = decideOpenTrade(
    after,
    {
      kind: 'open_trade',
      ...{ clientId, symbol: trade.symbol, side: trade.side === 'buy' ? 'sell' : 'buy', lots: trade.openLots },
      amount: command.amount ?? collateralFor(trade, after.party(clientId), context),
      ...(maxDeviation && { maxDeviation }),
    },
    context,
    { reverses: trade.id },
  );
  if (!opened.outcome.ok) return { outcome: opened.outcome };
  const { trade_id, filled_price } = opened.outcome.result;
  const [entry, also] = [closed.entry, opened.entry].filter((one) => one !== undefined);
  return {
    outcome: { ok: true, result: { ...closed.outcome.result, trade_id, filled_price } },
    ...(entry && { entry }),
    ...(also && { also }),
    rows: [...(closed.rows ?? []), ...(opened.rows ?? [])],
    notifications: [...(closed.notifications ?? []), ...(opened.notifications ?? [])],
    invalidates: [...(closed.invalidates ?? []), ...(opened.invalidates ?? [])],
  };
}

/** What the closed position had left, as far as it is free, and never less than the new one requires. */
function collateralFor(trade: Trade, { cash, ...terms }: Party, context: Context): Cents {
  const of = instrument(trade.symbol);
  const wanted = min(trade.collateralLeft, cash);
  const priced = context.quote(trade.symbol, effectiveMarkup(terms), 'opening');
  if (!priced.ok) return wanted;
  const conversion = conversionQuote(of.base, trade.symbol, priced.quote, context);
  const rate = conversion.ok ? conversionRate(of.base, () => conversion.quote ?? undefined) : undefined;
  if (rate === undefined) return wanted;
  return max(wanted, requiredMargin(notional(of, trade.openLots, rate), effectiveLeverageHundredths(of, terms)));
}

/** The state as the close leaves it, for the decision that follows in the same commit. */
function stateAfter(state: State, before: Party, closed: Decision<TradeClosed>, now: Date): State {
  const after = state.copy();
  const { entry } = closed;
  if (entry) {
    const party = partyAfter(before, entry);
    after.of(PARTIES).set(party.id, party);
    tally(after, entry, { before, after: party }, now);
  }
  const { before: open, after: trade } = movedTrade(closed);
  after.of(TRADES).set(trade.id, trade);
  followTrade(after, open, trade);
  followVolume(after, open, trade);
  return after;
}

function partyAfter(party: Party, { postings }: EntryDraft): Party {
  const moved = (of: 'cash' | 'margin' | 'trading'): Cents =>
    postings.reduce((sum, { account, amount }) => (account === of ? sum + amount : sum), 0n);
  return {
    ...party,
    cash: party.cash - moved('cash'),
    margin: party.margin - moved('margin'),
    realised: party.realised + moved('trading'),
  };
}
