import type { Change, Fill, MailDraft } from '../ledger/decision.ts';
import type { Trade } from '../ledger/state.ts';
import { exactPrice, instrument } from '../market/index.ts';
import { formatUsd } from '../money/index.ts';

type ClosedBy = Extract<Change, { kind: 'trade_closed' }>['closedBy'];

/** Who closed it decides what is said, and how loudly: what the client did or ordered is quiet, what was done to them is not. */
const TEMPLATES: Readonly<Record<ClosedBy, string>> = {
  client: 'trade-closed',
  stop: 'trade-closed-by-stop',
  close_out: 'trade-closed-out',
  admin: 'trade-closed-by-staff',
  copy: 'trade-closed-by-trader',
};

export function tradeOpenedLetter(trade: Trade): MailDraft {
  return {
    userId: trade.clientId,
    template: 'trade-opened',
    values: {
      ...named(trade, trade.lots),
      price: priceOf(trade, trade.entryPrice),
      amount: formatUsd(trade.collateral),
    },
    subjectId: trade.id,
    quiet: true,
  };
}

/** A part or the whole, with the result of this part at its quotes. */
export function tradeClosedLetter(after: Trade, fill: Fill, closedBy: ClosedBy): MailDraft {
  const realised = fill.realised ?? 0n;
  const result =
    realised === 0n
      ? 'neither profit nor loss'
      : `${realised > 0n ? 'profit' : 'loss'} of ${formatUsd(realised < 0n ? -realised : realised)}`;
  return {
    userId: after.clientId,
    template: TEMPLATES[closedBy],
    values: { ...named(after, fill.lots), price: priceOf(after, fill.price), result },
    subjectId: after.id,
    ...((closedBy === 'client' || closedBy === 'stop' || closedBy === 'copy') && { quiet: true }),
  };
}

function named(trade: Trade, lots: bigint): Record<string, string> {
  return { symbol: trade.symbol, side: trade.side === 'buy' ? 'Buy' : 'Sell', lots: lotsText(lots) };
}

function priceOf(trade: Trade, price: bigint): string {
  return exactPrice(price, instrument(trade.symbol).digits);
}

/** Hundredths: 10n is "0.10". */
function lotsText(lots: bigint): string {
  const digits = lots.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
