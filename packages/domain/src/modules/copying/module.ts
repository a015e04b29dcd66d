import { command, follow, module, rows } from '../../kernel/module.ts';
import { COPIES } from '../positions/copies.ts';
import { EXPOSURES, MIRROR_OF, POSITIONS_OF, TRADES } from '../positions/model.ts';
import { decideMirrorClose, decideMirrorOpen } from './mirror.ts';
import {
  COPY_SKIPS,
  KEPT_TRADES,
  LEAD_TRADES,
  LEFT_BY_LEAD,
  SHARES_DUE,
  SHARES_PAID,
  TRADER_CARDS,
  TRADERS,
} from './model.ts';
import { decidePayProfitShare, decideProfitShare } from './profit-share.ts';
import { readWholeConfiguration } from '../configuration/guard.ts';
import { readStops } from '../switches/guard.ts';
import { untilNow } from '../trading/financing.ts';
import { COPYING_REFUSALS } from './refusals.ts';
import { decideStartCopy } from './start-copy.ts';
import { decideSetCopyStatus, decideStopCopy } from './set-copy-status.ts';
import { decideCreateTrader, decideDeleteTrader, decideGrantCapital } from './traders.ts';

export const copying = module({
  name: 'copying',
  uses: ['configuration', 'funding', 'positions', 'protection', 'switches', 'trading'],
  // What is kept is written first: a copy that stops is settled on it.
  tables: [TRADERS, TRADER_CARDS, KEPT_TRADES, COPIES, COPY_SKIPS, SHARES_PAID],
  // Trades that a client keeps are their own from here on.
  follows: [
    follow(COPIES, (state, _before, after) => {
      const copy = state.of(COPIES).get(after.id);
      if (copy !== undefined && after.status === 'stopped') state.of(COPIES).set(copy.id, { ...copy, held: 0n });
    }),
  ],
  refusals: COPYING_REFUSALS,
  constraints: { trader_account: 'trader.already_linked', copy_one_each: 'copy.already_copying' },
  locks: [TRADERS],
  readings: { LEFT_BY_LEAD },
  commands: {
    create_trader: command(decideCreateTrader),
    delete_trader: command(decideDeleteTrader, { reads: ({ traderId }) => [rows(TRADERS, traderId)] }),
    grant_capital: command(decideGrantCapital),
    start_copy: command(decideStartCopy, { reads: ({ traderId }) => [rows(TRADERS, traderId), readStops()] }),
    set_copy_status: command(decideSetCopyStatus, { reads: ({ copyId }) => [rows(COPIES, copyId), readStops()] }),
    stop_copy: command(decideStopCopy, {
      reads: ({ clientId, copyId }) => [rows(POSITIONS_OF, clientId), rows(COPIES, copyId), rows(LEFT_BY_LEAD, copyId)],
    }),
    mirror_open: command(decideMirrorOpen, {
      reads: ({ clientId, copyId, leadTradeId }) => [
        rows(EXPOSURES, clientId),
        rows(COPIES, copyId),
        rows(MIRROR_OF, `${copyId} ${leadTradeId}`),
        rows(LEAD_TRADES, leadTradeId),
        readStops(),
        ...readWholeConfiguration(),
      ],
    }),
    mirror_close: command(decideMirrorClose, {
      closes: untilNow,
      reads: ({ tradeId, copyId, leadTradeId }) => [
        rows(TRADES, tradeId),
        rows(COPIES, copyId),
        rows(LEAD_TRADES, leadTradeId),
      ],
    }),
    profit_share: command(decideProfitShare, {
      reads: ({ clientId, copyId }) => [rows(POSITIONS_OF, clientId), rows(COPIES, copyId), rows(LEFT_BY_LEAD, copyId)],
    }),
    pay_profit_share: command(decidePayProfitShare, { reads: ({ shareId }) => [rows(SHARES_DUE, shareId)] }),
  },
});
