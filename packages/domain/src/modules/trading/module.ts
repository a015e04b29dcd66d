import { QUOTE_MAX_AGE_MS, TRIGGER_MAX_AGE_MS } from './triggers.ts';
import { command, follow, module, type Read, rows } from '../../kernel/module.ts';
import { COPY_OF_TRADE } from '../positions/copies.ts';
import { followTrade } from '../positions/follow-trade.ts';
import { EXPOSURES, TRADES } from '../positions/model.ts';
import { decideAmendTrade, decideRecordTrailingPeak } from './amend-trade.ts';
import { decideCloseTrade } from './close-trade.ts';
import { decideCancelOrders } from './cancel-orders.ts';
import { afterTriggers, afterTriggersOfOrders } from './due.ts';
import { decideFillOrder } from './fill-order.ts';
import { decideChargeFinancing, untilNow, untilTrigger } from './financing.ts';
import { readsNamed } from './client-order-id.ts';
import { CLIENT_ORDER_IDS, FINANCING, ORDER_LINKED_TO, ORDERS, ORDERS_OF, QUOTES, SECOND_QUOTES } from './model.ts';
import { decideOpenTrade } from './open-trade.ts';
import { decidePlaceOrder } from './place-order.ts';
import { readConfiguration } from '../configuration/guard.ts';
import { readStops } from '../switches/guard.ts';
import { TRADING_REFUSALS } from './refusals.ts';
import { decideAmendOrder, decideCancelOrder, decideExpireOrder } from './amend-order.ts';
import { decideAlertLoss, decideTriggerClose } from './trigger-close.ts';
import { decideCancelClose, decideFillPendingClose } from './pending-close.ts';

const ofTrade = { reads: ({ tradeId }: { tradeId: string }): Read[] => [rows(TRADES, tradeId)] };
const ofOrder = {
  reads: ({ orderId }: { orderId: string }): Read[] => [rows(ORDERS, orderId), rows(ORDER_LINKED_TO, orderId)],
};
/** A price may have come before them: that is decided first. */
const before = afterTriggers;

export const trading = module({
  name: 'trading',
  uses: ['configuration', 'positions', 'protection', 'switches'],
  tables: [QUOTES, SECOND_QUOTES, FINANCING, TRADES, ORDERS, CLIENT_ORDER_IDS],
  follows: [follow(TRADES, followTrade)],
  refusals: TRADING_REFUSALS,
  limits: { trigger_age_ms: TRIGGER_MAX_AGE_MS, quote_age_ms: QUOTE_MAX_AGE_MS },
  locks: [ORDERS],
  commands: {
    open_trade: command(decideOpenTrade, {
      reads: (command) => [
        rows(EXPOSURES, command.clientId),
        readStops(),
        ...readConfiguration(command.symbol),
        ...readsNamed(command),
      ],
    }),
    close_trade: command(decideCloseTrade, { ...ofTrade, closes: untilNow, before }),
    fill_pending_close: command(decideFillPendingClose, { ...ofTrade, closes: untilTrigger }),
    cancel_close: command(decideCancelClose, { ...ofTrade, before }),
    amend_trade: command(decideAmendTrade, {
      reads: ({ tradeId }) => [rows(TRADES, tradeId), rows(COPY_OF_TRADE, tradeId)],
      before,
    }),
    record_trailing_peak: command(decideRecordTrailingPeak, ofTrade),
    trigger_close: command(decideTriggerClose, { ...ofTrade, closes: untilTrigger }),
    alert_loss: command(decideAlertLoss, ofTrade),
    charge_financing: command(decideChargeFinancing, ofTrade),
    place_order: command(decidePlaceOrder, {
      reads: (command) => [
        rows(EXPOSURES, command.clientId),
        rows(ORDERS_OF, command.clientId),
        readStops(),
        ...readConfiguration(command.symbol),
        ...readsNamed(command),
      ],
    }),
    amend_order: command(decideAmendOrder, {
      reads: (command) => [...ofOrder.reads(command), rows(EXPOSURES, command.clientId)],
      before,
    }),
    cancel_order: command(decideCancelOrder, { ...ofOrder, before }),
    cancel_orders: command(decideCancelOrders, {
      reads: ({ clientId }) => [rows(ORDERS_OF, clientId)],
      before: afterTriggersOfOrders,
    }),
    expire_order: command(decideExpireOrder, ofOrder),
    fill_order: command(decideFillOrder, {
      reads: (command) => [
        ...ofOrder.reads(command),
        rows(EXPOSURES, command.clientId),
        readStops(),
        ...readConfiguration(command.trigger.quote.symbol),
      ],
    }),
  },
});
