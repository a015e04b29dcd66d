import { command, module, rows } from '../../kernel/module.ts';
import { COPY_OF_TRADE } from '../positions/copies.ts';
import { EXPOSURES, TRADES } from '../positions/model.ts';
import { readWholeConfiguration } from '../configuration/guard.ts';
import { readStops } from '../switches/guard.ts';
import { afterTriggers } from '../trading/due.ts';
import { untilNow } from '../trading/financing.ts';
import { decideBreakEven } from './break-even.ts';
import { decideAlertMargin, decideSetMarginCalls } from './margin-calls.ts';
import { MARGIN_CALLS } from './model.ts';
import { decideReverseTrade } from './reverse-trade.ts';
import { ACTIONS_REFUSALS } from './refusals.ts';

/** What a client does with an open position in one step. */
export const actions = module({
  name: 'actions',
  uses: ['configuration', 'positions', 'protection', 'switches', 'trading'],
  tables: [MARGIN_CALLS],
  locks: [MARGIN_CALLS],
  refusals: ACTIONS_REFUSALS,
  commands: {
    break_even: command(decideBreakEven, {
      reads: ({ tradeId }) => [rows(TRADES, tradeId), rows(COPY_OF_TRADE, tradeId)],
      before: afterTriggers,
    }),
    set_margin_calls: command(decideSetMarginCalls, { reads: ({ clientId }) => [rows(MARGIN_CALLS, clientId)] }),
    alert_margin: command(decideAlertMargin, {
      reads: ({ clientId, tradeId }) => [rows(TRADES, tradeId), rows(MARGIN_CALLS, clientId)],
    }),
    reverse_trade: command(decideReverseTrade, {
      reads: ({ clientId, tradeId }) => [
        rows(TRADES, tradeId),
        rows(COPY_OF_TRADE, tradeId),
        rows(EXPOSURES, clientId),
        readStops(),
        ...readWholeConfiguration(),
      ],
      closes: untilNow,
      before: afterTriggers,
    }),
  },
});
