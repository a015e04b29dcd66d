import { command, module, rows } from '../../kernel/module.ts';
import { TRADES } from '../positions/model.ts';
import { ACTION_NOTICE_MS } from './dates.ts';
import { ACTIONS, DIVIDENDS } from './model.ts';
import { decidePayDividend } from './pay-dividend.ts';
import { CORPORATE_ACTION_REFUSALS } from './refusals.ts';

/** Dividends: what companies announce, and what that brings or costs whoever holds the share. */
export const corporateActions = module({
  name: 'corporate-actions',
  uses: ['positions'],
  tables: [DIVIDENDS],
  refusals: CORPORATE_ACTION_REFUSALS,
  constraints: { corporate_action_first: 'corporate_action.first' },
  limits: { action_notice_ms: ACTION_NOTICE_MS },
  commands: {
    pay_dividend: command(decidePayDividend, {
      reads: ({ tradeId, actionId }) => [rows(TRADES, tradeId), rows(ACTIONS, actionId)],
    }),
  },
});
