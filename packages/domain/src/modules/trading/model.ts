import {
  cents,
  id,
  lots,
  nullable,
  oneOf,
  price,
  type RowOf,
  rowsOf,
  symbol,
  table,
  text,
  time,
} from '../../kernel/table.ts';
import type { DealtQuote, Price } from '../../market/index.ts';
import type { Cents } from '../../money/index.ts';
import { PROTECTION_COLUMNS, type Side, SIDES, type Trade } from '../positions/model.ts';

/** An order that waits for its price. It holds no money: at its trigger it is decided like a market order. */
export const ORDERS = table(
  'client_order',
  {
    id,
    clientId: id,
    symbol,
    side: oneOf(...SIDES),
    lots,
    /** Collateral that the client will put up. */
    amount: cents,
    type: oneOf('limit', 'stop'),
    timeInForce: oneOf('gtc', 'day'),
    /** The price of a limit order and of a stop order: one of them. */
    limitPrice: nullable(price),
    stopPrice: nullable(price),
    ...PROTECTION_COLUMNS,
    status: oneOf('working', 'filled', 'cancelled', 'expired', 'rejected'),
    /** When a day order ends. */
    expiresAt: nullable(time),
    /** Why it ended: who cancelled it, or the code of the refusal at its trigger. */
    reason: nullable(text),
    tradeId: nullable(id),
    at: time,
    /** Only quotes received from here on can set it off. */
    setAt: time,
    endedAt: nullable(time),
  },
  // A market order never waited: nothing can be done with it.
  { where: { timeInForce: ['gtc', 'day'] } },
);
export type Order = RowOf<typeof ORDERS>;
/** The working orders of a client. */
export const ORDERS_OF = rowsOf(ORDERS, 'clientId', { where: { endedAt: null } });

/** What a trade was opened at, or a part of it closed at. */
export type Fill = {
  readonly id: string;
  readonly side: Side;
  /** Hundredths of a lot. */
  readonly lots: bigint;
  readonly quote: DealtQuote;
  readonly conversion: DealtQuote | null;
  readonly price: Price;
  readonly realised: Cents | null;
  readonly at: Date;
};

/** Who or what closed a trade: 'stop' is the stop loss. */
export type ClosedBy = 'client' | 'stop' | 'take_profit' | 'trailing_stop' | 'close_out' | 'admin' | 'copy';

declare module '../../kernel/decision.ts' {
  interface Changes {
    trade_opened: {
      readonly after: Trade;
      readonly orderId: string;
      readonly leverageHundredths: number;
      readonly fill: Fill;
      /** The worst price at which its client let it fill. */
      readonly worstPrice: Price | null;
      /** The order had waited: it has its row already. */
      readonly waited?: true;
    };
    trade_closed: {
      readonly before: Trade;
      readonly after: Trade;
      readonly fill: Fill;
      readonly closedBy: ClosedBy;
      /** The quote of the best price that a trailing stop closed by, where the trade did not know it yet. */
      readonly peak?: DealtQuote;
    };
    order_placed: { readonly after: Order };
    /** Amended in place, or ended. */
    order_moved: { readonly before: Order; readonly after: Order };
    /** Its stops and targets, the best price of its trailing stop, the loss it was told of, or a close that waits: no money moves. */
    trade_amended: {
      readonly before: Trade;
      readonly after: Trade;
      /** The quote that the best price was seen at. */
      readonly peak?: DealtQuote;
    };
    trade_financed: {
      readonly before: Trade;
      readonly after: Trade;
      /** YYYY-MM-DD in New York. */
      readonly day: string;
      readonly quote: DealtQuote;
      readonly conversion: DealtQuote | null;
    };
  }
}
