import { command, module, type Read, rows } from '../../kernel/module.ts';
import { TRADES } from '../positions/model.ts';
import { ACTION_NOTICE_MS } from './dates.ts';
import { ORDER_LINKED_TO, ORDERS } from '../trading/model.ts';
import { decideApplySplit, decideApplySplitToOrder, decideCashInLieu, untilSplit } from './apply-split.ts';
import { ACTIONS, DIVIDENDS, ORDER_SPLITS, TRADE_SPLITS } from './model.ts';
import { decidePayDividend } from './pay-dividend.ts';
import { CORPORATE_ACTION_REFUSALS } from './refusals.ts';

const ofTrade = ({ tradeId, actionId }: { tradeId: string; actionId: string }): Read[] => [
  rows(TRADES, tradeId),
  rows(ACTIONS, actionId),
];

/** Dividends and splits: what companies announce, and what that brings or costs whoever holds the share. */
export const corporateActions = module({
  name: 'corporate-actions',
  uses: ['positions', 'trading'],
  tables: [DIVIDENDS, TRADE_SPLITS, ORDER_SPLITS],
  refusals: CORPORATE_ACTION_REFUSALS,
  constraints: { corporate_action_first: 'corporate_action.first' },
  limits: { action_notice_ms: ACTION_NOTICE_MS },
  commands: {
    pay_dividend: command(decidePayDividend, {
      reads: ofTrade,
    }),
    apply_split: command(decideApplySplit, { reads: ofTrade }),
    cash_in_lieu: command(decideCashInLieu, { reads: ofTrade, closes: untilSplit }),
    apply_split_to_order: command(decideApplySplitToOrder, {
      reads: ({ orderId, actionId }) => [
        rows(ORDERS, orderId),
        rows(ORDER_LINKED_TO, orderId),
        rows(ACTIONS, actionId),
      ],
    }),
  },
});
